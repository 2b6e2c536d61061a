import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { AuditSnapshot, SavedRun } from '../../log/audit-types.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { itemListOf } from '../../query/item-list-note.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { badEntriesOf, useUnkept } from '../../query/kept-audit.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { countOf, formatBytes, formatMilliseconds, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Instant } from '../../ui/time.tsx';
import type { AuditResult } from '../../verify/audit-result.ts';
import styles from './audit.module.css';
import {
  asksFirst,
  costWords,
  type Headline,
  keepingWords,
  type Nouns,
  type Plan,
  planOf,
  remainingWords,
  restHeadline,
  resultChecks,
  runHeadline,
  shareDone,
  spokenProgress,
  unsavedWords,
  workOf,
} from './audit-words.ts';
import { Findings } from './findings.tsx';
import { TreePicture } from './tree-picture.tsx';

/** AuditCard says in one sentence what is known of the whole log; under it the run there is, or how to begin one, and what the last one found. */
export function AuditCard({
  register,
  head,
  run,
  desk,
  result,
  check,
  unfinished,
}: {
  register: RegisterId;
  head: Checkpoint;
  /** The run of this page, of whatever state. */
  run: AuditSnapshot | undefined;
  desk: AuditDesk;
  result: AuditResult | undefined;
  check: AuditCheck;
  unfinished: SavedRun | undefined;
}) {
  const { data: about } = useQuery(registerQuery(useSession()));
  const nouns: Nouns = about?.variant === 'blob' ? 'blobs' : 'items';
  const totalItems = about?.totalItems;
  const active = activeOf(run);
  const plan = planOf(head, result, unfinished);
  const shown = active === undefined ? result : undefined;
  const isCurrent = shown !== undefined && plan.kind === 'again';
  const headline =
    active === undefined
      ? restHeadline(plan, head, result, check.verdict, nouns)
      : runHeadline(active, nouns);
  const { entriesDone, logSize } = active?.progress ?? {
    entriesDone:
      plan.kind === 'go-on' ? plan.run.entriesDone : plan.kind === 'first' ? 0 : plan.result.entries,
    logSize: head.logSize,
  };
  const rebuilt = isCurrent ? shown.computedRoot : undefined;
  return (
    <Card title="The whole log" note={countOf(logSize, 'entry', 'entries')}>
      <div className={styles['stack']}>
        <Verdict headline={headline} />
        {active === undefined ? (
          <Begin key={plan.kind} {...{ register, head, plan, nouns, totalItems, desk }} />
        ) : (
          <Run run={active} desk={desk} nouns={nouns} totalItems={totalItems} />
        )}
        {shown !== undefined && shown.findings.length > 0 && <Findings register={register} result={shown} />}
        {shown !== undefined && check.ofAnotherHead && (
          <p className={styles['quiet']}>
            Found in the log as it was, with {countOf(shown.head.logSize, 'entry', 'entries')}:
          </p>
        )}
        {shown !== undefined && (
          <div className={styles['checks']}>
            <CheckList
              checks={[
                ...resultChecks(shown, check.leafRuleTitle, <Roots result={shown} />),
                {
                  id: 'others',
                  kind: 'others',
                  state: 'not-checked',
                  title: 'Do others see the same log?',
                  detail:
                    'This register’s API does not sign its root hash. Compare it with someone you trust.',
                  link: <Link to={pathTo({ view: 'compare', register })}>Compare root hashes</Link>,
                },
              ]}
            />
          </div>
        )}
        <TreePicture
          logSize={logSize}
          entriesDone={entriesDone}
          root={
            active !== undefined
              ? entriesDone >= logSize
                ? 'computed'
                : 'waiting'
              : !isCurrent
                ? 'waiting'
                : rebuilt === undefined
                  ? 'unknown'
                  : rebuilt === head.rootHash
                    ? 'equal'
                    : 'different'
          }
          badEntries={isCurrent ? badEntriesOf(shown) : NONE}
        />
        {shown !== undefined && <Took result={shown} keeping={run?.keeping} />}
      </div>
    </Card>
  );
}

const NONE: readonly number[] = [];

/** activeOf is a run that is under way, or waits to go on. */
export function activeOf(run: AuditSnapshot | undefined): AuditSnapshot | undefined {
  return run !== undefined && ['running', 'paused', 'failed'].includes(run.state) ? run : undefined;
}

function Verdict({ headline: { state, title, detail } }: { headline: Headline }) {
  return (
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
  );
}

