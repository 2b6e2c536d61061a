import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import type { Verdict } from '../../core/verdict.ts';
import {
  comparisonSentence,
  headline,
  joinSentence,
  numberWord,
  pathLabel,
  rangeText,
  rootSentence,
} from './words.ts';

const hash = 'a'.repeat(64) as Hash;
const holds: Verdict = { outcome: 'holds' };
const mismatch: Verdict = {
  outcome: 'does-not-match',
  code: 'hash-differs',
  expected: hash,
  computed: 'b'.repeat(64) as Hash,
};
const wrongLength: Verdict = {
  outcome: 'does-not-match',
  code: 'data-differs',
  reason: 'the path has 3 hashes where 8 are needed.',
};
const cannot: Verdict = { outcome: 'cannot-check', code: 'unknown-leaf-rule', reason: 'unknown leaf rule' };

describe('rangeText', () => {
  it('names one entry in the singular', () => {
    expect(rangeText({ first: 205, last: 205 })).toBe('entry 205');
  });

  it('names a run with an en dash and thousands separators', () => {
    expect(rangeText({ first: 1, last: 128 })).toBe('entries 1–128');
    expect(rangeText({ first: 4_194_305, last: 8_388_608 })).toBe('entries 4,194,305–8,388,608');
  });
});

describe('numberWord', () => {
  it('uses words up to twelve and digits beyond', () => {
    expect([0, 1, 12, 13, 1204].map(numberWord)).toEqual(['zero', 'one', 'twelve', '13', '1,204']);
  });
});

describe('joinSentence', () => {
  it('says which entries join from which side', () => {
    const step = {
      level: 1,
      side: 'right',
      left: hash,
      right: hash,
      result: hash,
      covers: { first: 205, last: 208 },
      sentCovers: { first: 207, last: 208 },
    } as const;
    expect(joinSentence(step)).toEqual({ what: 'entries 207–208', how: 'joins from the right' });
  });
});

describe('headline', () => {
  const base = { verdict: holds, hashCount: 8, logSize: 208, computedInMs: 0.31 };

  it('counts the hashes in words and gives the time', () => {
    expect(headline(base)).toBe(
      'Eight hashes from the server rebuild the root from this entry. Computed in your browser in 0.3 ms.',
    );
  });

  it('gets the singular and large numbers right', () => {
    expect(headline({ ...base, hashCount: 1 })).toMatch(/^One hash from the server rebuilds the root/);
    expect(headline({ ...base, hashCount: 24 })).toMatch(/^24 hashes from the server rebuild the root/);
  });

  it('says that the only entry is the root', () => {
    expect(headline({ ...base, hashCount: 0, logSize: 1 })).toMatch(
      /^This is the only entry, so its hash is the root\./,
    );
  });

  it('says that the hashes do not lead to the root, and accuses nobody', () => {
    const sentence = headline({ ...base, verdict: mismatch });
    expect(sentence).toMatch(
      /^Eight hashes from the server do not lead from this entry to the published root\./,
    );
    expect(headline({ ...base, verdict: mismatch, hashCount: 1 })).toMatch(
      /^One hash from the server does not lead/,
    );
    expect(headline({ ...base, verdict: mismatch, hashCount: 0, logSize: 1 })).toMatch(
      /^This is the only entry, but its hash is not/,
    );
    expect(sentence).not.toMatch(/tamper/i);
  });

  it('gives the reason with one full stop, and no time, where nothing was computed', () => {
    expect(headline({ ...base, verdict: wrongLength })).toBe(
      'The proof does not match: the path has 3 hashes where 8 are needed.',
    );
    expect(headline({ ...base, verdict: cannot })).toBe('This proof cannot be checked: unknown leaf rule.');
    expect(
      headline({ ...base, verdict: { outcome: 'not-checked', code: 'not-made', reason: 'still loading…' } }),
    ).toBe('Not checked: still loading….');
  });
});

describe('rootSentence', () => {
  it('has a sentence for each outcome and says "equals" only when it holds', () => {
    expect(rootSentence(holds)).toBe('equals the published root');
    for (const verdict of [mismatch, wrongLength, cannot])
      expect(rootSentence(verdict)).not.toContain('equals');
    expect(rootSentence(cannot)).toBe('cannot be checked: unknown leaf rule');
  });
});

describe('pathLabel', () => {
  it('names entry, number of hashes and outcome', () => {
    expect(pathLabel(206, 8, holds)).toBe(
      'Path from entry 206 up to the root; 8 hashes sent by the server join on the way; equals the published root',
    );
    expect(pathLabel(1, 1, mismatch)).toContain('1 hash sent by the server joins on the way');
    expect(pathLabel(1, 0, holds)).toContain('no hash joins');
  });
});

describe('comparisonSentence', () => {
  it('does not call a root published that nobody published', () => {
    const doubt: Verdict = { outcome: 'cannot-check', code: 'incomplete', reason: 'x' };
    expect(comparisonSentence(doubt, undefined, true)).toBe('equals the published root, which is in doubt');
    expect(comparisonSentence(doubt, 'is the root at size 7', true)).toBe(
      'is not shown to be a root of this log',
    );
  });
});
