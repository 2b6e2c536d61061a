import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, LEAF_RULE_IDS, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import type { ProofBundle } from './bundle.ts';
import { writeBundle } from './write-bundle.ts';

const SCRIPT = fileURLToPath(new URL('../../../public/check-bundle.mjs', import.meta.url));
const TEXT = readFileSync(SCRIPT, 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(text: string, ...more: string[]): { status: number | null; output: string } {
  const file = join(folder, 'bundle.json');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, file, ...more], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('check-bundle.mjs', () => {
  it('has fewer than 150 lines and imports nothing but Node', () => {
    expect(TEXT.trimEnd().split('\n').length).toBeLessThan(150);
    expect([...TEXT.matchAll(/from '([^']+)'/g)].map((match) => match[1])).toEqual([
      'node:assert',
      'node:crypto',
      'node:fs',
    ]);
  });

  it.each(LEAF_RULE_IDS)('exits with 0 for good bundles, leaf rule %s', (rule) => {
    const data = Object.fromEntries(ODD_TEXTS.map((text) => [text || 'name', [text || 'x', 'y']]));
    const withheld = { a: `**REDACTED**${'ab'.repeat(32)}`, b: [`**REDACTED**1220${'cd'.repeat(32)}`, 'c'] };
    for (const bundle of [
      aBundle({ rule }),
      aBundle({ rule, key: ODD_TEXTS.join(), data }),
      aBundle({ rule, entryNumber: 1, logSize: 1, data: withheld }),
      aBundle({ rule, entryNumber: 300, logSize: 1000 }),
      // The last entry of a log that is no whole subtree: a hash joins from the left though the position is even.
      aBundle({ rule, entryNumber: 11, logSize: 11 }),
    ]) {
      const { status, output } = run(writeBundle(bundle));
      expect(output.match(/^holds:/gm)).toHaveLength(3);
      expect(status).toBe(0);
    }
  });

  it.each(LEAF_RULE_IDS)(
    'exits with 1 and names the check for bundles that do not match, leaf rule %s',
    (rule) => {
      const good = aBundle({ rule });
      const other = flipBit(good.checkpoint.rootHash, 9);
      const bad: [RegExp, ProofBundle][] = [
        [/the entry leads to the root/, { ...good, checkpoint: { ...good.checkpoint, rootHash: other } }],
        [/the entry leads to the root/, { ...good, auditPath: [other, ...good.auditPath.slice(1)] }],
        [/the entry leads to the root/, { ...good, auditPath: good.auditPath.toReversed() }],
        [/the leaf bytes/, { ...good, entry: { ...good.entry, key: 'FR' } }],
        [/the leaf bytes/, { ...good, leaf: { ...good.leaf, bytes: '00' } }],
        [/the data has/, { ...good, entry: { ...good.entry, itemHashes: [other] } }],
        [
          /the data has/,
          good.items === undefined ? { ...good, blob: { name: 'x' } } : { ...good, items: ['{}'] },
        ],
      ];
      for (const [named, bundle] of bad) {
        const { status, output } = run(writeBundle(bundle));
        expect(output.match(/^DOES NOT MATCH: .*$/gm)?.join()).toMatch(named);
        expect(status).toBe(1);
      }
    },
  );

  it('shows that the log of an earlier size begins the later one', () => {
    for (const [logSize, grownTo] of [
      [6, 7],
      [8, 11],
      [9, 16],
      [11, 300],
      [16, 17],
    ] as const) {
      const good = aBundle({ logSize, grownTo });
      const { head, path } = good.growth ?? { head: good.checkpoint, path: [] };
      const { status, output } = run(writeBundle(good), head.rootHash);
      expect(output.match(/^holds:/gm)).toHaveLength(5);
      expect(status).toBe(0);
      expect(run(writeBundle(good), good.checkpoint.rootHash).status).toBe(1);
      const other = flipBit(head.rootHash, 9);
      for (const growth of [
        { head: { ...head, rootHash: other }, path },
        { head, path: [...path.slice(0, -1), other] },
        { head, path: path.slice(1) },
        { head, path: [...path, other] },
      ])
        expect(run(writeBundle({ ...good, growth })).status).toBe(1);
      for (const growth of [
        { head: { ...head, logSize: logSize - 1 }, path },
        { head: good.checkpoint, path: [] },
        null,
        { head, path: [...path.slice(0, -1), `${other}00` as typeof other] },
        { head: { ...head, rootHash: '' as typeof other }, path },
        undefined,
      ])
        expect([growth, run(JSON.stringify({ ...good, growth })).status]).toEqual([growth, 2]);
    }
    expect(run(writeBundle({ ...aBundle({ grownTo: 20 }), version: 1 })).status).toBe(2);
  });

  it('compares the root with one of your own', () => {
    const bundle = aBundle();
    const { rootHash } = bundle.checkpoint;
    expect(run(writeBundle(bundle), rootHash).status).toBe(0);
    expect(run(writeBundle(bundle), flipBit(rootHash, 1)).status).toBe(1);
    for (const root of [
      '',
      `${rootHash}zz`,
      `sha-256:${rootHash}`,
      rootHash.toUpperCase(),
      rootHash.slice(1),
    ])
      expect([root, run(writeBundle(bundle), root).status]).toEqual([root, 2]);
  });

  it('exits with 2 for what is no bundle, and prints nothing that could fool a terminal', () => {
    const good = aBundle();
    const hostile = { ...good, leaf: { ...good.leaf, bytes: '\u001b[2J\nholds: all' } };
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"format":"register-proof-bundle","version":2}',
      JSON.stringify({ ...good, leaf: { rule: 'item-x', bytes: '' } }),
    ])
      expect([text, run(text).status]).toEqual([text, 2]);
    expect(run(writeBundle({ ...good, leaf: { ...good.leaf, rule: 'blob-hex' } })).status).toBe(2);
    const { status, output } = run(writeBundle(hostile));
    expect(status).toBe(2);
    expect(output).toMatch(/^[ -~\n]*$/);
    expect(output.match(/^holds: all/m)).toBeNull();
  });
});
