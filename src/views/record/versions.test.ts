import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AttributeValue } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';
import { anEntry, anItem } from '../../testing/builders.ts';
import { versionData, type VersionData } from '../shared/checked-versions.ts';
import { newestThenVerdict } from './record-checks.tsx';
import { currentEntry, historyWindow, sameDataBefore, stateAt, traceSince } from './versions.ts';

const at = (entryNumber: number, timestamp = '2020-01-01T00:00:00Z') =>
  anEntry(entryNumber, { key: 'k', timestamp });

it.each([
  ['the newest earlier version with the same data', ['a', 'b', 'a'], 10],
  ['the newest of several', ['a', 'b', 'a', 'c', 'a'], 30],
  ['one of several items', ['ab', 'b', 'ab'], 10],
  ['none where the version before has it already', ['a', 'b', 'b'], undefined],
  ['none where no other has it', ['a', 'b'], undefined],
  ['none in another order of items', ['ab', 'c', 'ba'], undefined],
  ['none for a version without data', ['', 'a', ''], undefined],
])('sameDataBefore: %s', (_, data, expected) => {
  const trail = data.map((names, index) =>
    anEntry((index + 1) * 10, { itemHashes: [...names].map((name) => name.repeat(64) as Hash) }),
  );
  expect(sameDataBefore(trail, data.length - 1)?.entryNumber).toBe(expected);
});

describe('historyWindow', () => {
  it('shows the newest versions, or those around an older one', () => {
    expect(historyWindow(3, -1)).toEqual({ from: 0, to: 3 });
    expect(historyWindow(40, -1)).toEqual({ from: 28, to: 40 });
    expect(historyWindow(40, 27)).toEqual({ from: 18, to: 30 });
    expect(historyWindow(40, 0)).toEqual({ from: 0, to: 12 });
    expect(historyWindow(40, 0, true)).toEqual({ from: 0, to: 40 });
  });

  it('always holds the version that is shown', () => {
    for (let length = 1; length <= 60; length += 1)
      for (let shown = 0; shown < length; shown += 1) {
        const { from, to } = historyWindow(length, shown);
        expect(from <= shown && shown < to && from >= 0 && to <= length).toBe(true);
      }
  });
});

it.each([
  ['the trail alone', [at(1), at(5)], undefined, [1, 5], undefined],
  ['the snapshot alone', undefined, at(5), [5], undefined],
  ['neither', undefined, undefined, [], undefined],
  ['both alike', [at(1), at(5)], at(5), [1, 5], undefined],
  ['one entry described twice', [at(5)], at(5, '1999-01-01T00:00:00Z'), [5], false],
  ['a trail that goes on', [at(1), at(5)], at(1), [1, 5], true],
  ['a snapshot that goes on', [at(1)], at(5), [1, 5], false],
  ['an empty trail', [], at(5), [5], false],
] as const)('stateAt: %s', (_, trail, snapshot, numbers, isMismatchIfProved) => {
  const { versions, disagreement } = stateAt(trail, snapshot);
  expect(versions.map(({ entryNumber }) => entryNumber)).toEqual(numbers);
  expect(disagreement?.isMismatchIfProved).toBe(isMismatchIfProved);
});

it.each([
  ['neither copy nor audit', undefined, false, 'not-checked'],
  ['an audit', undefined, true, 'holds'],
  ['a copy with the same entries', [1, 5], false, 'holds'],
  ['a copy with another one', [1, 3, 5], false, 'cannot-check'],
  ['a copy with another one, whatever an audit says', [1, 3, 5], true, 'cannot-check'],
  ['a copy without the key', [], false, 'cannot-check'],
] as const)('newestThenVerdict: %s', (_, read, isLastEver, expected) =>
  expect(newestThenVerdict([1, 5], read, isLastEver).outcome).toBe(expected),
);

it.each<[string, Parameters<typeof currentEntry>, number | undefined]>([
  ['the one that the record names', [{ key: 'k', items: [], entryNumber: 5 }, [at(1), at(5)]], 5],
  ['the last, where the record names none', [{ key: 'k', items: [] }, [at(1), at(5)]], 5],
  ['none of an empty trail', [{ key: 'k', items: [] }, []], undefined],
  ['none where the trail lacks it', [{ key: 'k', items: [], entryNumber: 7 }, [at(1), at(5)]], undefined],
  ['none where the trail goes on', [{ key: 'k', items: [], entryNumber: 1 }, [at(1), at(5)]], undefined],
  [
    'none where they date it differently',
    [{ key: 'k', items: [], entryNumber: 5, timestamp: '1999-01-01T00:00:00Z' }, [at(5)]],
    undefined,
  ],
])('currentEntry: %s', (_, given, expected) => {
  const current = currentEntry(...given);
  expect('entry' in current ? current.entry.entryNumber : undefined).toBe(expected);
  if ('verdict' in current) expect(current.verdict.outcome).toBe('cannot-check');
});

