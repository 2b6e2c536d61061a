import { expect, test } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../../core/verdict.ts';
import type { WitnessFinding } from '../../query/witness-queries.ts';
import { witnessLine } from './witness-alarm.tsx';

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
  expect(witnessLine(found, isPending).state).toBe(state);
});
