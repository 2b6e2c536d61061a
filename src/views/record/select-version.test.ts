import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Entry } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';
import { anEntry, anItem } from '../../testing/builders.ts';
import { HOLDS, MISMATCH } from '../../testing/trust-builders.ts';
import {
  currentEntry,
  declaredCheck,
  entryBeyond,
  contradictsItself,
  selectVersion,
  shownData,
  stateAt,
} from './select-version.ts';

const at = (entryNumber: number, timestamp = '2020-01-01T00:00:00Z') =>
  anEntry(entryNumber, { key: 'k', timestamp });
const OTHER_DATE = '1999-01-01T00:00:00Z';

test.each([
  ['the trail alone', [at(1), at(5)], undefined, [1, 5], undefined],
  ['the snapshot alone', undefined, at(5), [5], undefined],
  ['the snapshot alone, of the first entry', undefined, at(1), [1], undefined],
  ['neither', undefined, undefined, [], undefined],
  ['both alike', [at(1), at(5)], at(5), [1, 5], undefined],
  ['one entry described twice', [at(5)], at(5, OTHER_DATE), [5], false],
  ['a trail that goes on', [at(1), at(5)], at(1), [1, 5], true],
  ['a snapshot that goes on', [at(1)], at(5), [1, 5], false],
  ['an empty trail', [], at(5), [5], false],
] as const)('a record at a size, by %s', (_, trail, snapshot, numbers, isMismatchIfProved) => {
  const { versions, disagreement } = stateAt(trail, snapshot);
  expect(versions.map(({ entryNumber }) => entryNumber)).toEqual(numbers);
  expect(disagreement?.isMismatchIfProved).toBe(isMismatchIfProved);
  const numbersOf = `(${snapshot?.entryNumber} and ${trail?.at(-1)?.entryNumber ?? 'none'})`;
  if (disagreement) expect(disagreement.reason).toContain(numbersOf);
});

test.each([
  ['the one that the record names', { entryNumber: 5 }, [at(1), at(5)], 5],
  ['the last, where the record names none', {}, [at(1), at(5)], 5],
  ['none of an empty trail', {}, [], undefined],
  ['none of an empty trail, whatever its date', { entryNumber: 5, timestamp: OTHER_DATE }, [], undefined],
  ['none where the trail lacks it', { entryNumber: 7 }, [at(1), at(5)], undefined],
  ['none where the trail goes on', { entryNumber: 1 }, [at(1), at(5)], undefined],
  ['none where they date it differently', { entryNumber: 5, timestamp: OTHER_DATE }, [at(5)], undefined],
])('the current entry is %s', (_, record, trail, expected) => {
  const current = currentEntry({ key: 'k', items: [], ...record }, trail);
  expect('key' in current ? current.entryNumber : current.outcome).toBe(expected ?? 'cannot-check');
});

const READ = { error: null, isPending: false, isFetching: false };
const is = <T>(data: T) => ({ ...READ, data });
const failedWith = (error: Error) => ({ ...READ, data: undefined, error });
const WAITING = { ...READ, data: undefined, isPending: true, isFetching: true };
const address = 'https://r.example/x';
const MISSING = failedWith(new ApiError('HTTP_STATUS', 'not found', { address, status: 404 }));
const DEAD = failedWith(new ApiError('NETWORK', 'no answer', { address }));
const RECORD = { key: 'k', items: [anItem({ n: 'x' })], entryNumber: 9 };
const THREE = [at(1), at(5), at(9)];

type Asked = Partial<Parameters<typeof selectVersion>[0]>;
type Known = Partial<Parameters<typeof selectVersion>[1]>;

function selected(asked: Asked, known: Known) {
  const wanted = { key: 'k', at: undefined, version: undefined, isFile: false };
  const answers = {
    trail: is(THREE),
    record: WAITING,
    snapshot: is(null),
    reaching: is(true),
    single: { ...WAITING, isFetching: false },
  };
  return selectVersion({ ...wanted, ...asked }, { ...answers, ...known });
}

