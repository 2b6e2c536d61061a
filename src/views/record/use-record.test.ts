import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { AttributeValue } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';
import { anEntry, anItem } from '../../testing/builders.ts';
import { versionData, type VersionData } from '../shared/checked-versions.ts';
import { newestThenVerdict } from './record-checks.tsx';
import { sameDataBefore, traceSince } from './use-record.ts';

// The versions by the items of each.
test.each([
  ['the newest of several', 'a b a c a', 30],
  ['none where the version before has it already', 'a b b', undefined],
  ['none in another order of items', 'ab c ba', undefined],
  ['none for a version without data', '- a -', undefined],
])('the version with the same data before is %s', (_, data, expected) => {
  const trail = data.split(' ').map((names, index) => {
    const itemHashes = [...names.replace('-', '')].map((name) => name.repeat(64) as Hash);
    return anEntry((index + 1) * 10, { itemHashes });
  });
  expect(sameDataBefore(trail, trail.length - 1)?.entryNumber).toBe(expected);
});

test.each([
  ['neither copy nor audit', undefined, false, 'not-checked'],
  ['an audit', undefined, true, 'holds'],
  ['a copy with the same entries', [1, 5], false, 'holds'],
  ['a copy with another one', [1, 3, 5], false, 'cannot-check'],
  ['a copy with another one, whatever an audit says', [1, 3, 5], true, 'cannot-check'],
  ['a copy without the key', [], false, 'cannot-check'],
] as const)('the newest version then, by %s, is %s', (_, read, isLastEver, expected) =>
  expect(newestThenVerdict([1, 5], read, isLastEver).outcome).toBe(expected),
);

const state = (outcome?: Outcome, isError = false) => {
  const verdict = { outcome, code: 'data-differs', reason: 'x' } as Verdict;
  return { data: outcome && ({ verdict, item: anItem({ n: 'x' }) } as never), isError, isFetching: false };
};
const [HOLDS, DIFFERS, UNREADABLE] = [state('holds'), state('does-not-match'), state('cannot-check')];
const [FAILED, WAITING] = [state(undefined, true), state()];

test.each<[string, Parameters<typeof versionData>[0], Outcome | undefined, VersionData | 'item']>([
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
  ['a proof that could not be read', [HOLDS], 'cannot-check', 'unproved'],
])('the data of a version with %s', (_, items, proved, kind) =>
  expect(typeof versionData(items, proved) === 'string' ? versionData(items, proved) : 'item').toBe(kind),
);

describe('since when a value stands', () => {
  const has = (a: AttributeValue, b?: AttributeValue): VersionData =>
    anItem(b === undefined ? { a } : { a, b });
  /**
   * The results for a and b after these versions, entries 10, 20 and so on: `since 10`,
   * `or-before 10`, `never`.
   */
  const summaryOf = (
    versions: readonly VersionData[],
    isWhole = true,
    names: readonly string[] = ['a', 'b'],
  ) => {
    const trail = versions.map((data, index) => ({ entry: { entryNumber: (index + 1) * 10 }, data }));
    const found = traceSince(trail, isWhole);
    return names.map((name) => {
      const { kind = '', entryNumber } = found?.(name) ?? {};
      return kind === 'never' ? kind : `${kind} ${entryNumber ?? ''}`.trim();
    });
  };
  test.each<[string, readonly VersionData[], string, string]>([
    ...(['mismatch', 'unreadable', 'waiting', 'unproved', 'several'] as const).map(
      (kind): [string, readonly VersionData[], string, string] => [
        `no more than was compared: ${kind}`,
        [has('x', 'x'), kind, has('x', 'y'), has('x', 'z')],
        'or-before 30',
        'since 40',
      ],
    ),
    ['a version without data sets nothing', [has('x'), 'none', has('x')], 'since 30', 'never'],
    ['a last version that is not one item', [has('x'), 'none'], '', ''],
    ['no version', [], '', ''],
  ])('%s', (_, versions, a, b) => expect(summaryOf(versions)).toEqual([a, b]));

  test('is not "first" in a trail that was cut, and any name is an attribute', () => {
    expect(summaryOf([has('x'), has('x')], false)).toEqual(['or-before 10', 'or-before 10']);
    const odd: VersionData[] = [new Map(), new Map([['__proto__', 'x']])];
    expect(summaryOf(odd, true, ['__proto__', 'constructor'])).toEqual(['since 20', 'never']);
  });

  test('is the last change, whatever the versions are', () => {
    const value = fc.constantFrom('x', 'y', '', null, ['x'], ['x', 'y'], []);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (list) => {
        const text = list.map((one) => JSON.stringify([one ?? ''].flat().filter((part) => part !== '')));
        let first = text.length - 1;
        while (first > 0 && text[first - 1] === text.at(-1)) first -= 1;
        const expected = first === 0 && text[0] === '[]' ? 'never' : `since ${(first + 1) * 10}`;
        expect(summaryOf(list.map((one) => has(one)))[0]).toBe(expected);
      }),
    );
  });
});
