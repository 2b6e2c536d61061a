import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import type { AuditSnapshot, Keeping, SavedRun } from '../../log/audit-types.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { badEntriesOf, useUnkept } from '../../query/kept-audit.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { countOf, formatBytes, formatMilliseconds } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Instant } from '../../ui/time.tsx';
import { OTHERS } from '../shared/check-lines.tsx';
import type { AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';
import { Findings, resultChecks } from './audit-result.tsx';
import { Begin, type Data, planOf, restHeadline, Run, runHeadline } from './audit-run.tsx';
import { type RootState, TreePicture } from './tree-picture.tsx';

/** AuditCard says in one sentence what is known of the whole log; under it the run there is, or how to begin one, and what the last one found. */
export function AuditCard({
  head,
  active,
  keeping,
  desk,
  result,
  check,
  unfinished,
}: {
  head: Checkpoint;
  /** The run that is under way, or waits to go on. */
  active: AuditSnapshot | undefined;
  keeping: Keeping | undefined;
  desk: AuditDesk;
  result: AuditResult | undefined;
  check: AuditCheck;
  unfinished: SavedRun | undefined;
}) {
  const { data: about } = useQuery(registerQuery(useSession()));
  const data: Data = { nouns: about?.variant === 'blob' ? 'blobs' : 'items', total: about?.totalItems };
  const plan = planOf(head, result, unfinished);
  const shown = active === undefined ? result : undefined;
  const current = plan.kind === 'again' ? shown : undefined;
  const { state, title, detail } =
    active === undefined
      ? restHeadline(plan, head, result, check.verdict, data.nouns)
      : runHeadline(active, data.nouns);
  const kept = plan.kind === 'go-on' ? plan.run.entriesDone : plan.kind === 'first' ? 0 : result?.entries;
  const { entriesDone, logSize } = active?.progress ?? { entriesDone: kept ?? 0, logSize: head.logSize };
  return (
    <Card title="The whole log" note={countOf(logSize, 'entry')}>
      <div className={styles['stack']}>
        <div>
          <p
            className={`${styles['headline']} ${styles[state] ?? ''}`}
            role="status"
            tabIndex={-1}
            data-outcome={state}
            data-check="whole-log"
          >
            <CheckBadge state={state} size={28} label="" />
            <strong>{title}</strong>
          </p>
          <p className={styles['lead']}>{detail}</p>
        </div>
        {active === undefined ? (
          <Begin key={plan.kind} {...{ head, plan, data, desk }} />
        ) : (
          <Run run={active} {...{ data, desk }} />
        )}
        {shown !== undefined && (
          <>
            {shown.findings.length > 0 && <Findings result={shown} />}
            {check.ofAnotherHead && (
              <p className={styles['quiet']}>
                Found in the log as it was, with {countOf(shown.head.logSize, 'entry')}:
              </p>
            )}
            <div className={styles['checks']}>
              <CheckList
                why="whole-log"
                checks={[...resultChecks(shown, check.leafRuleTitle, <Roots result={shown} />), OTHERS]}
              />
            </div>
          </>
        )}
        <TreePicture
          logSize={logSize}
          entriesDone={entriesDone}
          root={current ? rootOf(current) : active && entriesDone >= logSize ? 'computed' : 'waiting'}
          badEntries={badEntriesOf(current)}
        />
        {shown !== undefined && <Took result={shown} keeping={keeping} />}
      </div>
    </Card>
  );
}

function rootOf({ head, computedRoot }: AuditResult): RootState {
  if (computedRoot === undefined) return 'unknown';
  return computedRoot === head.rootHash ? 'equal' : 'different';
}

function Roots({ result: { head, computedRoot } }: { result: AuditResult }) {
  if (computedRoot === undefined) return null;
  if (computedRoot === head.rootHash)
    return (
      <p className={styles['quiet']}>
        Root <HashText hash={computedRoot} digits="long" />
      </p>
    );
  return (
    <p className={styles['quiet']}>
      Rebuilt here <HashText hash={computedRoot} digits="long" compareWith={head.rootHash} />
      {', published '}
      <HashText hash={head.rootHash} digits="long" compareWith={computedRoot} />
    </p>
  );
}

/** Took says what an audit read and how long that took, what the server's lists lacked, and whether the result is kept. */
function Took({
  result: { entries, continuedFrom, items, variant, bytes, elapsedMs, hasher, workers, finishedAt, remarks },
  keeping,
}: {
  result: AuditResult;
  keeping: Keeping | undefined;
}) {
  const unkept = useUnkept();
  return (
    <div className={styles['quiet']}>
      {remarks !== undefined && remarks.length > 0 && (
        <>
          <p>
            The server’s lists were not in order. What they did not show was read another way, so this changes
            nothing above.
          </p>
          <ul>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </>
      )}
      <p>
        Finished on <Instant at={finishedAt} />: {countOf(entries - continuedFrom, 'entry')} and{' '}
        {countOf(items, variant)} ({formatBytes(bytes)}) in {formatMilliseconds(elapsedMs)}, hashed by{' '}
        {hasher} in {countOf(workers, 'worker')}.
      </p>
      <p role="status">{keepingWords(keeping, unkept)}</p>
    </div>
  );
}

/** keepingWords says whether a finished audit is there for later visits; `keeping` is undefined for one that was read out of storage. */
export function keepingWords(keeping: Keeping | undefined, unkept: string | undefined): string {
  if (keeping === 'under-way') return 'Saving it in this browser …';
  if (keeping !== undefined && unkept !== undefined) return `It lasts until this page is closed: ${unkept}.`;
  return 'It is kept in this browser.';
}
