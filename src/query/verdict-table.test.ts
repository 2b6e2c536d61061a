import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import type { Verdict } from '../core/verdict.ts';
import { planet } from '../mock/registers/planet.ts';
import { ANSWER_FAULTS, BEHAVIOURS, FAULTS } from '../mock/switches/switches.ts';
import { checkedItemQuery, recordDataCheckQuery } from './data-queries.ts';
import { entryQuery } from './entry-queries.ts';
import { consistencyCheckQuery, earlierEntryCheckQuery, entryCheckQuery } from './inclusion-queries.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { recordQuery, trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import { type MockVisit, trueHead, visitMock } from '../testing/mock-session.ts';

// Every check × every fault and behaviour of the mock × both variants × every leaf rule, through client, queries, checks and memory as the page uses them. What
// must come out is written down below, cell by cell; a fault without a row fails.

/** Planet has 15 entries. The faults that alter one thing alter entry 14 (key uranus) or its data; the forks alter entry 8; nine tenths are 13 entries. */
const SIZE = planet.entries.length;
const ALTERED = 14;
const FORKED = 8;
const UNTOUCHED = 3;

/** MODES are the variants with each of their leaf rules. */
const MODES = ['v2', 'v2+leaf-2016', 'earlier', 'earlier+leaf-hex', 'earlier+leaf-digest'] as const;

/** `request failed`: there is no verdict, and nothing is said about the register. */
type Cell = Verdict['outcome'] | 'request failed';

const CHECKS = {
  'entry, altered': (visit: MockVisit) => entryOf(visit, ALTERED),
  'entry, forked': (visit: MockVisit) => entryOf(visit, FORKED),
  'entry, untouched': (visit: MockVisit) => entryOf(visit, UNTOUCHED),
  'item, altered': (visit: MockVisit) => itemOf(visit, ALTERED),
  'item, forked': (visit: MockVisit) => itemOf(visit, FORKED),
  'record data, altered': (visit: MockVisit) => recordDataOf(visit, 'uranus'),
  'record data, untouched': (visit: MockVisit) => recordDataOf(visit, 'mars'),
  'earlier entry, altered': (visit: MockVisit) => earlierOf(visit, ALTERED, ALTERED),
  'earlier entry, forked': (visit: MockVisit) => earlierOf(visit, FORKED, 10),
  'earlier entry, untouched': (visit: MockVisit) => earlierOf(visit, UNTOUCHED, 10),
  'consistency, before the fork': (visit: MockVisit) => consistencyFrom(visit, FORKED - 1),
  'consistency, after it': (visit: MockVisit) => consistencyFrom(visit, FORKED + 2),
  growth: async ({ session, queries }: MockVisit) =>
    (await queries.fetchQuery(memoryCheckQuery(session, await headOf({ session, queries })))).verdict,
} satisfies Record<string, (visit: MockVisit) => Promise<Verdict>>;
type Check = keyof typeof CHECKS;

const LETTERS = {
  H: 'holds',
  X: 'does-not-match',
  '?': 'cannot-check',
  '-': 'not-checked',
  F: 'request failed',
  '~': 'newer',
} as const satisfies Record<string, Cell | 'newer'>;

/**
 * ROWS are what must come out: the names of faults, and below them the cells where this browser knows nothing of the register, where it saw the honest log when that had
 * nine tenths of its entries, and where it saw all of them: then nothing holds any more against a head that does not continue there. The columns are CHECKS in their
 * order: entry (altered, forked, untouched), item (altered, forked), record data (altered, untouched), earlier entry (altered, forked, untouched), consistency (before
 * the fork, after it), growth. `~` is a mismatch in items and cannot be checked in blobs. A fork holds together by itself: only an older root, from someone else, can
 * contradict it. That a record is not the latest no proof can tell: see the audit.
 */
const ROWS = `
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
numbers-huge numbers-exponent numbers-hex numbers-other-digits truncated-json wrong-type
not-found-html dead slow late stall stall-body broken-off endless-body gzip-bomb deep-json
web-page too-many-requests unavailable
  FFF FF FF FFF FF F | FFF FF FF FFF FF F | FFF FF FF FFF FF F
`;

/** ALARMS are raised by nothing but these, and say this; every other request, check and failure leaves the register alone. */
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

