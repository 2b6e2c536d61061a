import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { LEAF_RULES } from '../core/leaf-rules.ts';
import { leaf } from '../testing/rfc-9162.ts';
import { aMisbehaviour } from '../testing/evidence-builders.ts';
import { damaged, hostileJson, plain, RUNS, spoiltJson } from '../testing/hostile-json.ts';
import type { SeenHead } from './evidence/misbehaviour.ts';
import {
  crc32,
  earlierHead,
  fromKept,
  parseRememberedRoot,
  recallRoot,
  type RememberedRoot,
  VISIT_MS,
  toKept,
} from './remembered-root.ts';
import { readRootsFile, ROOTS_FORMAT, writeRootsFile } from './roots-file.ts';

const hash = (digits: string): Hash => digits.repeat(32) as Hash;
const LAST_MS = 253_402_300_799_999;
const alarm = { read: false, misbehaviour: aMisbehaviour() };
const root: RememberedRoot = {
  registerId: 'country',
  base: 'https://r.example',
  variant: 'item',
  logSize: 7,
  rootHash: hash('a1'),
  leafRule: 'item-json',
  firstSeenMs: 1,
  lastSeenMs: 2,
  importedAtMs: 4,
  before: { logSize: 6, rootHash: hash('d4'), seenAtMs: 1 },
  revision: 3,
  alarms: [alarm],
  givenUp: [{ logSize: 4, rootHash: hash('c3'), seenAtMs: 1 }],
};
const kept = toKept(root);

test('crc32 is the one of gzip', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcb_f4_39_26);
  expect(crc32(new Uint8Array())).toBe(0);
});

describe('a root as it is kept', () => {
  test('is read back, also out of JSON, and whatever the order of its members was', () => {
    expect(fromKept(structuredClone(kept))).toEqual(root);
    expect(fromKept(JSON.parse(JSON.stringify(kept)))).toEqual(root);
    const turned = Object.fromEntries(Object.entries(root).toReversed()) as unknown as RememberedRoot;
    expect(fromKept(toKept(turned))).toEqual(root);
    const { importedAtMs: _, ...seenHere } = root;
    expect(fromKept(toKept(seenHere))).toEqual(seenHere);
  });

  test('that could not be read again is not written', () =>
    expect(() => toKept({ ...root, logSize: Number.NaN })).toThrow(RangeError));

  test('of a later page, damaged, or of another register, is neither a first visit nor a root', async () => {
    const recalled = (stored: unknown) => recallRoot('country', async () => stored);
    for (const later of [{ ...kept, version: 6 }, { version: 99 }, { version: 6, root: 'elsewhere' }])
      expect(fromKept(later)).toBe('newer');
    for (const version of [4, 0, 2.5, Number.NaN, '3', null])
      expect(fromKept({ ...kept, version })).toBeUndefined();
    expect(await recalled(kept)).toEqual({ kind: 'remembered', root });
    const planet = toKept({ ...root, registerId: 'planet' });
    for (const stored of [planet, { ...kept, logSize: 8 }, { ...kept, version: 4 }, root, { version: 6 }])
      expect(await recalled(stored)).toMatchObject({ kind: 'cannot-recall', mayBe: 'there' });
  });
});

/** Values that a member may have after damage, or from another page. */
const OTHERS: readonly unknown[] = [
  [undefined, null, true, Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1.5, 8, 2 ** 53],
  ['item-json-2016', '7', '', 'a1'.repeat(31), 'a2'.repeat(32), 'A1'.repeat(32), 'blob'],
  ['https://elsewhere.example', [], {}, [null], [{ logSize: 4 }]],
].flat();

const flipped = Array.from(kept.rootHash, (digit, at) =>
  kept.rootHash.slice(0, at).concat(digit === 'a' ? 'b' : 'a', kept.rootHash.slice(at + 1)),
);

describe('damage is never taken for a root that was seen', () => {
  test.each(Object.keys(kept) as (keyof typeof kept)[])('%s', (member) => {
    for (const other of [...OTHERS, ...flipped]) {
      if (Object.is(other, kept[member])) continue;
      const isLater = member === 'version' && other === 8;
      expect(fromKept({ ...kept, [member]: other })).toBe(isLater ? 'newer' : undefined);
    }
    const without = Object.fromEntries(Object.entries(kept).filter(([name]) => name !== member));
    expect(fromKept(without)).toBeUndefined();
  });

  test('an alarm or a root given up that was changed, lost or made', () => {
    for (const alarms of [[], [alarm, alarm], [{ ...alarm, read: true }]])
      expect(fromKept({ ...kept, alarms })).toBeUndefined();
    expect(fromKept({ ...kept, givenUp: [] })).toBeUndefined();
  });

  test.each([null, 7, 'root', true, [], [kept], new Map(), new Date(0), new Uint8Array(32)])('%s', (value) =>
    expect(fromKept(value)).toBeUndefined(),
  );
});

