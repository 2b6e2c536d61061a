import { useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditProgress, AuditSnapshot, SavedRun } from '../../log/audit-types.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { useUnkept } from '../../query/kept-audit.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import type { CheckWords } from '../../ui/check-words.ts';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import { useRegister } from '../../ui/register-paths.ts';
import type { Source } from '../../ui/source.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';
import { resultHeadline } from './audit-result.tsx';

/** Data is what the register calls its data, and how many it says there are. */
export interface Data {
  readonly nouns: 'items' | 'blobs';
  readonly total: number | undefined;
}

/** runHeadline says what a run that has no result yet is at. */
export function runHeadline({ state, progress }: AuditSnapshot, nouns: Data['nouns']): CheckWords {
  const { phase, bytes, entriesDone, itemsDone, itemsTotal, logSize } = progress;
  if (state === 'running') {
    const what = phase === 'items' ? nouns : 'entries';
    const isWaiting = phase === 'items' ? itemsDone === 0 && itemsTotal > 0 : bytes === 0;
    const reading = isWaiting ? `Waiting for the first ${what}` : `Reading and hashing the ${what}`;
    return {
      state: 'checking',
      title: 'Checking every entry',
      detail: phase === 'comparing' ? 'The root hashes differ: looking for the entry' : reading,
    };
  }
  const detail = `${formatNumber(entriesDone)} of ${countOf(logSize, 'entry')} were read and hashed.`;
  return state === 'failed'
    ? { state: 'cannot-check', title: 'Could not check: the audit stopped', detail }
    : { state: 'not-checked', title: 'Paused', detail };
}

/** restHeadline says what is known while nothing is read: what the last audit found of the current head, or why it says nothing. */
export function restHeadline(
  plan: Plan,
  head: Checkpoint,
  result: AuditResult | undefined,
  verdict: Verdict,
  nouns: Data['nouns'],
  source: Source,
): CheckWords {
  const found = result && resultHeadline(result, verdict, source);
  if (found !== undefined && found.state !== 'not-checked') return found;
  if (plan.kind === 'go-on') {
    const { entriesDone, phase } = plan.run;
    return {
      state: 'not-checked',
      title: 'Not checked: the last audit was not finished',
      detail: `${formatNumber(entriesDone)} of ${countOf(head.logSize, 'entry')} ${entriesDone === 1 ? 'was' : 'were'} read and hashed${phase === 'items' ? `, and not yet all the ${nouns}` : ''}. What was computed is kept in this browser.`,
    };
  }
  if (found !== undefined && plan.kind === 'grown')
    return {
      ...found,
      title: `Not checked: ${countOf(plan.added, 'entry was', 'entries were')} added since`,
      detail: `${found.detail} Only the new ones have to be read.`,
    };
  return (
    found ?? {
      state: 'not-checked',
      title: 'Not checked',
      detail:
        'This page can read every entry of the log and all the data they name, and hash all of it in this browser. If everything combines to its root hash, these are exactly the entries and the data of the log.',
    }
  );
}

/** Plan is what can be begun: a first audit, the rest of one that was not finished, the entries added since one, or the same once more. */
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
  // Only from an audit of which all held does one go on: another is made again.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', added } : { kind: 'first' };
}

/** Work is what a plan has to read. How many items that is, is a guess: which ones the entries name is known when they have been read. */
interface Work {
  readonly entries: number;
  readonly items: number;
  readonly words: string;
}

/** workOf says what a plan reads of a log of `logSize` entries. Items are read when all entries have been: a run that stopped before has all of them before it. */
export function workOf(plan: Plan, logSize: number, { nouns, total = logSize }: Data): Work {
  if (plan.kind === 'grown')
    return {
      entries: plan.added,
      items: Math.round(total * (plan.added / logSize)),
      words: countOf(plan.added, 'new entry'),
    };
  if (plan.kind !== 'go-on') return { entries: logSize, items: total, words: countOf(logSize, 'entry') };
  const { phase, entriesDone } = plan.run;
  const entries = Math.max(0, logSize - entriesDone);
  const items = phase === 'comparing' ? 0 : total;
  const read = [
    entries > 0 && countOf(entries, 'entry'),
    items > 0 && (phase === 'entries' ? `all ${nouns}` : `the ${nouns} that are left`),
  ];
  const words =
    read.filter(Boolean).join(' and ') || 'a few proofs, to name the entry where the roots differ';
  return { entries, items, words };
}

/** ENTRIES_A_PAGE and ITEMS_A_PAGE are how many the server usually gives at once when asked for many. */
const ENTRIES_A_PAGE = 5000;
const ITEMS_A_PAGE = 100;
/** No more items than this are asked for one by one. */
const FEW_ITEMS = 50;
/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** costWords guesses what reading this much asks of the server: `about 4 requests and 130 kB`. Without a list of items each is a request of its own. */
export function costWords({ entries, items }: Omit<Work, 'words'>, nouns: Data['nouns']): string {
  const pages = Math.ceil(entries / ENTRIES_A_PAGE);
  const listed = items <= FEW_ITEMS ? items : Math.ceil(items / ITEMS_A_PAGE);
  const words = `about ${countOf(pages + listed, 'request')} and ${roundedBytes(entries * ENTRY_BYTES + items * ITEM_BYTES)}`;
  if (items <= FEW_ITEMS) return words;
  // Asked for the list, the server says once that there is none.
  return `${words}, or about ${countOf(pages + 1 + items, 'request')} if there is no list of ${nouns}`;
}