const MEMORIES = [
  { name: 'on a first visit', rows: rowsOf(0) },
  { name: 'where 13 entries were seen', rememberedSize: 13, rows: rowsOf(1) },
  { name: 'where all entries were seen', rememberedSize: SIZE, rows: rowsOf(2) },
];

/** Row is what must come out; `newer`: data that no entry of the list names, which items call a mismatch, and blobs look for in the log. */
type Row = Readonly<Record<Check, Cell | 'newer'>>;

function expectedOf(rows: ReadonlyMap<string, Row> | undefined, fault: string, mode: string) {
  const newer: Cell = mode.startsWith('earlier') ? 'cannot-check' : 'does-not-match';
  const cells = Object.entries(rows?.get(fault) ?? {});
  return Object.fromEntries(cells.map(([check, cell]) => [check, cell === 'newer' ? newer : cell]));
}

function rowsOf(memory: number): ReadonlyMap<string, Row> {
  const names = Object.keys(CHECKS);
  return new Map(
    [...ROWS.matchAll(/((?:\S.*\n)+) {2}(.*)\n/g)].flatMap(([, faults = '', cells = '']) => {
      const letters = [...(cells.split(' | ')[memory] ?? '').replaceAll(' ', '')] as (keyof typeof LETTERS)[];
      if (letters.length !== names.length) throw new Error(`the row ${faults} has ${letters.length} cells`);
      const row = Object.fromEntries(letters.map((letter, at) => [names[at], LETTERS[letter]])) as Row;
      return faults.split(/\s+/).flatMap((fault) => (fault === '' ? [] : [[fault, row] as const]));
    }),
  );
}

type Visit = Pick<MockVisit, 'session' | 'queries'>;

function headOf({ session, queries }: Visit) {
  return queries.ensureQueryData(headQuery(session));
}

async function entryOf({ session, queries }: Visit, entryNumber: number): Promise<Verdict> {
  const [entry, head] = await Promise.all([
    queries.ensureQueryData(entryQuery(session, entryNumber)),
    headOf({ session, queries }),
  ]);
  return (await queries.ensureQueryData(entryCheckQuery(session, entry, head))).verdict;
}

async function itemOf({ session, queries }: Visit, entryNumber: number): Promise<Verdict> {
  const { itemHashes } = await queries.ensureQueryData(entryQuery(session, entryNumber));
  const [hash] = itemHashes;
  if (hash === undefined) throw new Error('an entry of planet names one item');
  return (await queries.ensureQueryData(checkedItemQuery(session, hash))).verdict;
}

async function recordDataOf({ session, queries }: Visit, key: string): Promise<Verdict> {
  const [record, trail] = await Promise.all([
    queries.ensureQueryData(recordQuery(session, key)),
    queries.ensureQueryData(trailQuery(session, key)),
  ]);
  const latest = trail.at(-1);
  if (latest === undefined) throw new Error('a trail has at least one entry');
  return (await queries.ensureQueryData(recordDataCheckQuery(session, record.items, latest, trail))).verdict;
}

async function earlierOf(
  { session, queries }: Visit,
  entryNumber: number,
  logSize: number,
): Promise<Verdict> {
  const [entry, head] = await Promise.all([
    queries.ensureQueryData(entryQuery(session, entryNumber)),
    headOf({ session, queries }),
  ]);
  if (head.logSize < logSize)
    return { outcome: 'not-checked', code: 'not-made', reason: 'the log has not had that size' };
  return (await queries.ensureQueryData(earlierEntryCheckQuery(session, entry, logSize, head))).verdict;
}

/** Somebody else told this true, older root. */
async function consistencyFrom({ session, queries }: Visit, logSize: number): Promise<Verdict> {
  const mode = session.id.slice(session.id.indexOf('~') + 1);
  const from = trueHead(planet, mode, logSize);
  const to = await headOf({ session, queries });
  return (await queries.ensureQueryData(consistencyCheckQuery(session, from, to, to))).verdict;
}

/** WAITING are the faults of which there is nothing to see but time. */
const WAITING: ReadonlySet<string> = new Set(['slow', 'late', 'stall', 'stall-body']);

interface Setting {
  readonly mode: string;
  readonly fault: string;
  readonly rememberedSize?: number;
}

