import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { planet } from '../mock/registers/planet.ts';
import { ANSWER_FAULTS, BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { faultRows, hasVariant, MODES, modeWith, USUAL, WAITING } from '../testing/fault-rows.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';
import { checkedItemQuery, recordDataCheckQuery } from './data-queries.ts';
import { consistencyCheckQuery, entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { entryQuery, recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';

// Every check × every fault and behaviour of the mock × both variants × every leaf rule, through client,
// queries, checks and memory as the page uses them. The expected verdicts are below, cell by cell; a
// fault without a row fails.

/**
 * Planet has 15 entries. The faults that alter one thing alter entry 14 (key uranus) or its data; the forks
 * alter entry 8; nine tenths are 13 entries.
 */
const SIZE = planet.entries.length;
const ALTERED = 14;
const FORKED = 8;
const UNTOUCHED = 3;

/** What counts of a check against a head: what it found, if this visit may believe that head. */
const counted = ({ session }: MockVisit, head: Checkpoint, { verdict }: { readonly verdict: Verdict }) =>
  session.trust.judge(head, verdict) ?? verdict;

type MakeVerdict = (visit: MockVisit) => Promise<Verdict>;

const headOf = ({ session, queries }: MockVisit) => queries.ensureQueryData(headQuery(session));

const entryAndHead = (visit: MockVisit, entryNumber: number) =>
  Promise.all([visit.queries.ensureQueryData(entryQuery(visit.session, entryNumber)), headOf(visit)]);

const entryOf =
  (entryNumber: number): MakeVerdict =>
  async (visit) => {
    const [entry, head] = await entryAndHead(visit, entryNumber);
    const found = await visit.queries.ensureQueryData(entryCheckQuery(visit.session, entry, head));
    return counted(visit, found.checkpoint, found);
  };

const itemOf =
  (entryNumber: number): MakeVerdict =>
  async ({ session, queries }) => {
    const { itemHashes } = await queries.ensureQueryData(entryQuery(session, entryNumber));
    const [hash] = itemHashes;
    if (hash === undefined) throw new Error('an entry of planet names one item');
    return (await queries.ensureQueryData(checkedItemQuery(session, hash))).verdict;
  };

const recordDataOf =
  (key: string): MakeVerdict =>
  async ({ session, queries }) => {
    const [record, trail] = await Promise.all([
      queries.ensureQueryData(recordQuery(session, key)),
      queries.ensureQueryData(trailQuery(session, key)),
    ]);
    const latest = trail.at(-1);
    if (latest === undefined) throw new Error('a trail has at least one entry');
    return (await queries.ensureQueryData(recordDataCheckQuery(session, record.items, latest, trail)))
      .verdict;
  };

const earlierOf =
  (entryNumber: number, logSize: number): MakeVerdict =>
  async (visit) => {
    const [entry, head] = await entryAndHead(visit, entryNumber);
    if (head.logSize < logSize)
      return { outcome: 'not-checked', code: 'not-made', reason: 'the log has not had that size' };
    const query = entryCheckQuery(visit.session, entry, head, logSize);
    return counted(visit, head, await visit.queries.ensureQueryData(query));
  };

/** An older, true root from somebody else. */
const consistencyFrom =
  (logSize: number): MakeVerdict =>
  async (visit) => {
    const { session, queries } = visit;
    const from = trueHead(planet, session.id.slice(session.id.indexOf('~') + 1), logSize);
    const to = await headOf(visit);
    return (await queries.ensureQueryData(consistencyCheckQuery(session, from, to, to))).verdict;
  };

const growth: MakeVerdict = async (visit) => {
  const query = memoryCheckQuery(visit.session, await headOf(visit));
  return (await visit.queries.fetchQuery(query)).verdict;
};

/** The columns of the rows: what is altered, forked and untouched of each kind of check. */
const CHECKS: readonly { readonly readsLeaf: boolean; readonly make: MakeVerdict }[] = [
  ...[ALTERED, FORKED, UNTOUCHED].map((n) => ({ readsLeaf: true, make: entryOf(n) })),
  ...[ALTERED, FORKED].map((n) => ({ readsLeaf: false, make: itemOf(n) })),
  ...['uranus', 'mars'].map((key) => ({ readsLeaf: false, make: recordDataOf(key) })),
  { readsLeaf: true, make: earlierOf(ALTERED, ALTERED) },
  ...[FORKED, UNTOUCHED].map((n) => ({ readsLeaf: true, make: earlierOf(n, 10) })),
  ...[FORKED - 1, FORKED + 2].map((n) => ({ readsLeaf: false, make: consistencyFrom(n) })),
  { readsLeaf: false, make: growth },
];

/** `F`: a request failed. There is no verdict on the register. */
const LETTERS: Readonly<Record<Verdict['outcome'], string>> = {
  holds: 'H',
  'does-not-match': 'X',
  'cannot-check': '?',
  'not-checked': '-',
};

/**
 * ROWS are the expected verdicts: the names of faults, and below them the cells if this browser remembers
 * nothing of the register, if it saw the honest log when that had nine tenths of its entries, and if it saw
 * all of them: then nothing holds against a head that does not continue there. The columns are CHECKS in
 * their order: entry (altered, forked, untouched), item (altered, forked), record data (altered, untouched),
 * earlier entry (altered, forked, untouched), consistency (before the fork, after it), growth. `~` is data
 * that no entry of the list names: a mismatch in items; blobs look for it in the log, and cannot be checked.
 * A fork is consistent in itself: only an older root, from someone else, can contradict it. No proof shows
 * that a record is not the latest: see the audit.
 */
const ROWS = faultRows(`
honest stale-record links-circle links-back links-away links-endless entries-skipped
entries-repeated entries-reversed wrong-length fails-once
  HHH HH HH HHH HH - | HHH HH HH HHH HH H | HHH HH HH HHH HH H
altered-item
  HHH XH XH HHH HH - | HHH XH XH HHH HH H | HHH XH XH HHH HH H
half-character
  HHH ?H ?H HHH HH - | HHH ?H ?H HHH HH H | HHH ?H ?H HHH HH H
altered-entry altered-proof
  XHH HH HH XHH HH - | XHH HH HH XHH HH H | XHH HH HH XHH HH H
altered-consistency
  HHH HH HH XXX XX - | ??? HH HH XXX XX X | HHH HH HH XXX XX H
altered-root
  ??? HH HH ??? XX - | XXX HH HH XXX XX X | XXX HH HH XXX XX X
stale-root
  ?HH HH HH -HH HH - | ?HH HH HH -HH HH H | ??? HH HH -?? HH X
forged-record other-record
  HHH HH XX HHH HH - | HHH HH XX HHH HH H | HHH HH XX HHH HH H
short-trail
  HHH HH ~H HHH HH - | HHH HH ~H HHH HH H | HHH HH ~H HHH HH H
fork fork-longer
  HHH HH HH HHH HX - | ??? HH HH ??? HX X | ??? HH HH ??? HX X
rollback
  FHH FH HH FHH HH - | FHH FH HH FHH HH H | F?? FH HH F?? HH X
other-moment
  XXX HH HH XXX XX - | XXX HH HH XXX XX X | XXX HH HH XXX XX H
long-proof
  FFF HH HH FFF FF - | FFF HH HH FFF FF F | FFF HH HH FFF FF H
log-cut
  FHH FH HH FHH HH - | FHH FH HH FHH HH H | FHH FH HH FHH HH H
numbers-huge numbers-fraction numbers-hex numbers-other-digits truncated-json wrong-type
not-found-html dead slow late stall stall-body broken-off endless-body gzip-bomb deep-json
web-page too-many-requests unavailable
  FFF FF FF FFF FF F | FFF FF FF FFF FF F | FFF FF FF FFF FF F
`);

/**
 * ALARMS are the only faults that raise an alarm, and its kind; no other request,
 * check or failure raises one.
 */
const ALARMS: Readonly<Record<string, string>> = {
  '13 altered-consistency': 'not-a-continuation',
  '13 other-moment': 'not-a-continuation',
  '13 altered-root': 'not-a-continuation',
  '13 fork': 'not-a-continuation',
  '13 fork-longer': 'not-a-continuation',
  '15 altered-root': 'another-root',
  '15 fork': 'another-root',
  '15 fork-longer': 'not-a-continuation',
  '15 stale-root': 'shorter-log',
  '15 rollback': 'shorter-log',
};

/** The cells of a row by what this browser remembers. */
const MEMORIES = [undefined, 13, SIZE];

function expectedOf(memory: number | undefined, fault: string, mode: string): string {
  const cells = ROWS.get(fault)?.split(' | ')[MEMORIES.indexOf(memory)] ?? '';
  return cells.replaceAll(' ', '').replaceAll('~', mode.startsWith('earlier') ? '?' : 'X');
}

interface Setting {
  readonly mode: string;
  readonly fault: string;
  readonly rememberedSize?: number | undefined;
}

const visitOf = ({ mode, fault, rememberedSize }: Setting): MockVisit =>
  visitMock({
    source: planet,
    mode: modeWith(mode, fault),
    timeoutMs: WAITING.has(fault) ? 5 : 2_000,
    // Tens of megabytes for each request would show no more.
    ...(/endless-body|gzip-bomb/.test(fault) && { maxBytes: 500_000 }),
    ...(rememberedSize !== undefined && { rememberedSize }),
  });

/**
 * letterOf makes a check. If every request fails once, it repeats the check more often than
 * any check makes requests.
 */
async function letterOf(visit: MockVisit, made: MakeVerdict): Promise<string> {
  for (let tries = visit.session.id.endsWith('+fails-once') ? 20 : 1; tries > 0; tries -= 1)
    try {
      return LETTERS[(await made(visit)).outcome];
    } catch (error) {
      // Anything else is a bug, and fails.
      if (!(error instanceof ApiError)) throw error;
    }
  return 'F';
}

/** foundIn makes checks each in its own visit, so that no result helps another, or all of them in one. */
async function foundIn(setting: Setting, visits: 'each alone' | 'together', checks = CHECKS) {
  const shared = visits === 'together' ? visitOf(setting) : undefined;
  let letters = '';
  const raised = new Set<string>();
  for (const { make } of checks) {
    const visit = shared ?? visitOf(setting);
    const before = visit.remembered();
    letters += await letterOf(visit, make);
    const after = visit.remembered();
    // A check alone never moves the remembered root.
    expect([after?.logSize, after?.rootHash]).toEqual([before?.logSize, before?.rootHash]);
    for (const { misbehaviour } of after?.alarms ?? []) raised.add(misbehaviour.kind);
    if (visit !== shared) visit.queries.clear();
  }
  return { letters, raised: [...raised].join() };
}

const BROKEN_ANSWERS: ReadonlySet<string> = new Set(ANSWER_FAULTS.map(({ id }) => id));

/** isUnseen is whether no check sees a fault: its row is the honest one. */
const isUnseen = (fault: string): boolean => fault !== 'honest' && ROWS.get(fault) === ROWS.get('honest');

/**
 * A broken answer does not depend on the leaf rule: one rule of each variant is enough, and with a remembered
 * root one variant. Nor does a fault that no check sees, or a browser that remembers the rule.
 */
function modesFor(fault: string, rememberedSize?: number): readonly string[] {
  const isBroken = BROKEN_ANSWERS.has(fault);
  if (rememberedSize === undefined) return isBroken || isUnseen(fault) ? USUAL : MODES;
  if (isBroken) return [rememberedSize === SIZE ? 'earlier' : 'v2'];
  return fault === 'honest' ? MODES : USUAL;
}

describe.each(MEMORIES)('every check under every leaf rule, where %s entries were seen before', (seen) => {
  test.each([...ROWS.keys()])('%s', async (fault) => {
    const raised = ALARMS[`${seen} ${fault}`] ?? '';
    const isTogether = seen === SIZE || BROKEN_ANSWERS.has(fault) || isUnseen(fault);
    const visits = isTogether ? 'together' : 'each alone';
    for (const mode of modesFor(fault, seen)) {
      const expected = expectedOf(seen, fault, mode);
      // Other checks read the same bytes under each leaf rule of a variant.
      const isAsked = CHECKS.map(
        ({ readsLeaf }) => readsLeaf || isTogether || USUAL.some((one) => one === mode),
      );
      const checks = CHECKS.filter((_, at) => isAsked[at]);
      const letters = [...expected].filter((_, at) => isAsked[at]).join('');
      const found = await foundIn({ mode, fault, rememberedSize: seen }, visits, checks);
      expect({ mode, ...found }).toEqual({ mode, letters, raised });
    }
  });
});

const isLeafRule = (one: (typeof BEHAVIOURS)[number]): boolean => one.leafRule !== undefined;

test('every leaf rule is among the modes', () => {
  const ids = BEHAVIOURS.filter(isLeafRule).map(({ id }) => id);
  // The rule of the published text is the earlier variant's default.
  expect(ids.filter((id) => !MODES.some((mode) => mode.includes(id)))).toEqual(['leaf-multihash']);
});

const ways = BEHAVIOURS.filter((one) => !isLeafRule(one));

test.each(ways)(
  'a server that has the behaviour $id is judged like any other on a first visit',
  async ({ id, variant }) => {
    // Behaviours and leaf rules are independent.
    for (const mode of USUAL.filter((one) => hasVariant(one, variant))) {
      const { letters } = await foundIn({ mode: `${mode}+${id}`, fault: 'honest' }, 'together');
      expect({ mode, letters }).toEqual({ mode, letters: expectedOf(undefined, 'honest', mode) });
    }
  },
);

// A broken answer does not depend on the behaviour.
const hidden = FAULTS.filter(({ alter, rewrite }) => alter ?? rewrite);
test.each(hidden)(
  'a server that has all behaviours at once has the fault $id found like any other',
  async ({ id }) => {
    for (const usual of USUAL) {
      const mode = [
        usual,
        ...ways.filter(({ variant }) => hasVariant(usual, variant)).map((one) => one.id),
      ].join('+');
      const { letters } = await foundIn({ mode, fault: id, rememberedSize: SIZE }, 'together');
      expect({ mode, letters }).toEqual({ mode, letters: expectedOf(SIZE, id, mode) });
    }
  },
);
