import { describe, expect, test } from 'vitest';
import { entryStandingWords, latestWords } from './latest-words.ts';

const head = { logSize: 295 };
const base = { key: 'GM', entryNumber: 278, head, audited: head, auditedAt: Date.UTC(2026, 10, 21, 9, 30) };
const HOLDS = { outcome: 'holds' } as const;
const MISMATCH = { outcome: 'does-not-match', code: 'superseded', reason: 'x' } as const;
const OPEN = { outcome: 'not-checked', code: 'not-made', reason: 'x' } as const;

describe('latestWords', () => {
  test('claims the latest version only with how it is known', () => {
    const words = latestWords({
      ...base,
      standing: 'latest',
      verdict: HOLDS,
      latest: { entryNumber: 278, count: 3 },
    });
    expect(words?.title).toBe('Entry 278 is the latest version of GM');
    expect(words?.detail).toBe(
      'Every entry of the log, 295 in all, was read in this browser on 21 Nov 2026, 09:30 UTC, and none after entry 278 has this key. It has 3 versions.',
    );
  });

  test('names the later entry that the server did not send', () => {
    const words = latestWords({
      ...base,
      entryNumber: 270,
      standing: 'superseded',
      verdict: MISMATCH,
      latest: { entryNumber: 278, count: 3 },
    });
    expect(words).toMatchObject({
      state: 'does-not-match',
      title: 'Entry 270 is not the latest version of GM',
    });
    expect(words?.detail).toContain('entry 278 has this key, too');
  });

  test('says up to where it is known when the log has grown', () => {
    const words = latestWords({
      ...base,
      standing: 'grown',
      verdict: OPEN,
      audited: { logSize: 280 },
      latest: { entryNumber: 278, count: 3 },
    });
    expect(words).toMatchObject({ state: 'not-checked', title: 'No newer entry for GM up to entry 280' });
    expect(words?.detail).toContain('15 entries were added since');
  });

  test.each(['unread', 'ahead', 'elsewhere'] as const)(
    'leaves it to the word of the server: %s',
    (standing) => {
      expect(latestWords({ ...base, standing, verdict: OPEN })).toBeUndefined();
    },
  );

  test('a head that cannot be believed takes the claim away', () => {
    const words = latestWords({
      ...base,
      standing: 'latest',
      verdict: { outcome: 'cannot-check', code: 'head-contradicted', reason: 'the root does not fit' },
      latest: { entryNumber: 278, count: 3 },
    });
    expect(words).toMatchObject({ state: 'cannot-check', detail: 'The root does not fit.' });
  });
});

test('an entry by itself may be superseded, and that holds', () => {
  const words = entryStandingWords({
    ...base,
    entryNumber: 69,
    standing: 'superseded',
    verdict: HOLDS,
    latest: { entryNumber: 278, count: 3 },
  });
  expect(words).toMatchObject({ state: 'holds', title: 'Superseded by entry 278' });
});