/** roundedBytes writes a guess with no more digits than it is worth. */
function roundedBytes(bytes: number): string {
  if (bytes < 1000) return 'under 1 kB';
  const step = 10 ** (Math.floor(Math.log10(bytes)) - 1);
  return formatBytes(Math.round(bytes / step) * step).replace(/\.0(?= )/, '');
}

/** ASK_FIRST is the longest log, in entries, that is read from someone's server without asking the reader once more. */
const ASK_FIRST = 20_000;

/** asksFirst says whether a reader is asked once more: the log is long, and the server is not this site's own. */
export function asksFirst(register: RegisterId, entries: number): boolean {
  return register.kind === 'remote' && entries > ASK_FIRST;
}

const LABELS: Record<Plan['kind'], string> = {
  first: 'Check every entry',
  'go-on': 'Continue checking',
  grown: 'Check the new entries',
  again: 'Check every entry again',
};

/** Begin says what will be read and what that costs, and begins it; a long log of someone else's server is read after a second yes. */
export function Begin({
  head,
  plan,
  data,
  desk,
}: {
  head: Checkpoint;
  plan: Plan;
  data: Data;
  desk: AuditDesk;
}) {
  const { base } = useSession();
  const register = useRegister();
  const [isAsking, setAsking] = useState(false);
  const work = workOf(plan, head.logSize, data);
  // Some of the items may have been read already: how many is kept with the run.
  const isMost = plan.kind === 'go-on' && plan.run.phase !== 'entries';
  const cost = `${work.words}: ${isMost ? 'at most ' : ''}${costWords(work, data.nouns)}.`;
  return (
    <div className={styles.begin}>
      {isAsking ? (
        <p role="alert">
          This asks <code>{new URL(base).host}</code> for {cost} A server that serves many may not like that.
        </p>
      ) : (
        <p className="quiet">
          {plan.kind === 'again' ? 'Once more it will read ' : 'It will read '}
          {cost}
        </p>
      )}
      <p className={styles.actions}>
        <Button
          kind={plan.kind === 'again' ? 'plain' : 'strong'}
          onClick={() =>
            asksFirst(register, work.entries) && !isAsking ? setAsking(true) : desk.begin(head)
          }
        >
          {isAsking ? 'Request all of it' : LABELS[plan.kind]}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>Not now</Button>}
        {plan.kind === 'go-on' && !isAsking && <Button onClick={desk.discard}>Discard it</Button>}
      </p>
    </div>
  );
}

/** Run shows how far a run is, and takes it on or ends it. */
export function Run({
  run: { state, progress, failure },
  data,
  desk,
}: {
  run: AuditSnapshot;
  data: Data;
  desk: AuditDesk;
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
  return (
    <>
      {failure !== undefined && state === 'failed' && (
        <FailureNotice failure={{ title: 'The audit cannot go on', ...failure }} onRetry={desk.resume} />
      )}
      <div className={styles.progress}>
        <progress value={share} max={1} aria-label="How much of the audit is done" />
        <span className={styles.percent}>{Math.floor(share * 100)} %</span>
      </div>
      <dl className={styles.figures}>
        {Object.entries(figures).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {unkept !== undefined && (
        <p className="quiet">
          What is read cannot be saved: {unkept}. The audit goes on, and is lost if this page is closed before
          its end.
        </p>
      )}
      <p className={styles.actions}>
        {state === 'running' && <Button onClick={desk.pause}>Pause</Button>}
        {state === 'paused' && (
          <Button kind="strong" onClick={desk.resume}>
            Resume
          </Button>
        )}
        <Button onClick={desk.cancel}>Cancel</Button>
      </p>
      <p className="visually-hidden" role="status">
        {state === 'running' ? spokenProgress(share) : state === 'paused' ? 'Audit paused' : 'Audit stopped'}
      </p>
    </>
  );
}

/**
 * shareDone is how much of an audit is done, 0 to 1. How many items there are is known only when all entries have been read; until then the server's count is
 * taken, or as many as there are entries.
 */
export function shareDone(progress: AuditProgress, itemsSaid: number | undefined): number {
  const { phase, logSize, entriesDone, itemsDone, itemsTotal } = progress;
  if (phase === 'comparing') return 1;
  const all = logSize + (phase === 'entries' ? Math.max(itemsTotal, itemsSaid ?? logSize) : itemsTotal);
  return all === 0 ? 1 : Math.min(1, (entriesDone + itemsDone) / all);
}

const QUARTERS = ['just begun', 'a quarter done', 'half done', 'three quarters done', 'nearly done'] as const;

/** spokenProgress is what a screen reader is told while an audit runs: it changes four times in all. */
export function spokenProgress(share: number): string {
  return `Audit ${QUARTERS[Math.min(4, Math.floor(share * 4))] ?? ''}`;
}

/** remainingWords says how much longer, in steps coarse enough not to flicker: `about 20 s`, `about 3 min`. A dash where nobody knows. */
export function remainingWords(remainingMs: number | undefined): string {
  if (remainingMs === undefined || !Number.isFinite(remainingMs)) return '–';
  const seconds = remainingMs / 1000;
  if (seconds < 1.5) return 'a moment';
  if (seconds <= 55) return `about ${Math.ceil(seconds / 5) * 5} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${countOf(Math.round(minutes / 60), 'hour')}`;
}
