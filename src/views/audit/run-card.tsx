import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import type { AuditProgress, AuditSnapshot, Keeping } from '../../log/audit-types.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useUnkept } from '../../query/kept-audit.ts';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import type { Refusal } from '../../verify/unkept.ts';
import styles from './audit.module.css';
import { TreeLegend, TreePicture } from './tree-picture.tsx';

/** RunCard shows an audit under way: how far it is, how fast, how much longer, and the tree filling up. */
export function RunCard({ run, desk }: { run: AuditSnapshot; desk: AuditDesk }) {
  const session = useSession();
  const { data: about } = useQuery(registerQuery(session));
  const { state, progress, failure } = run;
  const unsaved = unsavedWords(useUnkept('audits'));
  const share = shareDone(progress, about?.totalItems);
  const drawn = {
    logSize: progress.logSize,
    entriesDone: progress.entriesDone,
    root: progress.entriesDone >= progress.logSize ? ('computed' as const) : ('waiting' as const),
    badEntries: NONE,
  };
  const items = about?.variant === 'blob' ? 'blobs' : 'items';
  return (
    <Card
      title={
        state === 'paused' ? 'Paused' : state === 'failed' ? 'The check stopped' : 'Checking every entry'
      }
      note={state === 'running' ? phaseWords(progress, items) : undefined}
    >
      <div className={styles['stack']}>
        {failure !== undefined && state === 'failed' && (
          <FailureNotice
            failure={{ title: 'The audit cannot go on', ...failure }}
            onRetry={() => desk.resume()}
          />
        )}
        <div className={styles['progress']}>
          <progress value={share} max={1} aria-label="How much of the audit is done" />
          <span className={styles['percent']}>{Math.floor(share * 100)} %</span>
        </div>
        <Figures run={run} items={items} />
        {unsaved !== undefined && <p className={styles['quiet']}>{unsaved}</p>}
        <p className={styles['actions']}>
          {state === 'running' && <Button onClick={() => desk.pause()}>Pause</Button>}
          {state === 'paused' && (
            <Button kind="strong" onClick={() => desk.resume()}>
              Resume
            </Button>
          )}
          <Button onClick={() => desk.cancel()}>Cancel</Button>
        </p>
        <figure>
          <TreePicture {...drawn} />
          <figcaption>
            <TreeLegend {...drawn} />
          </figcaption>
        </figure>
      </div>
      <p className="visually-hidden" role="status">
        {state === 'running' ? spokenProgress(share) : state === 'paused' ? 'Audit paused' : 'Audit stopped'}
      </p>
    </Card>
  );
}

const NONE: readonly number[] = [];

function Figures({ run: { state, progress }, items }: { run: AuditSnapshot; items: 'items' | 'blobs' }) {
  const { entriesDone, logSize, itemsDone, itemsTotal, bytes, phase, perSecond, remainingMs } = progress;
  const going = state === 'running';
  const rows: readonly (readonly [string, string])[] = [
    ['entries', `${formatNumber(entriesDone)} of ${formatNumber(logSize)}`],
    [
      items,
      phase === 'entries'
        ? formatNumber(itemsDone)
        : `${formatNumber(itemsDone)} of ${formatNumber(itemsTotal)}`,
    ],
    ['read', formatBytes(bytes)],
    ['rate', (going && rateWords(perSecond, phase === 'items' ? items : 'entries')) || '–'],
    ['time', (going && remainingWords(remainingMs)) || '–'],
  ];
  return (
    <dl className={styles['figures']}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** remainingWords says how much longer, in steps coarse enough not to flicker: `a moment left`, `about 20 s left`, `about 3 min left`. Empty where nobody knows. */
export function remainingWords(remainingMs: number | undefined): string {
  if (remainingMs === undefined || !Number.isFinite(remainingMs)) return '';
  if (remainingMs < 1.5 * SECOND) return 'a moment left';
  if (remainingMs <= 10 * SECOND) return `about ${Math.ceil(remainingMs / SECOND)} s left`;
  if (remainingMs <= 55 * SECOND) return `about ${Math.ceil(remainingMs / (5 * SECOND)) * 5} s left`;
  if (remainingMs < 59.5 * MINUTE) return `about ${Math.ceil(remainingMs / MINUTE)} min left`;
  const hours = Math.floor(remainingMs / HOUR);
  const minutes = Math.round((remainingMs - hours * HOUR) / (10 * MINUTE)) * 10;
  const whole = minutes === 60 ? hours + 1 : hours;
  return `about ${countOf(whole, 'hour')}${minutes === 0 || minutes === 60 ? '' : ` ${minutes} min`} left`;
}

/** rateWords writes a rate with two digits that mean something: `41,000 entries a second`. Empty where there is none yet. */
export function rateWords(perSecond: number, noun: string): string {
  if (!(perSecond > 0)) return '';
  const step = 10 ** Math.max(0, Math.floor(Math.log10(perSecond)) - 1);
  return `${formatNumber(Math.max(1, Math.round(perSecond / step) * step))} ${noun} a second`;
}

/**
 * shareDone is how much of an audit is done, 0 to 1. How many items there are is known only when all entries have been read; until then the server's count is
 * taken, or as many as there are entries.
 */
export function shareDone(progress: AuditProgress, itemsSaid: number | undefined): number {
  const { phase, logSize, entriesDone, itemsDone, itemsTotal } = progress;
  if (phase === 'comparing') return 1;
  const items = phase === 'entries' ? Math.max(itemsTotal, itemsSaid ?? logSize) : itemsTotal;
  const all = logSize + items;
  return all === 0 ? 1 : Math.min(1, (entriesDone + itemsDone) / all);
}

/** phaseWords says in a few words what is being done, and that an answer is waited for as long as none of its kind has come. */
function phaseWords(progress: AuditProgress, items: 'items' | 'blobs'): string {
  const { phase, bytes, itemsDone, itemsTotal } = progress;
  switch (phase) {
    case 'entries':
      return bytes === 0 ? 'Waiting for the first answer' : 'Reading and hashing the entries';
    case 'items':
      if (itemsDone === itemsTotal) return 'Saving what was found';
      return itemsDone === 0 ? `Waiting for the first ${items}` : `Reading and hashing the ${items}`;
    case 'comparing':
      return 'The roots differ: looking for the entry';
  }
}

const QUARTERS = ['just begun', 'a quarter done', 'half done', 'three quarters done', 'nearly done'] as const;

/** spokenProgress is what a screen reader is told while an audit runs: it changes four times in all. */
export function spokenProgress(share: number): string {
  return `Audit ${QUARTERS[Math.min(4, Math.floor(share * 4))] ?? ''}`;
}

const WHY: Record<Refusal, string> = {
  full: 'this browser has no room left',
  denied: 'this browser does not let the page keep anything',
  silent: 'the storage of this browser gives no answer',
  damaged: 'the storage of this browser is damaged',
};

/** keepingWords says whether a finished audit is there for later visits; `keeping` is undefined for one that was read out of storage. */
export function keepingWords(keeping: Keeping | undefined, unkept: Refusal | undefined): string {
  if (keeping === 'under-way') return 'Saving it in this browser …';
  if (keeping !== undefined && unkept !== undefined)
    return `It lasts until this page is closed: ${WHY[unkept]}.`;
  return 'It is kept in this browser.';
}

/** unsavedWords says that a run under way cannot be saved; undefined where it can. */
function unsavedWords(unkept: Refusal | undefined): string | undefined {
  if (unkept === undefined) return undefined;
  return `What is read cannot be saved: ${WHY[unkept]}. The audit goes on, and is lost if this page is closed before its end.`;
}