function visitOf({ mode, fault, ...earlier }: Setting): MockVisit {
  const timeoutMs = WAITING.has(fault) ? 5 : 2_000;
  return visitMock({
    source: planet,
    mode: fault === 'honest' ? mode : `${mode}+${fault}`,
    timeoutMs,
    // Tens of megabytes for each request would show nothing more.
    ...(fault === 'endless-body' ? { maxBytes: 500_000 } : {}),
    ...earlier,
  });
}

/** TRIES is more than any check makes requests: each of them fails once where the fault is to fail once. */
const TRIES = 20;

async function cellOf(
  visit: MockVisit,
  check: (visit: MockVisit) => Promise<Verdict>,
  tries = visit.session.id.endsWith('+fails-once') ? TRIES : 1,
): Promise<Cell> {
  try {
    return (await check(visit)).outcome;
  } catch (error) {
    // Anything else is a bug, and fails.
    if (!(error instanceof ApiError)) throw error;
    return tries > 1 ? cellOf(visit, check, tries - 1) : 'request failed';
  }
}

interface Outcomes {
  readonly outcomes: Readonly<Record<Check, Cell>>;
  /** The kinds of alarms that were raised, each once. */
  readonly raised: readonly string[];
}

/** outcomesOf makes every check in a visit of its own, so that what one finds cannot help another, or all of them in one visit. */
async function outcomesOf(setting: Setting, visits: 'each alone' | 'together'): Promise<Outcomes> {
  const shared = visits === 'together' ? visitOf(setting) : undefined;
  const cells: [string, Cell][] = [];
  const raised = new Set<string>();
  for (const [name, check] of Object.entries(CHECKS)) {
    const visit = shared ?? visitOf(setting);
    const before = visit.remembered();
    cells.push([name, await cellOf(visit, check)]);
    const after = visit.remembered();
    // Whatever was found: a check alone never moves the remembered root.
    expect([after?.logSize, after?.rootHash]).toEqual([before?.logSize, before?.rootHash]);
    for (const { misbehaviour } of after?.alarms ?? []) raised.add(misbehaviour.kind);
    if (visit !== shared) visit.queries.clear();
  }
  return { outcomes: Object.fromEntries(cells) as Record<Check, Cell>, raised: [...raised] };
}

/** An answer that is broken as a whole is so under any leaf rule: the usual rule of each variant stands for all, and where something is remembered one variant for both. */
const BROKEN_ANSWERS: ReadonlySet<string> = new Set(ANSWER_FAULTS.map(({ id }) => id));
const USUAL = MODES.filter((mode) => !mode.includes('+'));

function modesFor(fault: string, rememberedSize?: number): readonly string[] {
  if (!BROKEN_ANSWERS.has(fault)) return rememberedSize === 13 ? USUAL : MODES;
  return rememberedSize === undefined ? USUAL : [rememberedSize === SIZE ? 'earlier' : 'v2'];
}

describe.each(MEMORIES)('every check against every fault, $name', ({ rows, ...earlier }) => {
  const faults = ['honest', ...FAULTS.map(({ id }) => id)];

  test('has a row for each fault, and for no other', () => {
    expect([...rows.keys()].sort()).toEqual(faults.toSorted());
  });

  test.each(faults)('%s: each check alone, in both variants, under each leaf rule', async (fault) => {
    const alarm = ALARMS[`${earlier.rememberedSize} ${fault}`];
    for (const mode of modesFor(fault, earlier.rememberedSize)) {
      const { outcomes, raised } = await outcomesOf({ mode, fault, ...earlier }, 'each alone');
      expect({ mode, ...outcomes }).toEqual({ mode, ...expectedOf(rows, fault, mode) });
      expect({ mode, raised }).toEqual({ mode, raised: alarm === undefined ? [] : [alarm] });
    }
  });
});

const LEAF_MANNERS = BEHAVIOURS.filter(({ behaviour }) => behaviour?.leafRule !== undefined).map(
  ({ id }) => id,
);
const behaviours = BEHAVIOURS.filter(({ id }) => !LEAF_MANNERS.includes(id));

test('every leaf rule is among the modes', () => {
  const missing = LEAF_MANNERS.filter((id) => !MODES.some((mode) => mode.includes(id)));
  // The rule of the published text is what the earlier variant does anyway.
  expect(missing).toEqual(['leaf-multihash']);
});

