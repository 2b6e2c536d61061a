import { expect, test } from 'vitest';
import { type Reach, readsOn } from './server-records.ts';

const LONG: Reach = { entries: 1_000_000, read: 100, reached: 60, scrollable: true, upTo: 0 };

test.each<[string, Partial<Reach>, boolean]>([
  ['a register that is read whole without asking', { entries: 20_000, scrollable: false }, true],
  ['such a register up to a bound', { entries: 20_000, read: 5_000 }, false],
  ['a larger one before its end is reached', { entries: 20_001 }, false],
  ['a larger one just before its end is reached', { reached: 99 }, false],
  ['a larger one at its end', { reached: 120 }, true],
  ['a larger one with more rows below', { read: 200, reached: 120 }, false],
  ['a larger one beyond the bound', { read: 5_000, reached: 5_010 }, false],
  ['a search through part of a larger one', { reached: 120, scrollable: false }, false],
  ['a register of unknown length', { reached: 120, entries: undefined }, false],
  ['what the reader asks for', { upTo: 1_100, scrollable: false }, true],
  ['what the reader asks for beyond the bound', { upTo: 6_000, read: 5_900 }, true],
  ['what the reader asked for and has', { upTo: 1_100, read: 1_100 }, false],
])('reads on: %s', (_, reach, reads) => expect(readsOn({ ...LONG, ...reach })).toBe(reads));
