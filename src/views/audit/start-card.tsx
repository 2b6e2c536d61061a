import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import { badEntriesOf } from '../../query/bad-entries.ts';
import { itemListOf } from '../../query/item-list-note.ts';
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
import { entriesDoneOf, type Plan, planOf, type Work, workOf, workWords } from './plan.ts';
import { resultChecks, wasBegun } from './result-checks.ts';
import { rootStateOf } from './result-tree.ts';
import { TreeLegend, TreeParts } from './tree-legend.tsx';
import { TreePicture } from './tree-picture.tsx';
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
  const session = useSession();
  const { data: about } = useQuery(registerQuery(session));
  const nouns = about?.variant === 'blob' ? 'blobs' : 'items';
  const work = workOf(plan, head.logSize, about?.totalItems ?? head.logSize);
  const begin = (
    <Begin
      key={plan.kind}
      register={register}
      plan={plan}
      work={work}
      nouns={nouns}
      begin={() => desk.begin(head)}
      discard={() => desk.discard()}
    />
  );
  const current = result !== undefined && plan.kind === 'again';
  const drawn = {
    logSize: head.logSize,
    entriesDone: entriesDoneOf(plan),
    badEntries: current ? badEntriesOf(result) : [],
    root: current ? rootStateOf(result) : ('waiting' as const),
  };
  return (
    <Card title={TITLES[plan.kind]} note={noteOf(plan, head)}>
      <div className={styles['stack']}>
        <Words plan={plan} logSize={head.logSize} verdict={check.verdict} nouns={nouns} />
        {plan.kind !== 'again' && begin}
        <figure>
          <TreePicture {...drawn} />
          <figcaption>
            <TreeLegend {...drawn} />
            <TreeParts register={register} {...drawn} />
          </figcaption>
        </figure>
        {plan.kind === 'again' && begin}
      </div>
    </Card>
  );
}

const TITLES: Record<Plan['kind'], string> = {
  first: 'The whole log',
  'go-on': 'This audit was not finished',
  grown: 'The log has grown since the last audit',
  again: 'The whole log',
};

function noteOf(plan: Plan, head: Checkpoint): ReactNode {
  if (plan.kind === 'again')
    return (
      <>
        {wasBegun(plan.result) ? 'audited' : 'tried'} on <Instant at={plan.result.finishedAt} />
      </>
    );
  return countOf(head.logSize, 'entry', 'entries');
}

function Words({
  plan,
  logSize,
  verdict,
  nouns,
}: {
  plan: Plan;
  logSize: number;
  verdict: Verdict;
  nouns: Nouns;
}) {
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
          {plan.run.entriesDone === 1 ? 'was' : 'were'} read and hashed
          {plan.run.phase === 'items' && `, and not yet all the ${nouns}`}. What was computed is kept in this
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
    <p
      className={`${styles['headline']} ${styles[whole.state] ?? ''}`}
      role="status"
      tabIndex={-1}
      data-outcome
    >
      <CheckBadge state={whole.state} size={28} />
      <strong>{whole.title}</strong>
    </p>
  );
}

function Begin({
  register,
  plan,
  work,
  nouns,
  begin,
  discard,
}: {
  register: RegisterId;
  plan: Plan;
  work: Work;
  nouns: Nouns;
  begin: () => void;
  discard: () => void;
}) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const what = workWords(plan, work, nouns);
  const cost = `${work.atMost ? 'at most ' : ''}${costWords(costOf(work.entries, work.items, itemListOf(session.id)), nouns)}`;
  return (
    <div className={styles['begin']}>
      {asking ? (
        <p role="alert">
          This asks <code>{new URL(session.base).host}</code> for {what}: {cost}. A server that serves many
          may not like that.
        </p>
      ) : (
        <p className={styles['quiet']}>
          {LEAD[plan.kind]}
          {what}: {cost}.
        </p>
      )}
      <p className={styles['actions']}>
        <Button
          kind={plan.kind === 'again' ? 'plain' : 'strong'}
          onClick={() => (asksFirst(register, work.entries) && !asking ? setAsking(true) : begin())}
        >
          {asking ? 'Ask for all of it' : LABELS[plan.kind]}
        </Button>
        {asking && <Button onClick={() => setAsking(false)}>Not now</Button>}
        {plan.kind === 'go-on' && !asking && <Button onClick={discard}>Discard it</Button>}
      </p>
    </div>
  );
}

type Nouns = 'items' | 'blobs';

const LEAD: Record<Plan['kind'], string> = {
  first: 'It will read ',
  'go-on': 'It will read ',
  grown: 'It will read ',
  again: 'To read it all once more: ',
};

const LABELS: Record<Plan['kind'], string> = {
  first: 'Start the audit',
  'go-on': 'Go on where it stopped',
  grown: 'Continue the audit',
  again: 'Audit again',
};
