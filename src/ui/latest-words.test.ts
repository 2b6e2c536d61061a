import { expect, it } from 'vitest';
import { entryStatusWords, latestWords } from './latest-words.ts';

const head = { logSize: 295 };
const latest = { entryNumber: 278, count: 3 };
const base = {
  key: 'GM',
  entryNumber: 278,
  head,
  audited: head,
  auditedAt: Date.UTC(2026, 10, 21, 9, 30),
  latest,
};
const HOLDS = { outcome: 'holds' } as const;
const MISMATCH = { outcome: 'does-not-match', code: 'superseded', reason: 'x' } as const;
const OPEN = { outcome: 'not-checked', code: 'not-made', reason: 'x' } as const;
const CONTRADICTED = {
  outcome: 'cannot-check',
  code: 'head-contradicted',
  reason: 'the root does not fit',
} as const;

it.each([
  [
    'the latest, with how it is known',
    { status: 'latest', verdict: HOLDS },
    /^Entry 278 is the latest/,
    /^Every entry of the log, 295.*21 Nov 2026, 09:30 UTC/,
  ],
  [
    'an older one was sent',
    { status: 'superseded', verdict: MISMATCH, entryNumber: 270 },
    /^Entry 270 is not the latest/,
    /entry 278/,
  ],
  [
    'the log has grown',
    { status: 'grown', verdict: OPEN, audited: { logSize: 280 } },
    /up to entry 280$/,
    /15 entries/,
  ],
  [
    'the head is in doubt',
    { status: 'latest', verdict: CONTRADICTED },
    /cannot be said$/,
    /^The root does not fit\.$/,
  ],
] as const)('claims no more than is known: %s', (_, check, title, detail) => {
  const words = latestWords({ ...base, ...check });
  expect(words?.state).toBe(check.verdict.outcome);
  expect(words?.title).toMatch(title);
  expect(words?.detail).toMatch(detail);
});

it.each(['unread', 'ahead', 'elsewhere'] as const)('leaves it to the word of the server: %s', (status) => {
  expect(latestWords({ ...base, status, verdict: OPEN })).toBeUndefined();
});

it('an entry by itself may be superseded, and that holds', () => {
  const check = { ...base, entryNumber: 69, status: 'superseded', verdict: HOLDS } as const;
  expect(entryStatusWords(check)).toMatchObject({ state: 'holds', title: 'Superseded by entry 278' });
});
