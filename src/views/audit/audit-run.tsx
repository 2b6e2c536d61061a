import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { SavedRun } from '../../log/audit-store.ts';
import type { AuditProgress, AuditSnapshot } from '../../log/audit-types.ts';
import type { AuditController } from '../../query/audit-controller.ts';
import { useUnkept } from '../../query/kept-audit.ts';
import { Button } from '../../ui/button.tsx';
import type { CheckText } from '../../ui/check-text.ts';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { Source } from '../../ui/source.ts';
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
export function runHeadline({ state, progress }: AuditSnapshot, nouns: Data['nouns']): CheckText {
  const { phase, entriesDone, logSize } = progress;
  if (state === 'running')
    return {
      state: 'checking',
      title: 'Checking every entry',
      detail:
        phase === 'comparing'
          ? 'The root hashes differ: looking for the entry'
          : `Reading and hashing the ${phase === 'items' ? nouns : 'entries'}`,
    };
  const detail = readWords(entriesDone, logSize);
  return state === 'failed'
    ? { state: 'cannot-check', title: 'Could not check: the audit stopped', detail }
    : { state: 'not-checked', title: 'Paused', detail };
}

function readWords(entriesDone: number, logSize: number): string {
  return `${formatNumber(entriesDone)} of ${countOf(logSize, 'entry')} were read and hashed.`;
}

/** idleHeadline describes the last audit's result for the current head, or why it has none, while none is running. */
export function idleHeadline(
  plan: Plan,
  { logSize }: Checkpoint,
  result: AuditResult | undefined,
  verdict: Verdict,
  source: Source,
): CheckText {
  const found = result && resultHeadline(result, verdict, source);
  if (found !== undefined && found.state !== 'not-checked') return found;
  const title = (what: string) => `Not checked: ${what}`;
  if (plan.kind === 'go-on')
    return {
      state: 'not-checked',
      title: title('the last audit was not finished'),
      detail: `${readWords(plan.run.entriesDone, logSize)} That is kept in this browser.`,
    };
  if (found && plan.kind === 'grown')
    return { ...found, title: title(`${countOf(plan.added, 'entry was', 'entries were')} added since`) };
  return found ?? { state: 'not-checked', title: 'Not checked', detail: WHAT_IT_DOES };
}

const WHAT_IT_DOES =
  'This page can read every entry of the log and all the data they name, and hash all of it in this browser. If everything combines to its root hash, these are exactly the entries and the data of the log.';

/** Plan is the possible run: a first audit, the rest of an unfinished one, the entries added since one, or a repetition. */
export type Plan =
  | { readonly kind: 'first' | 'again' }
  | { readonly kind: 'go-on'; readonly run: SavedRun }
  | { readonly kind: 'grown'; readonly added: number };

/** planOf chooses it. A saved run of a longer log, or of another root, is not one of the current log: nothing continues it. */
export function planOf(
  head: Checkpoint,
  result: AuditResult | undefined,
  unfinished: SavedRun | undefined,
): Plan {
  const isOfThisLog = (other: Checkpoint): boolean =>
    other.logSize < head.logSize || (other.logSize === head.logSize && other.rootHash === head.rootHash);
  if (unfinished !== undefined && isOfThisLog(unfinished.head)) return { kind: 'go-on', run: unfinished };
  if (result === undefined || !isOfThisLog(result.head)) return { kind: 'first' };
  const added = head.logSize - result.head.logSize;
  if (added === 0) return { kind: 'again' };
  // Continue only an audit that held completely; repeat any other.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', added } : { kind: 'first' };
}

/** workOf describes what a plan has to read, and estimates its size. The items are known when all entries have been read. */
function workOf(plan: Plan, logSize: number, { nouns, total = logSize }: Data): string {
  const entries =
    plan.kind === 'grown' ? plan.added : plan.kind === 'go-on' ? logSize - plan.run.entriesDone : logSize;
  const cost = costOf(entries, total / logSize);
  const what = entries > 0 ? `${countOf(entries, 'entry')} and their` : 'the remaining';
  return `${what} ${nouns}${cost === undefined ? '' : `, ${cost}`}`;
}

