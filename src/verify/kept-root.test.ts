import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import { crc32, fromKept, recallKept, toKept, type RememberedRoot } from './remembered-root.ts';
import { type MisbehaviourKind, KIND_WORDS } from './evidence/misbehaviour.ts';

const root: RememberedRoot = {
  registerId: 'country',
  base: 'https://r.example',
  variant: 'item',
  logSize: 7,
  rootHash: 'a1'.repeat(32) as Hash,
  leafRule: 'item-json',
  firstSeenMs: 1,
  lastSeenMs: 2,
  importedAtMs: 4,
  before: { logSize: 6, rootHash: 'd4'.repeat(32) as Hash, seenAtMs: 1 },
  revision: 3,
  alarms: [
    {
      read: false,
      misbehaviour: {
        kind: 'shorter-log',
        base: 'https://r.example',
        registerId: 'country',
        variant: 'item',
        old: { logSize: 7, rootHash: 'a1'.repeat(32) as Hash, seenAtMs: 2 },
        new: { logSize: 5, rootHash: 'b2'.repeat(32) as Hash, seenAtMs: 3 },
        addresses: { head: 'https://r.example/proof/register' },
      },
    },
  ],
  givenUp: [{ logSize: 4, rootHash: 'c3'.repeat(32) as Hash, seenAtMs: 1 }],
};
const kept = toKept(root);

/** inWords is a root with the kinds of its alarms as they were kept up to version 3. */
function inWords(one: RememberedRoot): object {
  const alarms = one.alarms.map((alarm) => ({
    ...alarm,
    misbehaviour: { ...alarm.misbehaviour, kind: KIND_WORDS[alarm.misbehaviour.kind] },
  }));
  return { ...one, alarms };
}

function withKind(kind: MisbehaviourKind): RememberedRoot {
  return { ...root, alarms: root.alarms.map((a) => ({ ...a, misbehaviour: { ...a.misbehaviour, kind } })) };
}

/** keptAs is what a page of an earlier version kept. */
function keptAs(version: number, one: RememberedRoot): object {
  const words = inWords(one);
  return { ...words, version, sum: crc32(new TextEncoder().encode(JSON.stringify(words))) };
}

test('crc32 is the one of gzip', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcb_f4_39_26);
  expect(crc32(new Uint8Array())).toBe(0);
});

describe('a root as it is kept', () => {
  test('is read back, also out of JSON, and whatever the order of its members was', () => {
    expect(fromKept(kept)).toEqual(root);
    expect(fromKept(structuredClone(kept))).toEqual(root);
    expect(fromKept(JSON.parse(JSON.stringify(kept)))).toEqual(root);
    const turned = Object.fromEntries(Object.entries(root).toReversed()) as unknown as RememberedRoot;
    expect(fromKept(toKept(turned))).toEqual(root);
    const { importedAtMs: _, ...seenHere } = root;
    expect(fromKept(toKept(seenHere))).toEqual(seenHere);
  });

  test('one of the first pages, which wrote neither version nor sum, is believed', () => {
    expect(fromKept(inWords(root))).toEqual(root);
    expect(fromKept(root)).toEqual(root);
  });

  test('one of version 2, which had nothing from before the sitting, is read by its sum', () => {
    const { before: _, ...second } = root;
    expect(fromKept(keptAs(2, second))).toEqual(second);
    expect(fromKept({ ...keptAs(2, second), logSize: 8 })).toBeUndefined();
  });

  test('one of version 3, whose alarms had the words of reports for kinds, is read by its sum, and kept again with codes', () => {
    // To the byte what version 3 kept.
    expect(JSON.stringify(keptAs(3, root))).toContain('"kind":"the log is shorter than it was"');
    for (const kind of ['another-root', 'shorter-log', 'not-a-continuation'] as const) {
      const one = withKind(kind);
      expect(fromKept(keptAs(3, one))).toEqual(one);
      expect(fromKept({ ...keptAs(3, one), logSize: 8 })).toBeUndefined();
      expect(toKept(fromKept(keptAs(3, one)) as RememberedRoot)).toEqual(toKept(one));
    }
    const other = {
      ...keptAs(3, root),
      alarms: (inWords(withKind('another-root')) as RememberedRoot).alarms,
    };
    expect(fromKept(other)).toBeUndefined();
  });

  test('one that could not be read again is not written', () =>
    expect(() => toKept({ ...root, logSize: Number.NaN })).toThrow(RangeError));

  test('one of a later page is told from a damaged one, whatever it holds', () => {
    for (const later of [{ ...kept, version: 6 }, { version: 99 }, { version: 6, root: 'elsewhere' }])
      expect(fromKept(later)).toBe('newer');
    for (const version of [1, 0, -3, 2.5, Number.NaN, '3', null])
      expect(fromKept({ ...kept, version })).toBeUndefined();
  });
});

/** Every value that a member may come to by damage, or by another page. */
const OTHERS: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0,
  1.5,
  8,
  2 ** 53,
  '7',
  '',
  'a1'.repeat(31),
  'a2'.repeat(32),
  'A1'.repeat(32),
  'blob',
  'blob-hex',
  'item-json-2016',
  'https://elsewhere.example',
  true,
  [],
  {},
  [null],
  [{ logSize: 4 }],
];

describe('damage is never taken for a root that was seen', () => {
  const members = Object.keys(kept) as (keyof typeof kept)[];
  test.each(members)('%s', (member) => {
    for (const other of OTHERS) {
      if (Object.is(other, kept[member])) continue;
      const isLater = member === 'version' && other === 8;
      expect(fromKept({ ...kept, [member]: other })).toBe(isLater ? 'newer' : undefined);
    }
    const without = Object.fromEntries(Object.entries(kept).filter(([name]) => name !== member));
    expect(fromKept(without)).toBeUndefined();
  });

  test('any digit of the root that was changed', () => {
    for (let at = 0; at < 64; at += 1) {
      const digit = kept.rootHash[at] === 'a' ? 'b' : 'a';
      const rootHash = kept.rootHash.slice(0, at) + digit + kept.rootHash.slice(at + 1);
      expect(fromKept({ ...kept, rootHash })).toBeUndefined();
    }
  });

  test('an alarm or a root given up that was changed, lost or made', () => {
    const [alarm] = root.alarms;
    for (const alarms of [[], [alarm, alarm], [{ ...alarm, read: true }]])
      expect(fromKept({ ...kept, alarms })).toBeUndefined();
    expect(fromKept({ ...kept, givenUp: [] })).toBeUndefined();
  });

  test.each([null, 7, 'root', true, [], [kept], new Map(), new Date(0), new Uint8Array(32)])('%s', (value) =>
    expect(fromKept(value)).toBeUndefined(),
  );
});

test('what cannot be read, or is of another register, is neither a first visit nor a root', () => {
  expect(recallKept(kept, 'country')).toEqual({ kind: 'remembered', root });
  expect(recallKept(kept, 'planet')).toEqual({
    kind: 'cannot-recall',
    mayBe: 'there',
    reason: expect.stringMatching(/cannot be read/),
  });
  expect(recallKept({ ...kept, logSize: 8 }, 'country')).toMatchObject({ kind: 'cannot-recall' });
  expect(recallKept({ version: 6 }, 'country')).toEqual({
    kind: 'cannot-recall',
    mayBe: 'there',
    reason: expect.stringMatching(/later version/),
  });
});
