import { expect, test } from 'vitest';
import { hasSeen, seenPart } from './seen-part.ts';
import { readSeen } from './sent-head.ts';

const ROOT = '861d177a9b9236665aeda45720cc2273861d177a9b9236665aeda45720cc2273' as never;
const DIGITS = '861d177a9b9236665aeda45720cc2273';
const HEAD = { logSize: 295, digits: DIGITS };

test('a head survives the way through a link', () => {
  const part = seenPart({ logSize: 295, rootHash: ROOT });
  expect(part).toBe(`seen=295.${DIGITS}`);
  expect(readSeen(`#${part}`)).toEqual(HEAD);
});

test.each([
  ['upper case', `#seen=295.${DIGITS.toUpperCase()}`],
  ['escaped by a chat program', `#seen%3D295%2E${DIGITS}`],
  ['a full stop, a bracket and a quote after it', `#seen=295.${DIGITS}).”`],
  ['signs of markup after it', `#seen=295.${DIGITS}**_|`],
  ['an invisible space after it', `#seen=295.${DIGITS}\u200B`],
  ['a query after it', `#seen=295.${DIGITS}?utm_source=mail`],
  ['a text that is to be found on the page', `#seen=295.${DIGITS}:~:text=Gambia`],
  ['behind another part', `#inclusion-proof&seen=295.${DIGITS}`],
])('%s is read', (_, fragment) => {
  expect(hasSeen(fragment)).toBe(true);
  expect(readSeen(fragment)).toEqual(HEAD);
});

test.each([
  ['cut digits', `#seen=295.${DIGITS.slice(0, 31)}`],
  ['no digits', '#seen=295.'],
  ['no size', `#seen=.${DIGITS}`],
  ['size 0', `#seen=0.${DIGITS}`],
  ['a size beyond whole numbers', `#seen=1000000000000000000.${DIGITS}`],
  ['a fraction', `#seen=2.95.${DIGITS}`],
  ['odd digits', `#seen=295.${'g'.repeat(32)}`],
  ['more digits than a hash has', `#seen=295.${DIGITS.repeat(3)}`],
  ['two parts', `#seen=295.${DIGITS}&seen=206.${DIGITS}`],
  ['a broken escape', `#seen=295.%E0%A4%A${DIGITS}`],
  ['100 KB', `#seen=295.${'8'.repeat(100_000)}`],
])('%s cannot be compared', (_, fragment) => {
  expect(hasSeen(fragment)).toBe(true);
  expect(readSeen(fragment)).toHaveProperty('problem');
});

test.each(['', '#inclusion-proof', '#overseen=1', '#content'])(
  '“%s” says nothing of a sender',
  (fragment) => {
    expect(hasSeen(fragment)).toBe(false);
  },
);