/** A selection in a word: its kind, the entry selected, and the versions up to the size. */
function select(asked: Asked, known: Known): string {
  const found = selected(asked, known);
  if (found.kind === 'failed')
    return `failed, ${found.query.error.message}${found.query.isFetching ? ', asked again' : ''}`;
  if (!('versions' in found)) return found.kind;
  const numbers = (found.versions ?? []).map(({ entryNumber }) => entryNumber).join(',');
  if (found.kind === 'no-version') return `${found.kind} of ${numbers}`;
  const blocked = found.blocked && 'code' in found.blocked ? ` ${found.blocked.code}` : '';
  const from = found.record === undefined ? 'by hash' : 'as sent';
  const cut = found.cutAfter === undefined ? '' : `, cut after ${found.cutAfter}`;
  const odd = found.disagreement === undefined ? '' : ', two answers';
  return `${found.entry?.entryNumber ?? 'none'} of ${numbers} ${from}${blocked}${cut}${odd}`;
}

const THEN: Asked = { at: 6 };

test.each<[string, Asked, Known, string]>([
  ['the current record', {}, { record: is(RECORD) }, '9 of 1,5,9 as sent'],
  ['a version', { version: 5 }, {}, '5 of 1,5,9 by hash'],
  ['a version that is the newest', { version: 9 }, {}, '9 of 1,5,9 by hash'],
  ['a version of another key', { version: 4 }, {}, 'no-version of 1,5,9'],
  ['a listed version that was read alone, too', { version: 9 }, { single: is(at(9)) }, '9 of 1,5,9 by hash'],
  ['a version that the list leaves out', { version: 7 }, { single: is(at(7)) }, 'no-version of 1,5,9'],
  [
    'a version that an empty list lacks',
    { version: 1 },
    { trail: is([]), single: is(at(1)) },
    '1 of 1 by hash',
  ],
  ['the record at a size', THEN, {}, '5 of 1,5 by hash'],
  ['the record at the size of its entry', { at: 9 }, {}, '9 of 1,5,9 by hash'],
  ['the record at a size before its first entry', { at: 0 }, {}, 'no-version of '],
  ['a version at a size', { ...THEN, version: 1 }, {}, '1 of 1,5 by hash'],
  ['a version after that size', { ...THEN, version: 9 }, {}, 'no-version of 1,5'],
  // Only a size is answered by a snapshot, whatever was read of one before.
  ['a version beside a snapshot', { version: 5 }, { snapshot: is(at(10)) }, '5 of 1,5,9 by hash'],
  ['a size whose snapshot has another entry', THEN, { snapshot: is(at(1)) }, '5 of 1,5 by hash, two answers'],
  ['a size whose snapshot is the same', THEN, { snapshot: is(at(5)) }, '5 of 1,5 by hash'],
  ['a size, its snapshot under way', THEN, { snapshot: WAITING }, 'loading'],
  ['a size, an older trail under way', THEN, { reaching: WAITING }, 'loading'],
  ['a size that no trail reaches', THEN, { reaching: DEAD, snapshot: is(at(5)) }, '5 of 5 by hash'],
  ['a size that no answer reaches', THEN, { reaching: DEAD }, 'failed, no answer'],
  [
    'a size that no answer reaches yet',
    THEN,
    { reaching: { ...DEAD, isFetching: true } },
    'failed, no answer, asked again',
  ],
  ['a size without trail and snapshot', THEN, { trail: DEAD, record: is(RECORD) }, 'failed, no answer'],
  ['a size of an unknown record', THEN, { trail: MISSING, record: MISSING }, 'missing'],
  ['a size, no trail, the record under way', THEN, { trail: MISSING }, 'loading'],
  ['a record under way', {}, {}, 'loading'],
  ['a record that does not exist', {}, { record: MISSING }, 'missing'],
  ['a record that cannot be read', {}, { record: DEAD }, 'failed, no answer'],
  ['its trail under way', {}, { record: is(RECORD), trail: WAITING }, 'none of  as sent'],
  [
    'a shorter trail that lacks an entry of another key',
    { version: 9 },
    { trail: is([at(1)]), single: is(anEntry(9, { key: 'other' })) },
    'no-version of 1',
  ],
  [
    'a cut trail, the entry that the record names',
    {},
    { record: is(RECORD), trail: is([at(1)]), single: is(at(9)) },
    '9 of 1,9 as sent, cut after 1',
  ],
  [
    'a cut trail, that entry under way',
    {},
    { record: is(RECORD), trail: is([at(1)]), single: WAITING },
    'none of 1 as sent',
  ],
  [
    'a cut trail, a version after it',
    { version: 9 },
    { trail: is([at(1)]), single: is(at(9)) },
    '9 of 1,9 by hash, cut after 1',
  ],
  ['a cut trail, that version under way', { version: 9 }, { trail: is([at(1)]), single: WAITING }, 'loading'],
  [
    'a size, its snapshot after a cut trail',
    THEN,
    { trail: is([at(1)]), snapshot: is(at(5)) },
    '5 of 1,5 by hash, cut after 1',
  ],
  ['a shorter trail', {}, { record: is(RECORD), trail: is([at(1)]) }, 'none of 1 as sent answers-disagree'],
  ['no trail', {}, { record: is(RECORD), trail: DEAD, single: DEAD }, 'none of  as sent request-failed'],
  [
    'no trail, its entry under way',
    {},
    { record: is(RECORD), trail: DEAD, single: WAITING },
    'none of  as sent',
  ],
  ['no trail, its entry', {}, { record: is(RECORD), trail: DEAD, single: is(at(9)) }, '9 of  as sent'],
  [
    'no trail, an entry of another key',
    {},
    { record: is(RECORD), trail: DEAD, single: is(anEntry(9, { key: 'other' })) },
    'none of  as sent answers-disagree',
  ],
  ['data that a file lacks', { isFile: true }, { record: MISSING }, '9 of 1,5,9 by hash'],
  ['a key that a file lacks', { isFile: true }, { record: MISSING, trail: is([]) }, 'missing'],
  ['a file whose trail is under way', { isFile: true }, { record: MISSING, trail: WAITING }, 'loading'],
])('of %s is selected', (_, asked, known, expected) => expect(select(asked, known)).toBe(expected));

