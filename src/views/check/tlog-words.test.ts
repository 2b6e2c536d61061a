import { describe, expect, it } from 'vitest';
import { aBundle } from '../../testing/evidence-builders.ts';
import { parseTlogProof } from '../../verify/evidence/read-tlog-proof.ts';
import { recheckTlogProof } from '../../verify/evidence/recheck-tlog-proof.ts';
import { tlogProof } from '../../verify/evidence/tlog-proof.ts';
import { tlogChecks } from './tlog-words.ts';

function said(text: string): string[] {
  const parsed = parseTlogProof(text);
  if (!('proof' in parsed)) throw new Error(JSON.stringify(parsed.problems));
  return tlogChecks(parsed.proof, recheckTlogProof(parsed.proof)).map(
    ({ state, title }) => `${state}: ${title}`,
  );
}

describe('tlogChecks', () => {
  it('says what is shown and what is not, of an item', () => {
    expect(said(tlogProof(aBundle()))).toEqual([
      'holds: The leaf bytes in the text lead to its root, as entry 6',
      'holds: The leaf bytes are entry 6',
      'not-checked: The data of the entry is not in the text',
      'not-checked: The root is unsigned',
    ]);
  });

  it('claims no entry of a blob, whose leaf is only a hash', () => {
    expect(said(tlogProof(aBundle({ rule: 'blob-multihash' })))[1]).toBe(
      'cannot-check: Which entry it is cannot be seen',
    );
  });

  it('claims nothing of a text without the bytes of the entry', () => {
    const bare = tlogProof(aBundle()).replace(/^extra .*\n/m, '');
    expect(said(bare).slice(0, 2)).toEqual([
      'cannot-check: Nothing could be led to the root',
      'cannot-check: Which entry it is cannot be seen',
    ]);
  });
});
