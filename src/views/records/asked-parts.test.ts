import { describe, expect, test } from 'vitest';
import { partsOf } from './asked-parts.ts';
import { readAsked, writeAsked } from './records-address.ts';

const parts = (query: string) => partsOf(readAsked(new URLSearchParams(query)));

describe('what is active', () => {
  test('is told part by part', () =>
    expect(
      parts('q=a b&former=yes&status=ended&attribute=name&value=X&is.kind=s&is.kind=&sort=-name').map(
        ({ name, words }) => `${name}: ${words}`,
      ),
    ).toEqual([
      'search: “a b”, former versions too',
      'filter: ended',
      'filter: name is exactly X',
      'filter: kind is s',
      'filter: kind is not set',
      'order: by name, descending',
    ]));

  test('each part takes off itself and nothing else', () => {
    const query = 'q=a&former=yes&status=ended&attribute=name&value=X&is.kind=s&is.kind=t&sort=name&at=5';
    const all = parts(query);
    for (const { words, change } of all) {
      const left = writeAsked(new URLSearchParams(query), change);
      expect(partsOf(readAsked(left)).map((part) => part.words)).toEqual(
        all.map((part) => part.words).filter((other) => other !== words),
      );
      expect(left.get('at')).toBe('5');
    }
    expect(parts('columns=a&at=5')).toEqual([]);
  });
});