test('with a version comes the whole list, or why there is none, and with none of a version too', () => {
  expect(selected({}, { record: is(RECORD) })).toMatchObject({ kind: 'version', trail: THREE });
  expect(selected(THEN, {})).toMatchObject({ kind: 'version', trail: THREE, record: undefined });
  expect(selected({}, { record: is(RECORD), trail: DEAD })).toMatchObject({ trailError: DEAD.error });
  expect(selected({ version: 4 }, {})).toMatchObject({ trail: THREE });
  const unlisted = { reaching: DEAD, snapshot: is(at(5)) };
  expect(selected({ ...THEN, version: 4 }, unlisted)).toMatchObject({ kind: 'no-version', trail: [] });
  const words = (part: RegExp) => expect.stringMatching(part) as string;
  const [summary, reason] = [words(/do not end with the same entry$/), words(/same entry\. .* try again$/)];
  expect(selected({}, { record: is(RECORD), trail: is([at(1)]) })).toMatchObject({
    entry: undefined,
    blocked: { summary, reason },
  });
});

const BLOCKED: Verdict = { outcome: 'cannot-check', code: 'answers-disagree', reason: 'x' };
const checked = (verdict: Verdict) => ({ verdict, items: [{ item: anItem({ n: 'hashed' }), verdict }] });

