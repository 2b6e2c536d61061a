import { describe, expect, test } from 'vitest';
import { hasBegun, isRealDatetime } from './datetime.ts';
import { foldedWords, foldWord, wordsIn } from './words.ts';

describe('words', () => {
  test('fold accents, capitals and letters that have no plain form of their own', () => {
    const folded = ['Côte', 'ÅLAND', 'Straße', 'Łódź', 'Ærø', 'İstanbul', 'ﬁn'].map(foldWord);
    expect(folded.join(' ')).toBe('cote aland strasse lodz aero istanbul fin');
  });

  test.each([
    ["Côte d'Ivoire", 'cote d ivoire'],
    ['government-organisation:D10', 'government organisation d10'],
    ['Ελλάδα 日本', 'ελλαδα 日本'],
    [' –, … ', ''],
    ['', ''],
    ['Co\u0302te', 'cote'],
    ['\u0301 x a\u0000b', 'x a b'],
  ])('are runs of letters and digits of any script, with and without their places: %j', (text, words) => {
    expect(foldedWords(text).join(' ')).toBe(words);
    expect(
      wordsIn(text)
        .map(({ folded }) => folded)
        .join(' '),
    ).toBe(words);
  });

  test('have their positions in the original text', () => {
    const text = '“Côte” d’Ivoire';
    expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Côte', 'd', 'Ivoire']);
  });
});

test.each([
  ['1990', '1990-10', '1990-10-03', '2000-02-29', '2016-04-05T13:23:05Z', '2016-04-05T13:23'],
  ['1996-12-31T23:59:60Z'],
])('a real moment: %s', (...texts) => {
  for (const text of texts) expect([text, isRealDatetime(text)]).toEqual([text, true]);
});

test.each([
  ['', '90', '1990-13', '1990-00', '2011-02-31', '1900-02-29', '2016-04-31', '2016-04-05T25:00:00Z'],
  ['3 October 1990', '١٩٩٠'],
])('no real moment: %j', (...texts) => {
  for (const text of texts) expect([text, isRealDatetime(text)]).toEqual([text, false]);
});

test('what has begun is a real moment not after now', () => {
  const begun = (text: string): boolean => hasBegun(text, '2026-11-21');
  expect(['1990', '2026', '2026-11', '2026-11-21', '1990-10-02T12:00:00Z'].every(begun)).toBe(true);
  expect(
    ['2027', '2026-12', '2026-11-22', '', '2016-02-30', '2016-13', '02/2016', '** none'].filter(begun),
  ).toEqual([]);
});
