import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { KNOWN_LOGS } from './known-log.ts';
import type { Entry } from './model.ts';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// Leaves as hashing.md has them, by Node's hash and none of the code that they prove.
const LEAF = {
  item: ({ entryNumber: n, key, timestamp, itemHashes: [hash] }: Entry) =>
    `{"index-entry-number":"${n}","entry-number":"${n}","entry-timestamp":"${timestamp}","key":"${key}","item-hash":["sha-256:${hash}"]}`,
  blob: ({ entryNumber: n, key, timestamp, itemHashes: [hash] }: Entry) =>
    sha256(
      'l',
      sha256('i', String(n)),
      sha256('u', key),
      sha256('t', timestamp),
      sha256('r', Buffer.from(`1220${hash ?? ''}`, 'hex')),
    ),
};

test.each(KNOWN_LOGS)('the known log of the variant $variant is what another hash comes to', (log) => {
  const leaves = log.entries.map((entry) => sha256('\0', LEAF[log.variant](entry)));
  const [first = '', second = '', third = ''] = leaves;
  expect(leaves.map((leaf) => leaf.toString('hex'))).toEqual(log.leaves);
  expect(sha256('\u0001', sha256('\u0001', first, second), third).toString('hex')).toBe(log.root);
});

test('its data has the hashes that are published', () => {
  expect(sha256('{"bar":"xyz","foo":"abc"}').toString('hex')).toBe(KNOWN_LOGS[0]?.itemHash);
  const pairs = [
    ['foo', 'abc'],
    ['bar', 'xyz'],
  ].map(([name = '', value = '']) => Buffer.concat([sha256('u', name), sha256('u', value)]));
  expect(sha256('d', ...pairs.sort(Buffer.compare)).toString('hex')).toBe(KNOWN_LOGS[1]?.itemHash);
});
