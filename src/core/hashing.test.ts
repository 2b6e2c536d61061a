import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anEntry, anItem } from '../testing/builders.ts';
import { checkConsistency } from './consistency.ts';
import { dataHash } from './data-hash.ts';
import { type Hash, hashFromBytes } from './hash.ts';
import { checkInclusion } from './inclusion.ts';
import { LEAF_RULES, leafRule } from './leaf-rules.ts';
import type { LeafRuleId } from './model.ts';

const page = readFileSync(new URL('hashing.md', import.meta.url), 'utf8');

/** rowsOf returns the rows of two code spans below a heading of hashing.md. */
function rowsOf(heading: string): [one: string, other: string][] {
  const [section = ''] = page.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return Array.from(section.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm), ([, one = '', other = '']) => [
    one,
    other,
  ]);
}

test.each([
  ['Items', 'item', 1],
  ['Blobs', 'blob', 3],
] as const)('%s have the hashes in hashing.md', (heading, variant, count) => {
  const rows = rowsOf(heading);
  expect(rows).toHaveLength(count);
  for (const [json, hash] of rows)
    expect(dataHash(variant, anItem(JSON.parse(json) as Parameters<typeof anItem>[0]))).toBe(hash);
});

test('each leaf rule writes the bytes in hashing.md', () => {
  const [itemHash] = /[0-9a-f]{64}(?=`:\n)/.exec(page) ?? [];
  const entry = anEntry(6, { key: 'GB', itemHashes: [itemHash as Hash] });
  const rows = rowsOf('Leaf rules');
  expect(rows.map(([id]) => id)).toEqual(LEAF_RULES.map(({ id }) => id));
  for (const [id, written] of rows)
    expect(Buffer.from(leafRule(id as LeafRuleId).leafBytes(entry) ?? [])).toEqual(
      Buffer.from(written, written.startsWith('{') ? 'utf8' : 'hex'),
    );
});

const published = new Map(rowsOf('A real log'));
const headAt = (logSize: number) => ({ logSize, rootHash: published.get(String(logSize)) as Hash });
const proofOf = (name: string) => published.get(name)?.split(' ') as Hash[];

test('the published proof of an entry holds, by its leaf rule alone', () => {
  const [itemHash] = /[0-9a-f]{64}(?=`; its rule)/.exec(page) ?? [];
  const entry = anEntry(10, { key: 'AD', itemHashes: [itemHash as Hash] });
  const check = (rule: LeafRuleId) =>
    checkInclusion({
      ...headAt(200),
      leafHash: hashFromBytes(leafRule(rule).leafHash(entry) ?? new Uint8Array()),
      entryNumber: 10,
      auditPath: proofOf('entry 10 at 200'),
    });
  const { verdict, steps } = check('item-json');
  expect(verdict).toEqual({ outcome: 'holds' });
  expect(steps.map(({ side }) => side.charAt(0)).join('')).toBe('lrrlrrrr');
  expect(steps.map((step) => step.sentCovers.first)).toEqual([9, 11, 13, 1, 17, 33, 65, 129]);
  expect(check('item-json-2016').verdict.outcome).toBe('does-not-match');
});

test.each([
  [197, 200, '197 to 200', 'holds'],
  [200, 208, '200 to 208', 'holds'],
  [197, 208, '200 to 208', 'does-not-match'],
])('from %d to %d the published proof %s: %s', (from, to, name, outcome) => {
  const found = checkConsistency({ from: headAt(from), to: headAt(to), path: proofOf(name) });
  expect(found.verdict.outcome).toBe(outcome);
});
