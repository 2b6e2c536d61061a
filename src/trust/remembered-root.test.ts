import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { aMisbehaviour } from '../testing/evidence-builders.ts';
import { hostileJson, RUNS, corruptedJson } from '../testing/hostile-json.ts';
import {
  forgettingFailed,
  importRoots,
  readRootsFile,
  writeRootsFile,
} from '../views/settings/stored-data.ts';
import {
  earlierHead,
  fromStored,
  parseRememberedRoot,
  type RememberedRoot,
  seenIn,
  toStored,
  unreadable,
} from './remembered-root.ts';

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
const kept = toStored(root);

describe('a root as it is kept', () => {
  test('is read back, also out of JSON, and whatever the order of its members was', () => {
    expect(fromStored(structuredClone(kept))).toEqual(root);
    expect(fromStored(JSON.parse(JSON.stringify(kept)))).toEqual(root);
    const turned = Object.fromEntries(Object.entries(root).toReversed()) as unknown as RememberedRoot;
    expect(fromStored(toStored(turned))).toEqual(root);
    const { importedAtMs: _, ...seenHere } = root;
    expect(fromStored(toStored(seenHere))).toEqual(seenHere);
  });

  test('that could not be read again is not written', () =>
    expect(() => toStored({ ...root, logSize: Number.NaN })).toThrow(RangeError));

  test('of a later version of this page, or of none, is no root; its checksum is the one of gzip', () => {
    for (const version of [6, 99, 3, 1, 0, 2.5, Number.NaN, '3', null])
      expect(fromStored({ ...kept, version })).toBeUndefined();
    expect(kept.sum).toBe(crc32(JSON.stringify(root)));
    expect(kept.version).toBe(5);
    const damaged = 'what this browser kept of this register cannot be read';
    const later = 'a later version of this page remembered this register';
    expect([5, 6].map((version) => unreadable({ version }))).toMatchObject([
      { summary: damaged, reason: `${damaged}. Forget it in Settings to start again` },
      { summary: later, reason: `${later}: load that version` },
    ]);
  });
});

const HALF_AN_HOUR = 1_800_000;

// Times in ms: when the page that saw it was opened (or only when it was seen last), and when this one was.
test.each<[what: string, seen: Partial<RememberedRoot>, openedAtMs: number, isEarlier: boolean]>([
  ['half an hour after its page was opened', { openedAtMs: 5, lastSeenMs: 9 }, 5 + HALF_AN_HOUR, true],
  ['a moment less after', { openedAtMs: 5, lastSeenMs: 9 }, 4 + HALF_AN_HOUR, false],
  [
    'half an hour after it was seen, by a page of which nothing is known',
    { lastSeenMs: 9 },
    9 + HALF_AN_HOUR,
    true,
  ],
  ['a moment less after', { lastSeenMs: 9 }, 8 + HALF_AN_HOUR, false],
  ['at once, if it was imported', { openedAtMs: 5, lastSeenMs: 9, importedAtMs: 7 }, 6, true],
])('a root is of an earlier visit %s', (_, seen, openedAtMs, isEarlier) => {
  const { importedAtMs: _imported, openedAtMs: _opened, ...plain } = root;
  const remembered = { ...plain, ...seen };
  expect(earlierHead(remembered, openedAtMs)).toEqual(isEarlier ? seenIn(remembered) : root.before);
});

