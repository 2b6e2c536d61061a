import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditProgress } from '../../log/audit.ts';
import type { AuditController, AuditRun } from '../../query/audit-controller.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { allVerified, type CheckText } from '../../ui/check-list.tsx';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import { costOf } from '../shared/audit-in-place.tsx';
import styles from './audit.module.css';
import { resultHeadline } from './audit-result.tsx';

/** Data is the register's name for its data, and the stated number. */
export interface Data {
  readonly nouns: 'items' | 'blobs';
  readonly total: number | undefined;
}

/** runHeadline describes the current step of a run. */
export function runHeadline({ state, head, progress }: AuditRun, nouns: Data['nouns']): CheckText {
  if (state === 'running')
    return {
      state: 'checking',
      title: 'Checking every entry',
      detail:
        progress?.phase === 'comparing'
          ? 'The root hashes differ. Reading the log again to find the entry.'
          : `Reading and hashing the ${progress?.phase === 'items' ? nouns : 'entries'}`,
    };
  const read = `${formatNumber(progress?.entriesDone ?? 0)} of ${countOf(head.logSize, 'entry')}`;
  return {
    state: 'cannot-check',
    title: 'Could not check: the audit stopped',
    detail: `${read} were read and hashed.`,
  };
}

/**
 * idleHeadline describes the last audit's result for the current head, or why it has
 * none, while none is running.
 */
export function idleHeadline(
  { kind, entries }: Plan,
  result: AuditResult | undefined,
  verdict: Verdict,
  source: Source,
): CheckText {
  const found: CheckText =
    result === undefined
      ? { state: 'not-checked', title: 'Not checked', detail: WHAT_IT_DOES }
      : resultHeadline(result, verdict, source);
  if (found.state !== 'not-checked') return found;
  return kind === 'grown'
    ? { ...found, title: `Not checked: ${countOf(entries, 'entry was', 'entries were')} added since` }
    : found;
}

/** copyHeadline says that this page has read the whole log, for another view, and whether it all matched. */
export function copyHeadline(
  { logSize }: Checkpoint,
  isMatch: boolean,
  nouns: string,
  source: Source,
): CheckText {
  const { rootHash } = SOURCE_WORDS[source];
  if (!isMatch)
    return {
      state: 'does-not-match',
      title: 'Not all of the log matches',
      detail: `This page read every entry and all ${nouns} in this visit, and they are not what the ${rootHash} commits to. An audit looks for what differs.`,
    };
  const detail = `This page read every entry and all ${nouns} in this visit, hashed them and combined them to the ${rootHash}. An audit does the same and is kept in this browser, so that the next visit knows it.`;
  return { state: 'holds', title: allVerified(logSize), detail };
}

const WHAT_IT_DOES =
  'If everything combines to the root hash, these are exactly the entries and the data of the log.';

/**
 * Plan is the possible audit, and how many entries it has to read: a first one, the entries added since the
 * last one, or a repetition.
 */
export interface Plan {
  readonly kind: 'first' | 'grown' | 'again';
  readonly entries: number;
}

/** planOf chooses it. An audit of a longer log, or of another root, is not one of the current log. */
export function planOf(head: Checkpoint, result: AuditResult | undefined): Plan {
  const { logSize, rootHash } = head;
  if (result?.head.logSize === logSize && result.head.rootHash === rootHash)
    return { kind: 'again', entries: logSize };
  // Continue only an audit that held completely; repeat any other.
  return result?.verdict.outcome === 'holds' && result.head.logSize < logSize
    ? { kind: 'grown', entries: logSize - result.head.logSize }
    : { kind: 'first', entries: logSize };
}

const LABELS: Record<Plan['kind'], string> = {
  first: 'Check every entry',
  grown: 'Check the new entries',
  again: 'Check every entry again',
};

/**
 * StartAudit shows what will be read, and begins. The number of items is known when
 * all entries have been read.
 */
export function StartAudit({
  head,
  plan: { kind, entries },
  data: { nouns, total = head.logSize },
  controller,
}: {
  head: Checkpoint;
  plan: Plan;
  data: Data;
  controller: AuditController;
}) {
  const cost = costOf(entries, total / head.logSize);
  return (
    <div className="group">
      {kind !== 'again' && (
        <p className="quiet">
          It will read {countOf(entries, 'entry')} and their {nouns}
          {cost !== undefined && `, ${cost}`}.
        </p>
      )}
      <p className="row">
        <Button kind={kind === 'again' ? 'plain' : 'strong'} onClick={() => controller.begin(head)}>
          {LABELS[kind]}
        </Button>
      </p>
    </div>
  );
}

/** RunningAudit shows the progress of an audit and a button to stop it. One that failed is tried again from the page's bar. */
export function RunningAudit({
  run: { state, head, progress, failure },
  data,
  controller,
}: {
  run: AuditRun;
  data: Data;
  controller: AuditController;
}) {
  const { entriesDone = 0, itemsDone = 0, itemsTotal = 0, bytes = 0, phase = 'entries' } = progress ?? {};
  const { share, leftMs } = workOf(progress, data.total);
  const isRunning = state === 'running';
  const figures = {
    entries: `${formatNumber(entriesDone)} of ${formatNumber(head.logSize)}`,
    [data.nouns]: `${formatNumber(itemsDone)}${phase === 'entries' ? '' : ` of ${formatNumber(itemsTotal)}`}`,
    read: formatBytes(bytes),
    'time left': isRunning && Number.isFinite(leftMs) ? `under ${Math.floor(leftMs / 60_000) + 1} min` : '–',
  };
  // Announced four times in all.
  const quarters = `Audit ${Math.floor(share * 4) * 25} % done`;
  return (
    <>
      {failure !== undefined && (
        <FailureNotice failure={{ ...failure, title: 'The audit cannot go on' }} onRetry={undefined} />
      )}
      <div className={styles.progress} data-announce={isRunning ? quarters : 'Audit stopped'}>
        <progress value={share} max={1} aria-label="How much of the audit is done" />
        <strong>{Math.floor(share * 100)} %</strong>
      </div>
      <Facts className={styles.figures} facts={Object.entries(figures)} />
      <p className="row">
        <Button onClick={controller.stop}>{isRunning ? 'Stop' : 'Dismiss'}</Button>
      </p>
    </>
  );
}

/**
 * workOf returns the part of an audit done, 0 to 1, and an estimate of the remaining time, Infinity if there
 * is none. The number of items is known only when all entries have been read; until then it is the server's
 * count, or the number of entries.
 */
export function workOf(progress: AuditProgress | undefined, itemsCount: number | undefined) {
  if (progress === undefined) return { share: 0, leftMs: Infinity };
  const { phase, logSize, entriesDone, itemsDone, itemsTotal, since } = progress;
  if (phase === 'comparing') return { share: 1, leftMs: Infinity };
  const all = logSize + (phase === 'entries' ? Math.max(itemsTotal, itemsCount ?? logSize) : itemsTotal);
  const done = Math.min(all, entriesDone + itemsDone);
  const leftMs = since.done > 0 ? ((all - done) * since.ms) / since.done : Infinity;
  return { share: all === 0 ? 1 : done / all, leftMs };
}