const LABELS: Record<Plan['kind'], string> = {
  first: 'Check every entry',
  'go-on': 'Continue checking',
  grown: 'Check the new entries',
  again: 'Check every entry again',
};

/** StartAudit shows what will be read, and begins. */
export function StartAudit({
  head,
  plan,
  data,
  controller,
}: {
  head: Checkpoint;
  plan: Plan;
  data: Data;
  controller: AuditController;
}) {
  const isAgain = plan.kind === 'again';
  return (
    <div className="group">
      {!isAgain && <p className="quiet">It will read {workOf(plan, head.logSize, data)}.</p>}
      <p className="row">
        <Button kind={isAgain ? 'plain' : 'strong'} onClick={() => controller.begin(head)}>
          {LABELS[plan.kind]}
        </Button>
        {plan.kind === 'go-on' && <Button onClick={controller.discard}>Discard it</Button>}
      </p>
    </div>
  );
}

/** AuditRun shows the progress of a run, with buttons to continue or end it. */
export function AuditRun({
  run: { state, progress, failure },
  data,
  controller,
}: {
  run: AuditSnapshot;
  data: Data;
  controller: AuditController;
}) {
  const unkept = useUnkept();
  const { entriesDone, logSize, itemsDone, itemsTotal, bytes, phase, remainingMs } = progress;
  const share = shareDone(progress, data.total);
  const figures = {
    entries: `${formatNumber(entriesDone)} of ${formatNumber(logSize)}`,
    [data.nouns]: `${formatNumber(itemsDone)}${phase === 'entries' ? '' : ` of ${formatNumber(itemsTotal)}`}`,
    read: formatBytes(bytes),
    'time left': state === 'running' ? remainingWords(remainingMs) : '–',
  };
  // It changes four times in all: a screen reader does not announce every page.
  const quarters = `Audit ${Math.floor(share * 4) * 25} % done`;
  return (
    <>
      {failure !== undefined && state === 'failed' && (
        <FailureNotice
          failure={{ title: 'The audit cannot go on', ...failure }}
          onRetry={controller.resume}
        />
      )}
      <div className={styles.progress}>
        <progress value={share} max={1} aria-label="How much of the audit is done" />
        <strong>{Math.floor(share * 100)} %</strong>
      </div>
      <dl className={styles.figures}>
        {Object.entries(figures).map(([label, value]) => (
          <div key={label}>
            <dt className="faint">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {unkept !== undefined && (
        <p className="quiet">What is read cannot be saved, and is lost if this page is closed: {unkept}.</p>
      )}
      <p className="row">
        {state === 'running' && <Button onClick={controller.pause}>Pause</Button>}
        {state === 'paused' && (
          <Button kind="strong" onClick={controller.resume}>
            Resume
          </Button>
        )}
        <Button onClick={controller.cancel}>Cancel</Button>
      </p>
      <p className="visually-hidden" role="status">
        {state === 'running' ? quarters : state === 'paused' ? 'Audit paused' : 'Audit stopped'}
      </p>
    </>
  );
}

/**
 * shareDone returns the part of an audit done, 0 to 1. The number of items is known only when all entries have been read; until then it is the server's count,
 * or the number of entries.
 */
export function shareDone(progress: AuditProgress, itemsSaid: number | undefined): number {
  const { phase, logSize, entriesDone, itemsDone, itemsTotal } = progress;
  if (phase === 'comparing') return 1;
  const all = logSize + (phase === 'entries' ? Math.max(itemsTotal, itemsSaid ?? logSize) : itemsTotal);
  return all === 0 ? 1 : Math.min(1, (entriesDone + itemsDone) / all);
}

/** remainingWords returns the remaining time; a dash if unknown. */
function remainingWords(remainingMs = Infinity): string {
  return Number.isFinite(remainingMs) ? `under ${Math.floor(remainingMs / 60_000) + 1} min` : '–';
}
