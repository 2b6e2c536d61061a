import { expect, test } from 'vitest';
import type { Verdict } from '../../core/verdict.ts';
import { HEAD, OTHER } from '../../testing/trust-builders.ts';
import { comparisonText } from '../shared/comparison-text.ts';
import { readTheirs } from './compare-view.tsx';

const own = { ...HEAD, logSize: 295 };

function compared(theirs: typeof own, verdict: Verdict) {
  const parts = { from: theirs, to: own, oldSteps: [], newSteps: [], computedInMs: 0, path: [] };
  return comparisonText({ verdict, comparison: { ...parts, verdict, own } }, theirs);
}

test('one root at two sizes cannot be, and equal roots where the published one is in doubt are no agreement', () => {
  const reason = 'one root cannot be that of two log sizes';
  const two = compared({ ...own, logSize: 208 }, { outcome: 'does-not-match', code: 'two-sizes', reason });
  expect(two).toMatchObject({ state: 'does-not-match', detail: expect.stringMatching(/two log sizes/) });
  const doubt: Verdict = { outcome: 'cannot-check', code: 'head-contradicted', reason: 'it does not fit' };
  expect(compared(own, doubt)).toMatchObject({ state: 'cannot-check', detail: 'It does not fit.' });
  expect(comparisonText({ verdict: doubt }, own)).toMatchObject({
    state: 'cannot-check',
    detail: expect.stringMatching(/not a mismatch/),
  });
  // A mismatch without a reason of its own never says that it is none.
  const { computed, expected } = { computed: OTHER.rootHash, expected: HEAD.rootHash };
  const differs: Verdict = { outcome: 'does-not-match', code: 'hash-differs', computed, expected };
  for (const logSize of [208, 295])
    expect(compared({ ...own, logSize }, differs).detail).not.toMatch(/^$|not a mismatch/);
});

const ROOT = '8d92e1e0af1d43c41e498e6baed0d0b3ea2770d1bf9d2afc04e9c4dad7795729';

test('size and root are read out of an address, with or without a prefix, in capitals too', () => {
  for (const root of [ROOT, `sha-256:${ROOT}`, `1220${ROOT}`, ROOT.toUpperCase()])
    expect(readTheirs(`?size=208&root=${root}`)).toEqual({ head: { logSize: 208, rootHash: ROOT } });
  for (const search of ['', '?at=7']) expect(readTheirs(search)).toBeUndefined();
});

test.each<[string, RegExp]>([
  ['?size=208', /no root/],
  [`?root=${ROOT}`, /no size/],
  ...['', '0', '-1', '1.5', '1e3', '00', '9007199254740992'].map((size): [string, RegExp] => [
    `?size=${encodeURIComponent(size)}&root=${ROOT}`,
    /size in the address/,
  ]),
  ...['', ROOT.slice(1), `${ROOT}0`, `md5:${ROOT}`].map((root): [string, RegExp] => [
    `?size=208&root=${encodeURIComponent(root)}`,
    /root in the address/,
  ]),
])('%j is refused with a reason', (search, problem) => {
  expect(readTheirs(search)).toEqual({ problem: expect.stringMatching(problem) });
});
