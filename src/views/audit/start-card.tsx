import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { SavedRun } from '../../log/audit-types.ts';
import type { AuditCheck } from '../../query/audit-check.ts';
import type { AuditDesk } from '../../query/audit-desk.ts';
import { badEntriesOf } from '../../query/kept-audit.ts';
import { type ItemList, itemListOf } from '../../query/item-list-note.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import type { RegisterId } from '../../ui/paths.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import { resultChecks, wasBegun } from './audit-result.tsx';
import styles from './audit.module.css';
import { rootStateOf, TreeLegend, TreeParts, TreePicture } from './tree-picture.tsx';

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
          {asking ? 'Request all of it' : LABELS[plan.kind]}
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
  first: 'Check every entry',
  'go-on': 'Continue checking',
  grown: 'Check the new entries',
  again: 'Check every entry again',
};

/** Plan is what can be begun: a first audit, the rest of one that was not finished, the entries added since one, or the same once more. */
export type Plan =
  | { readonly kind: 'first' }
  | { readonly kind: 'go-on'; readonly run: SavedRun }
  | { readonly kind: 'grown'; readonly result: AuditResult; readonly added: number }
  | { readonly kind: 'again'; readonly result: AuditResult };

/** planOf chooses it. A saved run of a longer log, or of another root, is not one of the log at hand: nothing goes on from it. */
export function planOf(
  head: Checkpoint,
  result: AuditResult | undefined,
  unfinished: SavedRun | undefined,
): Plan {
  const fits = (other: Checkpoint): boolean =>
    other.logSize < head.logSize || (other.logSize === head.logSize && other.rootHash === head.rootHash);
  if (unfinished !== undefined && fits(unfinished.head)) return { kind: 'go-on', run: unfinished };
  if (result === undefined || !fits(result.head)) return { kind: 'first' };
  const added = head.logSize - result.head.logSize;
  if (added === 0) return { kind: 'again', result };
  // Only from an audit of which all held does one go on: another is made anew.
  return result.verdict.outcome === 'holds' ? { kind: 'grown', result, added } : { kind: 'first' };
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

/** Work is what a plan has to read. */
export interface Work {
  readonly entries: number;
  /** A guess: what the entries name is known when they have been read. */
  readonly items: number;
  /** Some of the items may have been read already: how many is kept with the run. */
  readonly atMost: boolean;
}

/** workOf says what a plan reads of a log of `logSize` entries and `totalItems` items. Items are read when all entries have been: a run that stopped before has all of them before it. */
export function workOf(plan: Plan, logSize: number, totalItems: number): Work {
  const atMost = plan.kind === 'go-on' && plan.run.phase !== 'entries';
  switch (plan.kind) {
    case 'first':
    case 'again':
      return { entries: logSize, items: totalItems, atMost };
    case 'grown':
      return { entries: plan.added, items: Math.round(totalItems * (plan.added / logSize)), atMost };
    case 'go-on':
      return {
        entries: Math.max(0, logSize - plan.run.entriesDone),
        items: plan.run.phase === 'comparing' ? 0 : totalItems,
        atMost,
      };
  }
}

/** workWords names what will be read. */
export function workWords(plan: Plan, { entries, items }: Work, nouns: 'items' | 'blobs'): string {
  switch (plan.kind) {
    case 'first':
    case 'again':
      return countOf(entries, 'entry', 'entries');
    case 'grown':
      return countOf(entries, 'new entry', 'new entries');
    case 'go-on': {
      const read = entries === 0 ? [] : [countOf(entries, 'entry', 'entries')];
      if (items > 0) read.push(plan.run.phase === 'entries' ? `all ${nouns}` : `the ${nouns} that are left`);
      return read.length === 0
        ? 'a few proofs, to name the entry where the roots differ'
        : read.join(' and ');
    }
  }
}

/** Cost is about how much an audit asks of the server. */
export interface Cost {
  readonly requests: number;
  /** What the requests come to if the server has no list of items; missing where that is known, or makes no difference. */
  readonly unlisted?: number;
  readonly bytes: number;
}

/** ENTRIES_A_PAGE and ITEMS_A_PAGE are how many the server usually gives at once when asked for many. */
const ENTRIES_A_PAGE = 5000;
const ITEMS_A_PAGE = 100;
/** No more items than this are asked for one by one. */
const FEW_ITEMS = 50;
/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** ASK_FIRST is the longest log, in entries, that is read from somebody's server without asking the reader once more. */
const ASK_FIRST = 20_000;

/** costOf guesses what an audit of this many entries and items costs; an unknown list of items is taken to be there. */
export function costOf(entries: number, items: number, list: ItemList): Cost {
  const bytes = entries * ENTRY_BYTES + items * ITEM_BYTES;
  const pages = Math.ceil(entries / ENTRIES_A_PAGE);
  if (items <= FEW_ITEMS) return { requests: pages + items, bytes };
  const listed = pages + Math.ceil(items / ITEMS_A_PAGE);
  // Asked for the list, the server says once that there is none.
  const unlisted = pages + 1 + items;
  switch (list) {
    case 'listed':
      return { requests: listed, bytes };
    case 'unlisted':
      return { requests: unlisted, bytes };
    case 'unknown':
      return { requests: listed, unlisted, bytes };
  }
}

/** costWords says that in words: `about 4 requests and 130 kB`, and what it is where there is no list of the `nouns`. */
export function costWords({ requests, unlisted, bytes }: Cost, nouns: 'items' | 'blobs'): string {
  const words = `about ${countOf(requests, 'request')} and ${roundedBytes(bytes)}`;
  if (unlisted === undefined) return words;
  return `${words}, or about ${countOf(unlisted, 'request')} if the server has no list of ${nouns}`;
}

/** roundedBytes writes a guess with no more digits than it is worth. */
function roundedBytes(bytes: number): string {
  if (bytes < 1000) return 'under 1 kB';
  const step = 10 ** (Math.floor(Math.log10(bytes)) - 1);
  return formatBytes(Math.round(bytes / step) * step).replace(/\.0(?= )/, '');
}

/** asksFirst says whether a reader is asked once more: the log is long, and the server is not this site's own. */
export function asksFirst(register: RegisterId, entries: number): boolean {
  return register.kind === 'remote' && entries > ASK_FIRST;
}
