import { expect, test } from 'vitest';
import { firstDifference, fingerprints } from '../log/fingerprints.ts';
import { planet } from '../mock/registers/planet.ts';
import { copyOf, type CopyLine } from '../testing/log-copy.ts';
import { visitMock } from '../testing/mock-session.ts';
import { compareWithMirror } from './mirror-queries.ts';

const size = planet.entries.length;

let mirrors = 0;

/** Each mirror is another place, with answers of its own. */
function mirrorOf(source: typeof planet, mode: string) {
  return visitMock({ source: { ...source, name: `mirror-${(mirrors += 1)}` }, mode, timeoutMs: 500 }).session;
}

/** A mirror of `planet` in which one entry has another time. */
function altered(entryNumber: number) {
  const entries = planet.entries.map((entry, index) =>
    index + 1 === entryNumber ? { ...entry, timestamp: '2001-01-01T00:00:00Z' } : entry,
  );
  return { ...planet, entries };
}

test.each(['v2', 'earlier'])(
  'the shorter log begins the longer, or the first entry that differs is found: %s',
  async (mode) => {
    const { session, queries } = visitMock({ source: planet, mode });
    const found = async (source: typeof planet, mirrorMode = mode) =>
      compareWithMirror(queries, session, mirrorOf(source, mirrorMode));
    const shorter = { ...planet, entries: planet.entries.slice(0, size - 2) };
    expect(await found(planet)).toMatchObject({
      outcome: 'holds',
      by: 'roots',
      ownSize: size,
      mirrorSize: size,
    });
    expect(await found(shorter)).toMatchObject({ outcome: 'holds', mirrorSize: size - 2 });
    for (const first of [1, 2, 5, size])
      expect(await found(altered(first))).toMatchObject({ outcome: 'does-not-match', first });
    // A proof that does not hold says nothing of where the logs differ.
    expect(await found(shorter, `${mode}+altered-root`)).toMatchObject({ outcome: 'cannot-check' });
    expect(await found({ ...planet, entries: [] })).toMatchObject({ reason: expect.stringMatching(/empty/) });
  },
);

test('a mirror that gives no answer could not be checked', async () => {
  const { session, queries } = visitMock({ source: planet, mode: 'v2' });
  expect(await compareWithMirror(queries, session, mirrorOf(planet, 'v2+dead'))).toMatchObject({
    outcome: 'cannot-check',
    reason: expect.stringMatching(/^the mirror could not be read/),
  });
});

test('entries of one meaning have one fingerprint in both variants, and no other entry has it', () => {
  const lines: readonly CopyLine[] = [
    ['A', { a: 'A', list: ['y', 'x'] }, '2016-04-05T00:00:00Z'],
    ['B', { a: 'B' }],
  ];
  const changed = (line: CopyLine): readonly CopyLine[] => lines.with(0, line);
  const difference = (others: readonly CopyLine[]) =>
    firstDifference(fingerprints(copyOf(lines), { at: 2 }), fingerprints(copyOf(others, 'blob'), { at: 2 }));
  expect(difference(lines)).toBeUndefined();
  expect(
    difference(changed(['A', { list: ['x', 'y'], a: 'A', unset: '' }, '2016-04-05T00:00:00'])),
  ).toBeUndefined();
  for (const line of [
    ['Z', { a: 'A', list: ['y', 'x'] }, '2016-04-05T00:00:00Z'],
    ['A', { a: 'A', list: ['y', 'x'] }, '2016-04-05T00:00:01Z'],
    ['A', { a: 'A', list: ['y'] }, '2016-04-05T00:00:00Z'],
    ['A', { a: 'A', list: ['y', 'x'], b: 'x' }, '2016-04-05T00:00:00Z'],
  ] as const satisfies readonly CopyLine[])
    expect(difference(changed(line))).toBe(1);
  expect(difference(lines.with(1, ['B', { a: 'C' }]))).toBe(2);
});