// Stored values that a view could not show: each would throw, or name no register.
const withAlarm = (more: object) => ({
  alarms: [{ read: false, misbehaviour: { ...alarm.misbehaviour, ...more } }],
});
const seen = (seenAtMs: unknown) => ({ logSize: 5, rootHash: root.rootHash, seenAtMs });
const TIMES = [LAST_MS + 1, 8_640_000_000_000_001, Number.MAX_SAFE_INTEGER, -1, 1.5, '1', null];
const ADDRESSES = ['', 'country', '//r.example', 'ftp://r.example', 'data:text/plain,x', 'https://'].concat(
  `https://r.example/${'a'.repeat(9000)}`,
  'https://r.example/\ud800',
);

const spoiltTimes = TIMES.flatMap((ms): object[] =>
  ['firstSeenMs', 'lastSeenMs', 'openedAtMs', 'importedAtMs']
    .map((name): object => ({ [name]: ms }))
    .concat({ givenUp: [seen(ms)] }, withAlarm({ old: seen(ms) }), withAlarm({ new: seen(ms) })),
);
const { addresses } = alarm.misbehaviour;
const spoiltAddresses = ADDRESSES.flatMap((address): object[] => [
  { base: address },
  withAlarm({ base: address }),
  withAlarm({ addresses: { head: address } }),
  withAlarm({ addresses: { head: addresses.head, consistency: address } }),
]);

describe('a value is no remembered root', () => {
  test.each<[string, readonly object[]]>([
    ['a size that is none', [0, 1.5, '5'].map((logSize) => ({ logSize }))],
    ['a root that is none', ['ab', hash('A1')].map((rootHash) => ({ rootHash }))],
    ['a leaf rule that is none, or not of its variant', [{ leafRule: 'item-xml' }, { leafRule: 'blob-hex' }]],
    ['no revision', [{ revision: undefined }]],
    ['an alarm that is none', [{ alarms: [{ read: false }] }, { alarms: [{ ...alarm, read: 'yes' }] }]],
    ['an alarm of no kind', ['rude', 'toString'].map((kind) => withAlarm({ kind }))],
    ['an alarm with a bad path', [withAlarm({ path: ['x'] })]],
    [
      'a head given up, or from before, that is none',
      [{ givenUp: [{ logSize: 4 }] }, { before: { logSize: 4 } }],
    ],
    ['a time that no page can show', spoiltTimes],
    ['an address that is none', spoiltAddresses],
    ['a name that is none', ['', '\udc00', 'a'.repeat(9000), 5].map((registerId) => ({ registerId }))],
  ])('with %s', (_, spoilt) => {
    for (const change of spoilt)
      expect([change, parseRememberedRoot({ ...root, ...change })]).toEqual([change, undefined]);
  });

  test('the last moment of the year 9999, and a log that is gone, are no reason', () => {
    const odd = {
      ...root,
      firstSeenMs: LAST_MS,
      lastSeenMs: LAST_MS,
      importedAtMs: LAST_MS,
      ...withAlarm({ new: { ...seen(LAST_MS), logSize: 0 } }),
    };
    expect(parseRememberedRoot(structuredClone(odd))).toEqual(odd);
  });
});

describe('a file of remembered roots', () => {
  const file = (more: object): string => JSON.stringify({ format: ROOTS_FORMAT, version: 1, ...more });

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['another format', file({ format: 'roots', roots: [] })],
    ['another version', file({ version: 2, roots: [] })],
    ['no list', file({ roots: {} })],
    ['one bad root among good ones', file({ roots: [kept, { ...kept, logSize: 0 }] })],
    ['a root without its sum', file({ roots: [root] })],
  ])('says what is wrong with %s', (_, text) =>
    expect(readRootsFile(text)).toEqual({ problem: expect.stringMatching(/./) }),
  );
});

