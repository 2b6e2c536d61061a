import { useQuery } from '@tanstack/react-query';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useUnkept } from '../../query/use-unkept.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { formatBytes, formatNumber } from '../../ui/format.ts';
import type { AuditSnapshot } from '../../verify/audit/audit-types.ts';
import { unsavedWords } from './keeping-words.ts';
import { phaseWords, rateWords, remainingWords, shareDone, spokenProgress } from './progress-words.ts';
import { TreeLegend } from './tree-legend.tsx';
import { TreePicture } from './tree-picture.tsx';
import styles from './audit.module.css';

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
        state === 'paused' ? 'Paused' : state === 'failed' ? 'The audit stopped' : 'Auditing the whole log'
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
