import { describe, expect, it } from 'vitest';
import type { Verdict } from '../core/verdict.ts';
import { earlierEntryWords } from './earlier-words.ts';

const VERDICTS: readonly Verdict[] = [
  { outcome: 'holds' },
  { outcome: 'does-not-match', code: 'path-length', reason: 'x' },
  { outcome: 'cannot-check', code: 'head-not-compared', reason: 'the published root was not compared' },
  { outcome: 'not-checked', code: 'not-made', reason: 'nobody looked' },
];

describe('earlierEntryWords', () => {
  it('keep the outcome of the check', () => {
    for (const verdict of VERDICTS)
      expect(earlierEntryWords({ verdict }, 150, 197).state).toBe(verdict.outcome);
  });

  it('never make a failed request or a check under way a verdict', () => {
    expect(earlierEntryWords({ failure: 'no network' }, 1, 2).state).toBe('cannot-check');
    expect(earlierEntryWords({}, 1, 2).state).toBe('checking');
  });

  it('say the size, and call no root of it published', () => {
    const holds = earlierEntryWords({ verdict: { outcome: 'holds' } }, 150, 1_970);
    expect(holds.title).toBe('Entry 150 was in the log of 1,970 entries');
    for (const verdict of VERDICTS.slice(0, 2)) {
      const { title, detail } = earlierEntryWords({ verdict }, 150, 1_970);
      expect(`${title} ${detail}`).not.toContain('publish');
    }
  });

  it('say of a check that was made again that it was', () => {
    for (const verdict of VERDICTS) {
      const { detail } = earlierEntryWords({ verdict: { ...verdict, madeAgain: true } }, 150, 197);
      expect(detail.match(/It was started again/g)).toHaveLength(1);
      expect(earlierEntryWords({ verdict }, 150, 197).detail).not.toContain('started again');
    }
  });
});
