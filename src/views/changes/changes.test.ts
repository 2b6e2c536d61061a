import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import type { RecordChange } from '../../log/changes.ts';
import { anEntry } from '../../testing/builders.ts';
import { changeChecks, type Read } from './change-checks.ts';
import { readEnd } from './changes-view.tsx';
import { changesFile } from './save-changes.tsx';

test.each<[string, unknown]>([
  ['0', 0],
  ['1,295', 1295],
  ['1 295', 1295],
  ['2018-06-13', { text: '2018-06-13' }],
  ['13 June 2018', { text: '2018-06-13' }],
])('%j is an end of a log of 2000 entries', (text, end) =>
  expect({ end: readEnd(text, 2000) }).toMatchObject({ end }),
);

test.each(['', '2018', '296', '-1', '1.5', '0x10', 'June', '2018-02-30', '1e2', '05', '9'.repeat(40)])(
  '%j is no end of a log of 295 entries',
  (text) => expect(readEnd(text, 295)).toBeUndefined(),
);

const HOLDS: Verdict = { outcome: 'holds' };
const MISMATCH: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
const FAILED: Verdict = { outcome: 'cannot-check', code: 'request-failed', reason: 'no answer' };
const both = { consistency: HOLDS, range: HOLDS };
const sizes = { from: 197, to: 208, now: 208 };
const between = { kind: 'between', refused: [], missing: 0 } as const satisfies Read;
const copy = { kind: 'copy', verdict: HOLDS, size: 208, missing: 0 } as const satisfies Read;

type Given =
  Parameters<typeof changeChecks> extends [infer Proofs, infer Span, infer From, ...unknown[]]
    ? [Proofs, Span, From]
    : never;

describe('the checks of a comparison', () => {
  // The lines in their order; those in brackets stand apart.
  test.each<[string, string, Given]>([
    ['nothing read yet', 'consistency holds', [both, sizes, undefined]],
    [
      'which version came before is not verified',
      'consistency holds, range holds, data holds, before not-checked',
      [both, sizes, between],
    ],
    [
      'from the empty log on',
      'consistency holds, range holds, data holds',
      [both, { ...sizes, from: 0 }, between],
    ],
    [
      'a failed request, and data that does not match',
      'consistency cannot-check, range checking, data does-not-match, before not-checked',
      [{ consistency: FAILED, range: undefined }, sizes, { ...between, refused: [1], missing: 1 }],
    ],
    [
      'data that is not there',
      'consistency holds, range holds, data cannot-check, before not-checked',
      [both, sizes, { ...between, missing: 2 }],
    ],
    ['a copy of the whole log', 'copy holds, (consistency holds)', [both, sizes, copy]],
    [
      'a copy, and a proof that could not be read',
      'copy holds, (consistency cannot-check)',
      [{ ...both, consistency: FAILED }, sizes, copy],
    ],
    [
      'a copy without some of its data',
      'copy holds, data cannot-check, (consistency holds)',
      [both, sizes, { ...copy, missing: 3 }],
    ],
    [
      'a copy that is not compared yet',
      'copy checking, (consistency holds)',
      [both, sizes, { ...copy, verdict: undefined }],
    ],
    [
      'a copy of another log',
      'copy does-not-match, (consistency holds)',
      [both, sizes, { ...copy, verdict: MISMATCH }],
    ],
  ])('%s', (_, lines, given) =>
    expect(
      changeChecks(...given, 'server')
        .map(({ id, state, isBesides }) => (isBesides ? `(${id} ${state})` : `${id} ${state}`))
        .join(', '),
    ).toBe(lines),
  );

  test('a proof that does not match is no fact about the logs, and a copy that shows them to match is believed', () => {
    const last = (proofs: Parameters<typeof changeChecks>[0]) =>
      changeChecks(proofs, sizes, copy, 'server').at(-1)?.detail;
    const bad = { ...both, consistency: MISMATCH };
    expect(last(bad)).toMatch(/a log or the proof/);
    expect(last({ ...bad, copyShows: true })).toMatch(/^All 208 entries, read and hashed here, give/);
    expect(last({ ...both, copyShows: true })).not.toMatch(/All 208/);
  });
});

describe('a file of changes', () => {
  const names = new Map<string, string | string[]>([
    ['__proto__', 'x'],
    ['names', ['a', 'b']],
  ]);
  const added: RecordChange = {
    key: '"]}',
    kind: 'added',
    entries: 1,
    after: { entry: anEntry(2), items: [names] },
  };
  const changed: RecordChange = { ...added, before: { entry: anEntry(1), items: [undefined] } };

  test.each([
    ['holds', true],
    ['cannot-check', false],
    ['not-checked', false],
    ['does-not-match', false],
  ] as const)('with a check that is %s is verified: %s', (state, verified) => {
    const checks = [{ state: 'holds', title: 'one' } as const, { state, title: 'other' }];
    const counts = { added: 1, changed: 1, ended: 0, touched: 0 };
    const text = changesFile({ from: { logSize: 1 }, to: { logSize: 2 }, checks, counts }, [added, changed]);
    expect(text.replaceAll(/\s/g, '')).toContain('{"__proto__":"x","names":["a","b"]}');
    const { manifest, records } = JSON.parse(text);
    expect(manifest).toMatchObject({ verified, checks, from: { logSize: 1 } });
    expect(records).toMatchObject([
      { key: '"]}', kind: 'added', before: null },
      { before: { items: [null] } },
    ]);
  });
});
