import { describe, expect, test } from 'vitest';
import { hasBegun, isRealMoment } from './moment.ts';
import { foldedWords, foldWord, wordsIn } from './words.ts';

describe('words', () => {
  test('fold accents, capitals and letters that have no plain form of their own', () =>
    expect(['Côte', 'ÅLAND', 'Straße', 'Łódź', 'Ærø', 'İstanbul', 'ﬁn'].map(foldWord)).toEqual([
      'cote',
      'aland',
      'strasse',
      'lodz',
      'aero',
      'istanbul',
      'fin',
    ]));

  test('are runs of letters and digits of any script', () => {
    expect(foldedWords("Côte d'Ivoire")).toEqual(['cote', 'd', 'ivoire']);
    expect(foldedWords('government-organisation:D10')).toEqual(['government', 'organisation', 'd10']);
    expect(foldedWords('Ελλάδα 日本')).toEqual(['ελλαδα', '日本']);
    expect(foldedWords(' –, … ')).toEqual([]);
    expect(foldedWords('')).toEqual([]);
  });

  test('an accent written as a sign of its own belongs to its letter', () =>
    expect(foldedWords('Co\u0302te')).toEqual(['cote']));

  test('have their positions in the original text', () => {
    const text = '“Côte” d’Ivoire';
    expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Côte', 'd', 'Ivoire']);
  });

  test('with and without places they are the same', () => {
    for (const text of ['ABC def-9', 'É́', '\u0301 x', 'a\u0000b'])
      expect(wordsIn(text).map(({ folded }) => folded)).toEqual(foldedWords(text));
  });
});

describe('isRealMoment', () => {
  test.each([
    '1990',
    '1990-10',
    '1990-10-03',
    '2000-02-29',
    '2016-04-05T13:23:05Z',
    '2016-04-05T13:23',
    '1996-12-31T23:59:60Z',
  ])('%s is one', (text) => expect(isRealMoment(text)).toBe(true));

  test.each([
    '',
    '90',
    '1990-13',
    '1990-00',
    '2011-02-31',
    '1900-02-29',
    '2016-04-31',
    '2016-04-05T25:00:00Z',
    '3 October 1990',
    '١٩٩٠',
  ])('%j is none', (text) => expect(isRealMoment(text)).toBe(false));
});

describe('hasBegun', () => {
  test.each(['1990', '2026', '2026-11', '2026-11-21', '1990-10-02T12:00:00Z'])('%s has', (text) =>
    expect(hasBegun(text, '2026-11-21')).toBe(true),
  );

  test.each(['2027', '2026-12', '2026-11-22', '', '2016-02-30', '2016-13', '02/2016', '** none'])(
    '%j has not',
    (text) => expect(hasBegun(text, '2026-11-21')).toBe(false),
  );
});
