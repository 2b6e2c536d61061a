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

/** What a file may hold that a view could not show: each of these would throw, or name no register. */
describe('a root that could not be shown is damaged', () => {
  const seen = (seenAtMs: number) => ({ logSize: 5, rootHash: root.rootHash, seenAtMs });
  const misbehaviour = {
    kind: 'shorter-log',
    base: 'https://r.example',
    registerId: 'country',
    variant: 'blob',
    old: seen(1),
    new: seen(2),
    addresses: { head: 'https://r.example/proof/register' },
  };
  const alarm = (more: object) => ({ alarms: [{ read: false, misbehaviour: { ...misbehaviour, ...more } }] });
  const problemOf = (more: object) =>
    readRootsFile(JSON.stringify({ format: ROOTS_FORMAT, version: 1, roots: [{ ...root, ...more }] }));

  test('the last moment of the year 9999 and an ordinary alarm are none', () => {
    const last = 253_402_300_799_999;
    expect(
      problemOf({ firstSeenMs: last, lastSeenMs: last, importedAtMs: last, ...alarm({}) }),
    ).toHaveProperty('roots');
  });

  const damaged: (readonly [string, unknown, object])[] = [
    ...[253_402_300_800_000, 8_640_000_000_000_001, Number.MAX_SAFE_INTEGER, -1, 1.5, '1', null].flatMap(
      (ms): typeof damaged => [
        ['first seen', ms, { firstSeenMs: ms }],
        ['last seen', ms, { lastSeenMs: ms }],
        ['taken over', ms, { importedAtMs: ms }],
        ['given up', ms, { givenUp: [{ ...seen(1), seenAtMs: ms }] }],
        ['an alarm, old', ms, alarm({ old: { ...seen(1), seenAtMs: ms } })],
        ['an alarm, new', ms, alarm({ new: { ...seen(1), seenAtMs: ms } })],
      ],
    ),
    ...[
      '',
      'country',
      '//r.example',
      'ftp://r.example',
      'data:text/plain,x',
      'https://',
      `https://r.example/${'a'.repeat(9000)}`,
      'https://r.example/\ud800',
    ].flatMap((address): typeof damaged => [
      ['base', address.slice(0, 30), { base: address }],
      ['base of an alarm', address.slice(0, 30), alarm({ base: address })],
      ['head of an alarm', address.slice(0, 30), alarm({ addresses: { head: address } })],
      [
        'proof of an alarm',
        address.slice(0, 30),
        alarm({ addresses: { ...misbehaviour.addresses, consistency: address } }),
      ],
    ]),
    ...['', '\udc00', 'a'.repeat(9000), 5].map((id): (typeof damaged)[number] => [
      'name',
      String(id).slice(0, 30),
      { registerId: id },
    ]),
  ];

  test.each(damaged)('%s: %j', (_, __, more) => {
    expect(problemOf(more)).toEqual({ problem: expect.stringMatching(/Root 1 of 1/) });
  });
});
