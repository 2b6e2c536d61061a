import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import type { RegisterId } from '../../ui/paths.ts';
import type { AuditResult, SavedRun } from '../../verify/audit/audit-types.ts';
import { asksFirst, costOf, costWords } from './cost.ts';
import { resultChecks } from './result-checks.ts';
import { badEntriesOf, rootStateOf } from './result-tree.ts';
import { TreeLegend, TreeParts, TreePicture } from './tree-picture.tsx';
import styles from './audit.module.css';

/** StartCard says what an audit is and costs, or what became of the last one, and begins it, goes on with it, or makes it again. */
export function StartCard({
  register,
  head,
  result,
  check,
  unfinished,
  desk,
}: {
  register: RegisterId;
  head: Checkpoint;
  result: AuditResult | undefined;
  check: AuditCheck;
  unfinished: SavedRun | undefined;
  desk: AuditDesk;
}) {
  const plan = planOf(head, result, unfinished);
  const begin = <Begin key={plan.kind} register={register} plan={plan} head={head} desk={desk} />;
  const current = result !== undefined && plan.kind === 'again';
  const drawn = {
    logSize: head.logSize,
    entriesDone: entriesDoneOf(plan),
    badEntries: current ? badEntriesOf(result) : [],
  };
  return (
    <Card title={TITLES[plan.kind]} note={noteOf(plan, head)}>
      <div className={styles['stack']}>
        <Words plan={plan} logSize={head.logSize} verdict={check.verdict} />
        {plan.kind !== 'again' && begin}
        <figure>
          <TreePicture {...drawn} root={current ? rootStateOf(result) : 'waiting'} />
          <figcaption>
            <TreeLegend logSize={head.logSize} />
            <TreeParts register={register} {...drawn} />
          </figcaption>
        </figure>
        {plan.kind === 'again' && begin}
      </div>
    </Card>
  );
}

/** entriesDoneOf is how many entries are in the tree that this plan goes on with, or shows. */
function entriesDoneOf(plan: Plan): number {
  switch (plan.kind) {
    case 'first':
      return 0;
    case 'go-on':
      return plan.run.entriesDone;
    case 'grown':
    case 'again':
      return plan.result.entries;
  }
}

/** Plan is what can be begun: a first audit, the rest of one that was not finished, the entries added since one, or the same once more. */
type Plan =
  | { readonly kind: 'first' }
  | { readonly kind: 'go-on'; readonly run: SavedRun }
  | { readonly kind: 'grown'; readonly result: AuditResult; readonly added: number }
  | { readonly kind: 'again'; readonly result: AuditResult };

const TITLES: Record<Plan['kind'], string> = {
  first: 'The whole log',
  'go-on': 'This audit was not finished',
  grown: 'The log has grown since the last audit',
  again: 'The whole log',
};

/** A saved run of a longer log, or of another root, is not one of the log at hand: nothing goes on from it. */
function planOf(head: Checkpoint, result: AuditResult | undefined, unfinished: SavedRun | undefined): Plan {
  const fits = (other: Checkpoint): boolean =>
    other.logSize < head.logSize || (other.logSize === head.logSize && other.rootHash === head.rootHash);
  if (unfinished !== undefined && fits(unfinished.head)) return { kind: 'go-on', run: unfinished };
  if (result === undefined || !fits(result.head)) return { kind: 'first' };
  const added = head.logSize - result.head.logSize;
  if (added === 0) return { kind: 'again', result };
  // Only from an audit of which all held does one go on: another is made anew.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', result, added } : { kind: 'first' };
}

function noteOf(plan: Plan, head: Checkpoint): ReactNode {
  if (plan.kind === 'again')
    return (
      <>
        audited on <Instant at={plan.result.finishedAt} />
      </>
    );
  return countOf(head.logSize, 'entry', 'entries');
}

function Words({ plan, logSize, verdict }: { plan: Plan; logSize: number; verdict: Verdict }) {
  switch (plan.kind) {
    case 'first':
      return (
        <p className={styles['lead']}>
          An audit reads every entry of the log and all the data they name, and hashes all of it in this
          browser. If the root rebuilt from that is the root the server publishes, nothing in the register was
          left out, added or changed, and the latest version of every record is certain.
        </p>
      );
    case 'go-on':
      return (
        <p className={styles['lead']}>
          {countOf(plan.run.entriesDone, 'entry', 'entries')} of {formatNumber(logSize)}{' '}
          {plan.run.entriesDone === 1 ? 'was' : 'were'} read and hashed. What was computed is kept in this
          browser.
        </p>
      );
    case 'grown':
      return (
        <p className={styles['lead']}>
          {countOf(plan.added, 'entry was', 'entries were')} added since the audit of{' '}
          <Instant at={plan.result.finishedAt} />, which read {formatNumber(plan.result.head.logSize)}. Only
          the new ones have to be read: the tree is kept in this browser and goes on growing.
        </p>
      );
    case 'again':
      return <Headline result={plan.result} verdict={verdict} />;
  }
}

/** Headline says what the audit came to, in one line. */
function Headline({ result, verdict }: { result: AuditResult; verdict: Verdict }) {
  const whole = resultChecks(result, verdict).at(-1);
  if (whole === undefined) return null;
  return (
    <p className={`${styles['headline']} ${styles[whole.state] ?? ''}`} role="status">
      <CheckBadge state={whole.state} size={28} />
      <strong>{whole.title}</strong>
    </p>
  );
}

function Begin({
  register,
  plan,
  head,
  desk,
}: {
  register: RegisterId;
  plan: Plan;
  head: Checkpoint;
  desk: AuditDesk;
}) {
  const session = useSession();
  const { data: about } = useQuery(registerQuery(session));
  const [asking, setAsking] = useState(false);
  const from = plan.kind === 'again' ? 0 : entriesDoneOf(plan);
  const entries = head.logSize - from;
  const cost = costOf(entries, Math.round((about?.totalItems ?? head.logSize) * (entries / head.logSize)));
  const begin = (): void => {
    if (asksFirst(register, entries) && !asking) setAsking(true);
    else desk.begin(head);
  };
  const what =
    plan.kind === 'grown'
      ? countOf(entries, 'new entry', 'new entries')
      : countOf(entries, 'entry', 'entries');
  return (
    <div className={styles['begin']}>
      {asking ? (
        <p role="alert">
          This asks <code>{new URL(session.base).host}</code> for {what}: {costWords(cost)}. A server that
          serves many may not like that.
        </p>
      ) : (
        <p className={styles['quiet']}>
          {plan.kind === 'again' ? 'To read it all once more: ' : 'It will read '}
          {what}: {costWords(cost)}.
        </p>
      )}
      <p className={styles['actions']}>
        <Button kind={plan.kind === 'again' ? 'plain' : 'strong'} onClick={begin}>
          {asking ? 'Ask for all of it' : LABELS[plan.kind]}
        </Button>
        {asking && <Button onClick={() => setAsking(false)}>Not now</Button>}
        {plan.kind === 'go-on' && !asking && <Button onClick={() => desk.discard()}>Discard it</Button>}
      </p>
    </div>
  );
}

const LABELS: Record<Plan['kind'], string> = {
  first: 'Start the audit',
  'go-on': 'Go on where it stopped',
  grown: 'Continue the audit',
  again: 'Audit again',
};