describe.each(behaviours)('a server that has the behaviour $id', ({ id, variant }) => {
  const modes = MODES.filter(
    (mode) => variant === undefined || (variant === 'item') === mode.startsWith('v2'),
  );

  test('is judged like any other on a first visit, under each leaf rule', async () => {
    for (const mode of modes.map((one) => `${one}+${id}`)) {
      const { outcomes } = await outcomesOf({ mode, fault: 'honest' }, 'together');
      expect({ mode, ...outcomes }).toEqual({ mode, ...MEMORIES[0]?.rows.get('honest') });
    }
  });

  test('has its faults found like any other, all checks in one visit', async () => {
    // Behaviours and leaf rules know nothing of each other, so that the usual rule of each variant stands for all, the variants in turns. An answer that is broken is so in any behaviour.
    const usual = modes.filter((one) => !one.includes('+'));
    for (const [at, { id: fault }] of FAULTS.filter(({ view, rewrite }) => view ?? rewrite).entries()) {
      const mode = `${usual[at % usual.length]}+${id}`;
      const { outcomes } = await outcomesOf({ mode, fault, rememberedSize: SIZE }, 'together');
      expect({ mode, fault, ...outcomes }).toEqual({
        mode,
        fault,
        ...expectedOf(MEMORIES[2]?.rows, fault, mode),
      });
    }
  });
});

test('a consistency proof that cannot be had is no alarm, and nothing holds against that head', async () => {
  for (const mode of MODES) {
    const tamper = (path: string, body: string): string => (/consistency/.test(path) ? '{' : body);
    for (const check of [CHECKS.growth, CHECKS['entry, untouched'], CHECKS['earlier entry, untouched']]) {
      const visit = visitMock({ source: planet, mode, rememberedSize: 13, tamper });
      expect(await cellOf(visit, check)).toBe('request failed');
      expect(visit.remembered()).toMatchObject({ logSize: 13, alarms: [] });
    }
  }
});

/** MALFORMED are what is no hash, one of each kind: api/decode.test.ts has the others. The answer is not what the API document describes, which says nothing about the register. */
const MALFORMED: Readonly<Record<string, (hash: string) => unknown>> = {
  'one digit short': (hash) => hash.slice(0, -1),
  'in the other variant’s spelling': (hash) =>
    hash.startsWith('1220') ? `sha-256:${hash.slice(4)}` : `1220${hash.slice(8)}`,
  'in upper case': (hash) => hash.toUpperCase(),
  null: () => null,
  'a list': (hash) => [hash],
};

describe.each(['v2', 'earlier'])('%s: a malformed hash is a failed request, never a verdict', (mode) => {
  const places = [
    ['the root', /^\/proofs?\/register/, 'root-hash', CHECKS['entry, untouched']],
    ['an audit path', /^\/proofs?\/entries/, /audit-path$/, CHECKS['entry, untouched']],
    ['a proof of heads', /^\/proofs?\/consistency/, /-nodes$|audit-path$/, CHECKS['consistency, after it']],
    ['a consistency proof', /^\/proofs?\/consistency/, /-nodes$|audit-path$/, CHECKS.growth],
    ['an entry', /^\/entries\/3/, /(item|blob)-hash$/, CHECKS['entry, untouched']],
  ] as const;

  test.each(Object.keys(MALFORMED))('%s', async (name) => {
    for (const [where, path, member, check] of places) {
      let tampered = 0;
      const spoil = (value: unknown): unknown => {
        tampered += 1;
        const bad = (hash: unknown): unknown => MALFORMED[name]?.(String(hash));
        return Array.isArray(value) ? [bad(value[0]), ...value.slice(1)] : bad(value);
      };
      const tamper = (asked: string, body: string): string =>
        path.test(asked)
          ? JSON.stringify(JSON.parse(body), (key, value: unknown) =>
              key.match(member) ? spoil(value) : value,
            )
          : body;
      const visit = visitMock({ source: planet, mode, rememberedSize: 13, tamper });
      expect([where, await cellOf(visit, check)]).toEqual([where, 'request failed']);
      expect(tampered).toBeGreaterThan(0);
      expect(visit.remembered()?.alarms).toEqual([]);
    }
  });
});