describe('what an earlier visit saw of a root that was seen', () => {
  const OPENED = 10 * VISIT_MS;
  const BEFORE: SeenHead = { logSize: 5, rootHash: hash('0a'), seenAtMs: 7 };
  const within = OPENED - VISIT_MS + 1;
  test.each<[string, Partial<RememberedRoot>, SeenHead | 'the root' | undefined]>([
    ['long ago', { lastSeenMs: 5 }, 'the root'],
    ['exactly one pause before', { lastSeenMs: OPENED - VISIT_MS }, 'the root'],
    ['just within the pause', { lastSeenMs: within }, undefined],
    ['just within it, after an earlier one', { lastSeenMs: within, before: BEFORE }, BEFORE],
    ['by this very page', { lastSeenMs: OPENED + 5 }, undefined],
    ['by this very page, after an earlier one', { lastSeenMs: OPENED + 5, before: BEFORE }, BEFORE],
    ['long ago, after an even earlier one', { lastSeenMs: 5, before: BEFORE }, 'the root'],
    ['just now, by a tab left open since long ago', { lastSeenMs: OPENED - 1, openedAtMs: 5 }, 'the root'],
    ['long ago by its clock, by a page of this visit', { lastSeenMs: 5, openedAtMs: OPENED }, undefined],
    ['in a file that was read just now', { lastSeenMs: OPENED, importedAtMs: OPENED }, 'the root'],
    ['by a clock that was set back since', { lastSeenMs: OPENED + 9 * VISIT_MS }, undefined],
  ])('%s', (_, more, expected) => {
    const { importedAtMs: __, before: ___, ...plain } = root;
    const one = { ...plain, ...more };
    const { logSize, rootHash, lastSeenMs: seenAtMs } = one;
    expect(earlierHead(one, OPENED)).toEqual(
      expected === 'the root' ? { logSize, rootHash, seenAtMs } : expected,
    );
  });
});

const aSize = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const aTime = fc.integer({ min: 0, max: 253_402_300_799_999 });
const aHash = fc.string().map(leaf);
const aSeenHead = plain({ logSize: aSize, rootHash: aHash, seenAtMs: aTime });

/** aRoot makes any root that a browser may have remembered. */
const aRoot: fc.Arbitrary<RememberedRoot> = plain({
  rule: fc.constantFrom(...LEAF_RULES),
  registerId: fc.constantFrom('country', 'country~earlier', 'https://r.example/v1', 'file:x-00', 'ü/%?'),
  logSize: aSize,
  rootHash: aHash,
  firstSeenMs: aTime,
  lastSeenMs: aTime,
  revision: fc.integer({ min: 1, max: 1e6 }),
  optional: fc.record({ importedAtMs: aTime, before: aSeenHead }, { requiredKeys: [] }),
  alarms: fc.array(
    fc.boolean().map((read) => ({ misbehaviour: aMisbehaviour(), read })),
    { maxLength: 2 },
  ),
  givenUp: fc.array(aSeenHead, { maxLength: 2 }),
}).map(({ rule, optional, ...rest }) =>
  Object.assign(rest, optional, {
    base: 'https://r.example/v1',
    variant: rule.variant,
    leafRule: rule.id,
  }),
);

/** assertRoot checks a root against its type, without the code that read it. */
function assertRoot(root: RememberedRoot): void {
  for (const size of [root.logSize, root.revision, ...(root.before ? [root.before.logSize] : [])])
    assert.ok(Number.isSafeInteger(size) && size >= 1);
  for (const hash of [root.rootHash, ...root.alarms.map(({ misbehaviour }) => misbehaviour.new.rootHash)])
    assert.match(hash, /^[0-9a-f]{64}$/);
  const times = [
    root.firstSeenMs,
    root.lastSeenMs,
    ...root.alarms.map((one) => one.misbehaviour.old.seenAtMs),
  ];
  for (const ms of times) assert.equal(new Date(ms).toISOString().length, 24);
  assert.ok(LEAF_RULES.some(({ id, variant }) => id === root.leafRule && variant === root.variant));
  assert.match(new URL(root.base).protocol, /^https?:$/);
  assert.notEqual(encodeURIComponent(root.registerId), '');
}

test('what storage holds is a remembered root to the letter, or none; reading it never throws', () => {
  const spoilt = spoiltJson(aRoot.map((root) => JSON.stringify(root))).map(({ value }) => value);
  fc.assert(
    fc.property(fc.oneof(hostileJson(), spoilt), (value) => {
      const root = parseRememberedRoot(value);
      if (root === undefined) return;
      assertRoot(root);
      assert.deepEqual(parseRememberedRoot(structuredClone(root)), root);
    }),
    { ...RUNS, numRuns: 3 * (RUNS.numRuns ?? 0) },
  );
});

test('roots written to a file come back the same; a damaged file gives whole roots, or none and says why', () => {
  expect.hasAssertions();
  const roots = fc.uniqueArray(aRoot, { maxLength: 3, selector: ({ registerId }) => registerId });
  const files = roots.chain((all) =>
    damaged(fc.constant(writeRootsFile(all, 1_000))).map((text) => ({ all, text })),
  );
  fc.assert(
    fc.property(files, ({ all, text }) => {
      const read = readRootsFile(text);
      if (text === writeRootsFile(all, 1_000)) expect(read).toEqual({ roots: all });
      if ('problem' in read) assert.notEqual(read.problem, '');
      else for (const root of read.roots) assertRoot(root);
    }),
    RUNS,
  );
});
