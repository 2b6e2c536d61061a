import { describe, expect, it } from 'vitest';
import { parseHash } from '../../core/hash.ts';
import type { RecheckedReport } from '../../verify/evidence/recheck-report.ts';
import { reportChecks } from './words.ts';

const hash = (digit: string) => parseHash(digit.repeat(64), 'bare') ?? expect.unreachable('no hash');
const seenAt = '2026-11-21T12:00:00Z';
const old = { logSize: 295, rootHash: hash('a'), seenAt };
const rechecked: RecheckedReport = {
  shows: true,
  finding: 'This file shows',
  computed: { outcome: 'not-checked', code: 'not-in-file', reason: 'none' },
  script: { outcome: 'holds' },
  published: { outcome: 'not-checked', code: 'unsigned', reason: 'unsigned' },
};
const lines = (later: typeof old) =>
  reportChecks({ old, new: later }, rechecked).map(({ state, title }) => `${state}: ${title}`);

describe('reportChecks', () => {
  it('misses no consistency proof between two heads of one size', () => {
    expect(lines({ ...old, rootHash: hash('b') })[0]).toBe('does-not-match: The two roots are different');
    expect(lines(old)[0]).toBe('holds: The two roots are equal');
    expect(lines({ ...old, rootHash: hash('b') }).join()).not.toMatch(/consistency/);
  });

  it('says that there is none between two sizes', () => {
    expect(lines({ ...old, logSize: 265 })[0]).toBe('not-checked: No consistency proof could be computed');
  });
});
