import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../../core/verdict.ts';
import type { WitnessFinding } from '../../query/contradictions.ts';
import { witnessSigner } from '../../testing/witness-signer.ts';
import { HEAD } from '../../testing/trust-builders.ts';
import { comparisonText, witnessLine } from './witness-line.ts';

const signed = { note: 'n', checkpoint: { logSize: 295, rootHash: '' as Hash } };
const of = (verdict: Verdict): WitnessFinding => ({ verdict, signed });

const SAME = of({ outcome: 'holds' });
const OTHER = of(doesNotMatch('two-roots', ''));
const BAD_PROOF = of(doesNotMatch('proof-only', ''));
const UNCOMPARED = of(cannotCheck('no-consistency-proof', ''));
const UNSIGNED: WitnessFinding = { verdict: cannotCheck('signature-invalid', '') };
const NONE: WitnessFinding = { verdict: notChecked('not-made', '') };

test.each<[string, readonly (WitnessFinding | undefined)[], boolean]>([
  ['does-not-match', [SAME, undefined, OTHER], true],
  ['does-not-match', [SAME, undefined, BAD_PROOF], true],
  ['checking', [SAME, undefined], true],
  ['checking', [UNCOMPARED, undefined], true],
  ['cannot-check', [SAME, UNCOMPARED], false],
  ['cannot-check', [UNCOMPARED], false],
  ['cannot-check', [UNSIGNED, NONE], false],
  ['cannot-check', [undefined], false],
  ['holds', [SAME, UNSIGNED, undefined, NONE], false],
  ['not-checked', [NONE], false],
])('witnesses come to "%s"', (state, found, isPending) => {
  const all = found.map((finding, index) => ({ vkey: witnessSigner(`w${index}`).vkey, finding }));
  expect(witnessLine(all, isPending).state).toBe(state);
});

test('a key under several names, or of two types, is one witness', () => {
  const keys = [
    witnessSigner('ada', 'a key'),
    witnessSigner('ada.example', 'a key'),
    witnessSigner('ben', 'a key', 'ed25519'),
    witnessSigner('cy'),
  ];
  const line = (finding: WitnessFinding, last = finding) =>
    witnessLine(
      keys.map(({ vkey }, index) => ({ vkey, finding: index === 3 ? last : finding })),
      false,
    );
  expect(line(SAME).title).toBe('2 of your 2 witnesses signed this log');
  expect(line(SAME, NONE).title).toBe('1 of your 2 witnesses signed this log');
  expect(line(OTHER, SAME).title).toMatch(/^1 of your 2 witnesses signed another log/);
  expect(line(UNSIGNED, SAME).detail).toMatch(/What 1 of your 2 witnesses signed could not be checked/);
});

const own = { ...HEAD, logSize: 295 };

function compared(theirs: typeof own, verdict: Verdict) {
  return comparisonText({ verdict, comparison: { verdict, own, path: [] } }, theirs);
}

test('what contradicts is said with its reason, and equal roots where the published one is in doubt are no agreement', () => {
  const reason = 'this log has another root hash at that size';
  const two = compared({ ...own, logSize: 208 }, doesNotMatch('two-roots', reason));
  expect(two).toMatchObject({ state: 'does-not-match', title: 'Neither log is the beginning of the other' });
  expect(two.detail).toMatch(/another root hash/);
  const unproved = compared({ ...own, logSize: 208 }, doesNotMatch('proof-only', reason));
  expect(unproved.title).toMatch(/does not show/);
  const doubt = cannotCheck('head-contradicted', 'it does not fit');
  expect(compared(own, doubt)).toMatchObject({ state: 'cannot-check', detail: 'It does not fit.' });
  expect(comparisonText({ verdict: doubt }, own)).toMatchObject({
    state: 'cannot-check',
    detail: expect.stringMatching(/not a mismatch/),
  });
});