function Run({
  run: { state, progress, failure },
  desk,
  nouns,
  totalItems,
}: {
  run: AuditSnapshot;
  desk: AuditDesk;
  nouns: Nouns;
  totalItems: number | undefined;
}) {
  const unkept = useUnkept('audits');
  const { entriesDone, logSize, itemsDone, itemsTotal, bytes, phase, remainingMs } = progress;
  const share = shareDone(progress, totalItems);
  const rows = [
    ['entries', `${formatNumber(entriesDone)} of ${formatNumber(logSize)}`],
    [nouns, `${formatNumber(itemsDone)}${phase === 'entries' ? '' : ` of ${formatNumber(itemsTotal)}`}`],
    ['read', formatBytes(bytes)],
    ['time left', state === 'running' ? remainingWords(remainingMs) : '–'],
  ] as const;
  return (
    <>
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
      <dl className={styles['figures']}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {unkept !== undefined && <p className={styles['quiet']}>{unsavedWords(unkept)}</p>}
      <p className={styles['actions']}>
        {state === 'running' && <Button onClick={() => desk.pause()}>Pause</Button>}
        {state === 'paused' && (
          <Button kind="strong" onClick={() => desk.resume()}>
            Resume
          </Button>
        )}
        <Button onClick={() => desk.cancel()}>Cancel</Button>
      </p>
      <p className="visually-hidden" role="status">
        {state === 'running' ? spokenProgress(share) : state === 'paused' ? 'Audit paused' : 'Audit stopped'}
      </p>
    </>
  );
}

const LABELS: Record<Plan['kind'], string> = {
  first: 'Check every entry',
  'go-on': 'Continue checking',
  grown: 'Check the new entries',
  again: 'Check every entry again',
};

/** Begin says what will be read and what that costs, and begins it; a long log of somebody else's server is read after a second yes. */
function Begin({
  register,
  head,
  plan,
  nouns,
  totalItems,
  desk,
}: {
  register: RegisterId;
  head: Checkpoint;
  plan: Plan;
  nouns: Nouns;
  totalItems: number | undefined;
  desk: AuditDesk;
}) {
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const work = workOf(plan, head.logSize, totalItems ?? head.logSize, nouns);
  // Some of the items may have been read already: how many is kept with the run.
  const isMost = plan.kind === 'go-on' && plan.run.phase !== 'entries';
  const cost = `${isMost ? 'at most ' : ''}${costWords(work.entries, work.items, itemListOf(session.id), nouns)}`;
  return (
    <div className={styles['begin']}>
      {isAsking ? (
        <p role="alert">
          This asks <code>{new URL(session.base).host}</code> for {work.words}: {cost}. A server that serves
          many may not like that.
        </p>
      ) : (
        <p className={styles['quiet']}>
          {plan.kind === 'again' ? 'To read it all once more: ' : 'It will read '}
          {work.words}: {cost}.
        </p>
      )}
      <p className={styles['actions']}>
        <Button
          kind={plan.kind === 'again' ? 'plain' : 'strong'}
          onClick={() =>
            asksFirst(register, work.entries) && !isAsking ? setAsking(true) : desk.begin(head)
          }
        >
          {isAsking ? 'Request all of it' : LABELS[plan.kind]}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>Not now</Button>}
        {plan.kind === 'go-on' && !isAsking && <Button onClick={() => desk.discard()}>Discard it</Button>}
      </p>
    </div>
  );
}

function Roots({ result: { head, computedRoot } }: { result: AuditResult }) {
  if (computedRoot === undefined) return null;
  const isSame = computedRoot === head.rootHash;
  return (
    <p className={styles['quiet']}>
      {isSame ? 'Root ' : 'Rebuilt here '}
      <HashText hash={computedRoot} digits="long" {...(!isSame && { compareWith: head.rootHash })} />
      {!isSame && (
        <>
          {', published '}
          <HashText hash={head.rootHash} digits="long" compareWith={computedRoot} />
        </>
      )}
    </p>
  );
}

/** Took says what an audit read and how long that took, what the server's lists lacked, and whether the result is kept. */
function Took({
  result: { entries, continuedFrom, items, variant, bytes, elapsedMs, hasher, workers, finishedAt, remarks },
  keeping,
}: {
  result: AuditResult;
  keeping: AuditSnapshot['keeping'];
}) {
  const unkept = useUnkept('audits');
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
        Finished on <Instant at={finishedAt} />: {countOf(entries - continuedFrom, 'entry', 'entries')} and{' '}
        {countOf(items, variant)} ({formatBytes(bytes)}) in {formatMilliseconds(elapsedMs)}, hashed by{' '}
        {hasher} in {countOf(workers, 'worker')}.
      </p>
      <p role="status">{keepingWords(keeping, unkept)}</p>
    </div>
  );
}
