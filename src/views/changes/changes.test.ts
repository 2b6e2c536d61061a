import { expect, test } from 'vitest';
import { CANNOT, HOLDS, MISMATCH } from '../../testing/trust-builders.ts';
import { changeChecks, type ChangesSource } from './change-checks.ts';
import { readEnd } from './changes-view.tsx';

test.each<[string, number, unknown]>([
  ['0', 2000, 0],
  ['1,295', 2000, 1295],
  ['1 295', 2000, 1295],
  ['2018-06-13', 2000, { text: '2018-06-13' }],
  ['13 June 2018', 2000, { text: '2018-06-13' }],
  ...['', '2018', '296', '-1', '1.5', '0x10', 'June', '2018-02-30', '1e2', '05', '9'.repeat(40)].map(
    (text): [string, number, undefined] => [text, 295, undefined],
  ),
])('%j is an end of a log of %i entries: %j', (text, size, end) =>
  expect({ end: readEnd(text, size) }).toMatchObject({ end }),
);

type Proofs = Parameters<typeof changeChecks>[0];
const both: Proofs = { consistency: HOLDS, range: HOLDS };
const sizes = { from: 197, to: 208, now: 208 };
const between = { kind: 'between', refused: [], missing: 0 } as const satisfies ChangesSource;
const copy = { kind: 'copy', verdict: HOLDS, size: 208, missing: 0 } as const satisfies ChangesSource;

// The lines in their order; those in brackets say nothing of the page as a whole. Which version came before is
// verified only from the empty log on.
test.each<[string, Proofs, Parameters<typeof changeChecks>[2], string, number?]>([
  ['nothing to read yet', both, undefined, 'consistency holds'],
  ['a copy being read', both, 'copy', 'copy checking, consistency holds'],
  [
    'the entries between being read',
    { ...both, range: undefined },
    'between',
    'consistency holds, range checking, data checking, (before not-checked)',
  ],
  ['all between', both, between, 'consistency holds, range holds, data holds, (before not-checked)'],
  [
    'a previous version that is not in the log',
    both,
    { ...between, previous: MISMATCH },
    'consistency holds, range holds, data holds, before does-not-match',
  ],
  [
    'a previous version whose proof was refused',
    both,
    { ...between, previous: CANNOT },
    'consistency holds, range holds, data holds, before cannot-check',
  ],
  ['from the empty log on', both, between, 'consistency holds, range holds, data holds', 0],
  [
    'a failed request, and data that does not match',
    { consistency: CANNOT, range: undefined },
    { ...between, refused: [1], missing: 1 },
    'consistency cannot-check, range checking, data does-not-match, (before not-checked)',
  ],
  [
    'data that is not there',
    both,
    { ...between, missing: 2 },
    'consistency holds, range holds, data cannot-check, (before not-checked)',
  ],
  ['a copy of the whole log', both, copy, 'copy holds, consistency holds'],
  ['a copy, without a proof', { ...both, consistency: CANNOT }, copy, 'copy holds, consistency cannot-check'],
  [
    'a copy without some data',
    both,
    { ...copy, missing: 3 },
    'copy holds, data cannot-check, consistency holds',
  ],
  ['a copy not compared yet', both, { ...copy, verdict: undefined }, 'copy checking, consistency holds'],
  ['a copy of another log', both, { ...copy, verdict: MISMATCH }, 'copy does-not-match, consistency holds'],
])('the checks of a comparison: %s', (_, proofs, read, lines, from = 197) => {
  const summary = changeChecks(proofs, { ...sizes, from }, read, 'server').map(({ id, state, isExtra }) =>
    isExtra ? `(${id} ${state})` : `${id} ${state}`,
  );
  expect(summary.join(', ')).toBe(lines);
});

test('there is no proof from an empty log, and none is claimed', () => {
  for (const now of [208, 295]) {
    const [ends] = changeChecks(both, { from: 0, to: 208, now }, between, 'server');
    expect(ends?.title).toBe('An empty log is the beginning of every log');
    expect(ends?.detail).toMatch(/^No proof is needed from size 0\./);
  }
  const [ends] = changeChecks(both, { ...sizes, now: 295 }, between, 'server');
  expect(ends?.title).toMatch(/197 entries/);
});

test('a proof that does not match is no fact about the logs', () => {
  const last = (proofs: Proofs) => changeChecks(proofs, sizes, copy, 'server').at(-1)?.detail;
  const bad = { ...both, consistency: MISMATCH };
  expect(last(bad)).toMatch(/cannot tell/);
});