describe('a root that an earlier version of this page stored is still compared', () => {
  const misbehaviour = {
    kind: 'shorter-log',
    base: 'https://r.example',
    variant: 'item',
    registerId: 'country',
    old: { logSize: 7, rootHash: hash('a1'), seenAtMs: 2 },
    new: { logSize: 5, rootHash: hash('b2'), seenAtMs: 3 },
    addresses: { head: 'https://r.example/proof/register' },
  };
  const { importedAtMs: _, before, ...first } = { ...root, alarms: [{ misbehaviour, read: false }] };
  const words = { ...misbehaviour, kind: 'the log is shorter than it was' };
  const inWords = { ...first, alarms: [{ misbehaviour: words, read: false }] };

  // Stored by those versions.
  test.each<[version: number, stored: typeof inWords & { before?: unknown }, sum?: number]>([
    [1, inWords],
    [2, inWords, 1_592_848_372],
    [3, { ...inWords, before }, 1_449_791_209],
    [4, { ...first, before }, 2_934_605_429],
  ])('version %i', (version, stored, sum) => {
    const asStored = sum === undefined ? stored : { ...stored, version, sum };
    const read = { ...stored, alarms: first.alarms };
    expect(fromStored(asStored)).toEqual(read);
    expect(fromStored(toStored(fromStored(asStored) as RememberedRoot))).toEqual(read);
    // Damage is damage in any form.
    if (sum !== undefined) expect(fromStored({ ...asStored, lastSeenMs: 3 })).toBeUndefined();
    for (const alarms of [null, [null], [{ misbehaviour: 'rude' }]])
      expect(fromStored({ ...asStored, alarms })).toBeUndefined();
  });

  // Else it lost its version, and perhaps more.
  test('version 1 only without what came later', () => {
    for (const later of [{ version: 1 }, { version: 2 }, { sum: 1 }, { before }, { openedAtMs: 1 }])
      expect(fromStored({ ...inWords, ...later })).toBeUndefined();
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
      expect(fromStored({ ...kept, [member]: other })).toBeUndefined();
    }
    const without = Object.fromEntries(Object.entries(kept).filter(([name]) => name !== member));
    expect(fromStored(without)).toBeUndefined();
  });

  test('an alarm or a root given up that was changed, lost or made', () => {
    for (const alarms of [[], [alarm, alarm], [{ ...alarm, read: true }]])
      expect(fromStored({ ...kept, alarms })).toBeUndefined();
    expect(fromStored({ ...kept, givenUp: [] })).toBeUndefined();
  });

  test('anything else', () => {
    for (const value of [null, 7, 'root', [], [kept], new Map()]) expect(fromStored(value)).toBeUndefined();
  });
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

const corruptedTimes = TIMES.flatMap((ms): object[] =>
  ['firstSeenMs', 'lastSeenMs', 'openedAtMs', 'importedAtMs']
    .map((name): object => ({ [name]: ms }))
    .concat({ givenUp: [seen(ms)] }, withAlarm({ old: seen(ms) }), withAlarm({ new: seen(ms) })),
);
const corruptedHeads = [
  { logSize: undefined },
  { rootHash: undefined },
  { seenAtMs: undefined },
  { imported: 'yes' },
].flatMap((change): object[] => {
  const head = { ...seen(1), ...change };
  return [{ givenUp: [head] }, { before: head }, withAlarm({ old: head }), withAlarm({ new: head })];
});
const { addresses } = alarm.misbehaviour;
const corruptedAddresses = ADDRESSES.flatMap((address): object[] => [
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
    ['an alarm of no register or variant', [{ registerId: '' }, { variant: '' }].map(withAlarm)],
    ['a head that is none', corruptedHeads],
    ['a time that no page can show', corruptedTimes],
    ['an address that is none', corruptedAddresses],
    ['a name that is none', ['', '\udc00', 'a'.repeat(8193), 5].map((registerId) => ({ registerId }))],
  ])('with %s', (_, corrupted) => {
    for (const change of corrupted)
      expect([change, parseRememberedRoot({ ...root, ...change })]).toEqual([change, undefined]);
  });

  test('the longest name, the last moment of the year 9999, and a log that is gone, are no reason', () => {
    const odd = {
      ...root,
      registerId: 'a'.repeat(8192),
      firstSeenMs: LAST_MS,
      lastSeenMs: LAST_MS,
      importedAtMs: LAST_MS,
      ...withAlarm({ variant: 'blob', new: { ...seen(LAST_MS), logSize: 0 } }),
    };
    expect(parseRememberedRoot(structuredClone(odd))).toEqual(odd);
  });
});

describe('a file of remembered roots', () => {
  const file = (more: object): string =>
    JSON.stringify({ format: 'register-explorer-roots', version: 1, ...more });

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['another format', file({ format: 'roots', roots: [] })],
    ['another version', file({ version: 2, roots: [] })],
    ['no list', file({ roots: {} })],
    ['one bad root among good ones', file({ roots: [kept, { ...kept, logSize: 0 }] })],
    ['a root without its sum', file({ roots: [root] })],
    ...['firstSeenMs', 'lastSeenMs', 'openedAtMs'].map((name): [string, string] => [
      `${name} in the future`,
      file({ roots: [toStored({ ...root, [name]: Date.now() + 86_400_000 })] }),
    ]),
  ])('with %s is refused as a whole', (_, text) => expect(() => readRootsFile(text)).toThrow(/[.]$/));

  test('with a root of a later version of this page is not called damaged', () =>
    expect(() => readRootsFile(file({ roots: [kept, { ...kept, version: 6 }] }))).toThrow(
      'Root 2 of 2 in the file was written by a later version of this page. Nothing was imported.',
    ));

  test('is read as it was written', () => {
    expect(readRootsFile(writeRootsFile([root]).text)).toEqual([root]);
  });

  test('that cannot be read is said in words of this page', async () => {
    const text = () => Promise.reject(new DOMException('a browser’s own words', 'NotReadableError'));
    const said = await importRoots(Object.assign(new File([], 'roots.json'), { text }));
    expect(said).toBe('roots.json could not be imported: The browser could not read it.');
  });
});

test.each([
  ['QuotaExceededError', 'This browser has no room left.'],
  [
    'TimeoutError',
    'The storage of this browser gives no answer. Close the other tabs of this page and try again.',
  ],
  ['SecurityError', 'This browser does not let the page keep anything.'],
])('forgetting that fails with %s is said in words of this page', (name, why) =>
  expect(forgettingFailed(new DOMException('a browser’s own words', name))).toBe(
    `It could not be forgotten. ${why}`,
  ),
);

test('what storage holds is a remembered root to the letter, or none; reading it never throws', () => {
  expect.hasAssertions();
  const corrupted = corruptedJson(fc.constant(JSON.stringify(root))).map(({ value }) => value);
  fc.assert(
    fc.property(fc.oneof(hostileJson(), corrupted), (value) => {
      const read = parseRememberedRoot(value);
      expect(read && parseRememberedRoot(structuredClone(read))).toEqual(read);
    }),
    RUNS,
  );
});