test.each<[string, readonly Entry[] | undefined, Verdict | undefined, Verdict | undefined, boolean]>([
  ['with the hash of its entry', THREE, undefined, HOLDS, false],
  ['not hashed yet', THREE, undefined, undefined, false],
  ['with another hash', THREE, undefined, MISMATCH, true],
  ['that disagrees with its trail', THREE, BLOCKED, undefined, true],
  ['without a trail', undefined, BLOCKED, undefined, false],
])('a record %s is read again: %#', (_, trail, blocked, verdict, expected) => {
  const data = verdict && checked(verdict);
  expect(contradictsItself({ record: RECORD, blocked, trail }, data)).toBe(expected);
  // The data of a version was requested by its hash.
  expect(contradictsItself({ record: undefined, blocked, trail }, data)).toBe(false);
});

test.each<[string, Verdict | undefined, Outcome | undefined, boolean, boolean, string | undefined]>([
  ['as hashed', undefined, 'holds', false, true, 'hashed'],
  ['as hashed, also another', undefined, 'does-not-match', false, true, 'hashed'],
  ['not before it is settled', undefined, 'does-not-match', false, false, undefined],
  ['not while it is hashed', undefined, undefined, false, true, undefined],
  ['as sent if it cannot be hashed', undefined, undefined, true, true, 'x'],
  ['as sent without an entry', BLOCKED, undefined, false, true, 'x'],
  ['as sent, and not before it is settled', BLOCKED, undefined, false, false, undefined],
])('data is shown %s', (_, blocked, outcome, isFailed, isSettled, expected) => {
  const data = outcome && checked(outcome === 'holds' ? HOLDS : MISMATCH);
  const shown = shownData({ record: RECORD, blocked }, data as never, { isFailed, isSettled });
  expect(shown.items?.[0]?.item.get('n')).toBe(expected);
  expect(shown.data).toBe(isSettled ? data : undefined);
  expect(shownData({ record: undefined, blocked }, undefined, { isFailed, isSettled }).items).toBeUndefined();
});

test.each<[string, Entry | undefined, Verdict | undefined, boolean, unknown]>([
  ['as it is', at(5), undefined, true, 'check'],
  ['not before its answers were read again', at(5), undefined, false, undefined],
  ['not without an entry', undefined, undefined, true, undefined],
  ['as what blocks it', undefined, BLOCKED, true, BLOCKED],
  ['not as what blocks it before its answers were read again', undefined, BLOCKED, false, undefined],
])('a check is declared %s', (_, entry, blocked, isSettled, expected) =>
  expect(declaredCheck('check', { entry, blocked }, isSettled)).toBe(expected),
);

test.each<[string, Parameters<typeof entryBeyond>[0], number[] | undefined, number | undefined, number]>([
  ['that the record names after the trail', { at: undefined, version: undefined }, [1, 5], 7, 7],
  ['in the trail', { at: undefined, version: undefined }, [1, 5], 5, 0],
  ['that the record names, without a trail', { at: undefined, version: undefined }, undefined, 7, 7],
  ['that nothing names', { at: undefined, version: undefined }, [1, 5], undefined, 0],
  ['that nothing names, without a trail', { at: undefined, version: undefined }, undefined, undefined, 0],
  ['that the address names between those of the trail', { at: undefined, version: 7 }, [1, 5, 9], 9, 0],
  ['that the address names, the first, in an empty trail', { at: undefined, version: 1 }, [], undefined, 1],
  ['that the address names after the trail', { at: undefined, version: 7 }, [1, 5], 9, 7],
  ['that the address names in the trail', { at: undefined, version: 1 }, [1, 5], 9, 0],
  ['that the address names, without a trail', { at: undefined, version: 7 }, undefined, 9, 0],
  ['that the record names now, at an earlier size', { at: 6, version: undefined }, [1, 5], 7, 0],
  ['that the record names now, at an earlier size before it', { at: 6, version: undefined }, [], 7, 0],
])('the entry %s is read by itself, or not: %#', (_, asked, numbers, newest, expected) => {
  const trail = numbers?.map((entryNumber) => at(entryNumber));
  expect(entryBeyond(asked, { trail, hasNoTrail: trail === undefined, newest })).toBe(expected);
});
