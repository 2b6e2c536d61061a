import { describe, expect, test } from 'vitest';
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

  test('know where they stand in the text as it is', () => {
    const text = '“Côte” d’Ivoire';
    expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['Côte', 'd', 'Ivoire']);
  });

  test('with and without places they are the same', () => {
    for (const text of ['ABC def-9', 'É́', '\u0301 x', 'a\u0000b'])
      expect(wordsIn(text).map(({ folded }) => folded)).toEqual(foldedWords(text));
  });
});