describe('versionData', () => {
  const state = (outcome?: Outcome, isError = false) => {
    const verdict = { outcome, code: 'data-differs', reason: 'x' } as Verdict;
    return { data: outcome && ({ verdict, item: anItem({ n: 'x' }) } as never), isError, isFetching: false };
  };
  const [HOLDS, DIFFERS, UNREADABLE] = [state('holds'), state('does-not-match'), state('cannot-check')];
  const [FAILED, WAITING] = [state(undefined, true), state()];
  it.each<[string, Parameters<typeof versionData>[0], Outcome | undefined, VersionData['kind']]>([
    ['one item that holds, in a proved entry', [HOLDS], 'holds', 'item'],
    ['several', [HOLDS, HOLDS], 'holds', 'several'],
    ['none', [], 'holds', 'none'],
    ['another hash, proved or not', [DIFFERS], undefined, 'mismatch'],
    ['another hash beside a failed request', [FAILED, DIFFERS], 'holds', 'mismatch'],
    ['data that cannot be checked', [UNREADABLE], 'holds', 'unreadable'],
    ['a failed request', [HOLDS, FAILED], 'holds', 'unreadable'],
    ['data under way', [HOLDS, WAITING], 'holds', 'waiting'],
    ['a proof under way', [HOLDS], undefined, 'waiting'],
    ['a proof that does not match', [HOLDS], 'does-not-match', 'unproved'],
    ['a proof that could not be had', [HOLDS], 'cannot-check', 'unproved'],
  ])('%s', (_, items, proved, kind) => expect(versionData(items, proved).kind).toBe(kind));
});

const has = (values: Record<string, AttributeValue>): VersionData => ({ kind: 'item', item: anItem(values) });
const trail = (...data: VersionData[]) =>
  data.map((one, index) => ({ entry: { entryNumber: (index + 1) * 10 }, data: one }));
const since = (entryNumber: number) => ({ kind: 'since', entryNumber });
const orBefore = (entryNumber: number) => ({ kind: 'or-before', entryNumber });
const NEVER = { kind: 'never' };

describe('traceSince', () => {
  const gaps = (['mismatch', 'unreadable', 'waiting', 'unproved'] as const).map((kind) => ({ kind }));
  it.each<[string, readonly VersionData[], object | undefined, object | undefined]>([
    ['the entry that gave the value', [has({ a: 'x' }), has({ a: 'x', b: 'y' })], since(10), since(20)],
    [
      'a value that was changed and changed back',
      [has({ a: 'x' }), has({ a: 'y' }), has({ a: 'x' }), has({ a: 'x' })],
      since(30),
      NEVER,
    ],
    [
      'what is not set any more',
      [has({ a: 'x', b: '' }), has({ a: null }), has({ a: [] })],
      since(20),
      NEVER,
    ],
    ...[...gaps, { kind: 'several', count: 2 } as const].map(
      (gap): [string, readonly VersionData[], object, object] => [
        `no more than was compared: ${gap.kind}`,
        [has({ a: 'x', b: 'x' }), gap, has({ a: 'x', b: 'y' }), has({ a: 'x', b: 'z' })],
        orBefore(30),
        since(40),
      ],
    ),
    [
      'a version without data sets nothing',
      [has({ a: 'x' }), { kind: 'none' }, has({ a: 'x' })],
      since(30),
      NEVER,
    ],
    ['a last version that is not one item', [has({ a: 'x' }), { kind: 'none' }], undefined, undefined],
    ['no version', [], undefined, undefined],
  ])('%s', (_, versions, a, b) => {
    const found = traceSince(trail(...versions), true);
    expect([found?.('a'), found?.('b')]).toEqual([a, b]);
  });

  it('does not say "first" of a trail that was cut', () => {
    const found = traceSince(trail(has({ a: 'x' }), has({ a: 'x' })), false);
    expect([found?.('a'), found?.('b')]).toEqual([orBefore(10), orBefore(10)]);
  });

  it('takes any name for an attribute', () => {
    const item = new Map([['__proto__', 'x']]);
    const found = traceSince(trail({ kind: 'item', item: new Map() }, { kind: 'item', item }), true);
    expect([found?.('__proto__'), found?.('constructor')]).toEqual([since(20), NEVER]);
  });

  it('agrees with looking for the last change, whatever the versions are', () => {
    const values = fc.array(fc.constantFrom('x', 'y', '', null, ['x'], ['x', 'y'], []), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(values, (list) => {
        const text = list.map((value) => JSON.stringify([value ?? ''].flat().filter((part) => part !== '')));
        let first = text.length - 1;
        while (first > 0 && text[first - 1] === text.at(-1)) first -= 1;
        const found = traceSince(trail(...list.map((a) => has({ a }))), true)?.('a');
        expect(found).toEqual(first === 0 && text[0] === '[]' ? NEVER : since((first + 1) * 10));
      }),
    );
  });
});
