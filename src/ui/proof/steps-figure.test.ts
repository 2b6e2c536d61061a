import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion, inclusionPathLength } from '../../core/inclusion.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { sampleCheck, sampleHash, uncheckedSample } from '../../testing/sample-check.ts';
import { SOURCE_WORDS } from '../source.ts';
import type { InclusionCheck, PathOptions } from './inclusion-check.ts';
import { stepLines, stepsAsText } from './steps-figure.tsx';

const TEXT = new TextEncoder().encode('{"index-entry-number":"206","key":"GM"}');

/** written is a check whose leaf hash is that of these leaf bytes. */
function written(leafBytes: Uint8Array, entryNumber = 206, logSize = 208): InclusionCheck {
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const auditPath = Array.from({ length: inclusionPathLength(entryNumber, logSize) }, (_, index) =>
    sampleHash(index),
  );
  const climb = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash: leafHash });
  const rootHash = climb.computedRoot ?? leafHash;
  return {
    ...climb,
    verdict: { outcome: 'holds' },
    entry: { entryNumber, key: 'GM', itemHashes: [] },
    checkpoint: { logSize, rootHash },
    leafHash,
    leafBytes,
    computedInMs: 0.2,
  };
}

const linesOf = (check: InclusionCheck, options: Partial<PathOptions> = {}) =>
  stepLines(check, { ...SOURCE_WORDS.server, ...options });

describe('stepLines', () => {
  it('writes the exact bytes of every step: hashing them again gives its result', () => {
    for (const check of [
      written(TEXT),
      written(Uint8Array.of(0, 255, 7)),
      written(TEXT, 1, 1),
      written(TEXT, 5, 1_000_000),
    ]) {
      const lines = linesOf(check);
      expect(lines).toHaveLength(check.steps.length + 2);
      for (const { hex, result } of lines.slice(0, -1)) {
        expect(createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')).toBe(result);
      }
    }
  });

  it('shows leaf bytes as text where they are, else as digits', () => {
    const [, leaf] = linesOf(written(TEXT))[0]?.parts ?? [];
    expect(leaf).toEqual(['entry', '{"index-entry-number":"206","key":"GM"}']);
    const [, binary] = linesOf(written(Uint8Array.of(0, 255, 7)))[0]?.parts ?? [];
    expect(binary?.[1]).toBe('00ff07');
  });

  it('puts the sent hash on its side', () => {
    const sources = linesOf(sampleCheck(206, 208)).map(({ parts }) => parts.map(([source]) => source));
    expect(sources.slice(1, 3)).toEqual([
      ['fixed', 'sent', 'computed'],
      ['fixed', 'computed', 'sent'],
    ]);
  });

  it('compares the roots in the last row, and says that they agree only where the check holds', () => {
    expect(linesOf(sampleCheck(206, 208)).at(-1)).toMatchObject({
      sentence: 'The root computed here equals the published root.',
      tone: 'good',
    });
    const refuted = sampleCheck(206, 208, sampleHash(99));
    const last = linesOf(refuted).at(-1);
    expect(last).toMatchObject({
      tone: 'bad',
      result: refuted.computedRoot,
      expected: sampleHash(99),
    });
    expect(last?.sentence).toBe('The root computed here does not match the published root.');
    const colours = linesOf(refuted).map(({ tone }) => tone);
    expect(colours.slice(0, -1).every((tone) => tone === 'neutral')).toBe(true);
  });

  it.each([
    ['data that differs', { computed: sampleHash(1), recorded: sampleHash(2) }, 'bad'],
    ['data that was not hashed', { computed: undefined, recorded: sampleHash(2) }, 'neutral'],
  ])('begins with %s, and ends with it: nothing is good then', (_, hashes, tone) => {
    const lines = linesOf(sampleCheck(206, 208), { data: { text: 'name Gambia', ...hashes } });
    expect(lines[0]).toMatchObject({ step: 'Data', tone });
    expect(lines.at(-1)?.sentence).toContain(lines[0]?.sentence);
    expect(lines.map((line) => line.tone)).not.toContain('good');
  });

  it('keeps the leaf of a proof of the wrong length, and says that no root was reached', () => {
    const { steps: _, computedRoot: __, ...rest } = written(TEXT);
    const lines = linesOf({
      ...rest,
      steps: [],
      verdict: { outcome: 'does-not-match', code: 'path-length', reason: 'too long' },
    });
    expect(lines).toHaveLength(2);
    expect(lines[0]?.result).toBe(rest.leafHash);
    expect(lines[1]?.sentence).toContain('does not give the published root');
    const [leaf] = linesOf(uncheckedSample({ outcome: 'cannot-check', code: 'incomplete', reason: 'why' }));
    expect(leaf?.sentence).toBe('Entry 206 was not hashed.');
  });
});

describe('stepsAsText', () => {
  it('is a table with one line for each row and four cells in each', () => {
    const lines = linesOf(written(TEXT));
    const rows = stepsAsText(lines).trimEnd().split('\n');
    expect(rows).toHaveLength(lines.length + 1);
    for (const row of rows) expect(row.split('\t')).toHaveLength(4);
    expect(rows[1]).toContain(lines[0]?.hex);
  });
});
