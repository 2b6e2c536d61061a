import { describe, expect, test } from 'vitest';
import type { Hash } from '../core/hash.ts';
import type { RememberedRoot } from './remembered-root.ts';
import { readRootsFile, ROOTS_FORMAT, writeRootsFile } from './roots-file.ts';

const root: RememberedRoot = {
  registerId: 'country',
  base: 'https://r.example',
  variant: 'blob',
  logSize: 7,
  rootHash: 'a'.repeat(64) as Hash,
  leafRule: 'blob-hex',
  firstSeenMs: 1,
  lastSeenMs: 2,
  revision: 3,
  alarms: [],
  givenUp: [],
};

describe('a file of remembered roots', () => {
  test('reads back what was written', () => {
    expect(readRootsFile(writeRootsFile([root, { ...root, registerId: 'planet' }], 0))).toEqual({
      roots: [root, { ...root, registerId: 'planet' }],
    });
    expect(readRootsFile(writeRootsFile([], 0))).toEqual({ roots: [] });
  });

  test.each([
    ['no JSON', '{', /not JSON/],
    ['null', 'null', /does not say/],
    ['another format', JSON.stringify({ format: 'roots', version: 1, roots: [] }), /does not say/],
    ['another version', JSON.stringify({ format: ROOTS_FORMAT, version: 2, roots: [] }), /another version/],
    ['no list', JSON.stringify({ format: ROOTS_FORMAT, version: 1, roots: {} }), /no list/],
    [
      'one bad root among good ones',
      JSON.stringify({ format: ROOTS_FORMAT, version: 1, roots: [root, { ...root, logSize: 0 }] }),
      /Root 2 of 2/,
    ],
  ])('says what is wrong with %s', (_, text, problem) =>
    expect(readRootsFile(text)).toEqual({ problem: expect.stringMatching(problem) }),
  );
});
