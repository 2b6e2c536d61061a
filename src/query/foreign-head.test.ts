import { describe, expect, test } from 'vitest';
import { country } from '../mock/registers/country.ts';
import { USUAL } from '../testing/fault-rows.ts';
import { trueHead, visitMock } from '../testing/mock-session.ts';
import { compareForeignHead, rootHere } from './foreign-head.ts';
import { freshHead } from './register-queries.ts';

/** How many entries country has. */
const SIZE = 295;

/** The fault of the register, the size that somebody saw, the size published here, and what that gives. */
type Row = [fault: string, theirs: number, ownSize: number, outcome: string, code?: string];
const ROWS: readonly Row[] = [
  ['', SIZE, SIZE, 'holds'],
  ['', 208, SIZE, 'holds'],
  ['', 256, SIZE, 'holds'],
  ['', SIZE, 208, 'holds'],
  ['+fork', SIZE, SIZE, 'does-not-match', 'two-roots'],
  ['+fork', 260, SIZE, 'does-not-match', 'two-roots'],
  ['+fork', 256, SIZE, 'does-not-match', 'two-roots'],
  ['+fork', SIZE, 260, 'does-not-match', 'proof-only'],
  ['+altered-consistency', 208, SIZE, 'does-not-match', 'proof-only'],
  ['+altered-consistency', SIZE, 208, 'does-not-match', 'proof-only'],
];

describe.each(USUAL)('%s', (mode) => {
  test.each(ROWS)(
    'log%s: size %i seen elsewhere, size %i here: %s',
    async (fault, theirs, ownSize, outcome, code) => {
      const { session, queries } = visitMock({ source: country, mode: mode + fault });
      const { signal } = new AbortController();
      const own = ownSize === SIZE ? await freshHead({ session, queries }) : trueHead(country, mode, ownSize);
      const { rootHash } = trueHead(country, mode, theirs);
      // The root of a larger log must be known whole.
      for (const digits of theirs > ownSize ? [rootHash] : [rootHash, rootHash.slice(0, 32)]) {
        const found = await compareForeignHead(
          { session, queries, signal },
          { logSize: theirs, digits },
          own,
        );
        expect(found).toMatchObject({ own, verdict: { outcome, ...(code && { code }) } });
        expect(found.path.length > 0).toBe(theirs !== ownSize);
        const here = rootHere(found, { logSize: theirs, digits });
        expect(here === rootHash).toBe(outcome === 'holds' && theirs <= ownSize);
        expect(here !== undefined).toBe(theirs <= ownSize && code !== 'proof-only');
      }
    },
  );
});

test('a proof that gives the root of a larger log, but not the one published here, shows two logs', async () => {
  const { session, queries } = visitMock({ source: country, mode: 'v2' });
  const { signal } = new AbortController();
  const own = { ...trueHead(country, 'v2', 207), logSize: 208 };
  const { logSize, rootHash: digits } = trueHead(country, 'v2', SIZE);
  expect(await compareForeignHead({ session, queries, signal }, { logSize, digits }, own)).toMatchObject({
    verdict: { code: 'two-roots' },
    beginning: trueHead(country, 'v2', 208).rootHash,
  });
});
