import { describe, expect, test } from 'vitest';
import { hashNode } from '../../core/merkle.ts';
import { auditPath, consistencyPath, type NodeSource, rootAt } from '../../core/merkle-log.ts';
import { createApp } from '../app.ts';
import type { RegisterLog } from '../engine/register-log.ts';
import { createRegister, type LoadSource, type Register } from '../engine/register.ts';
import { browserPremises } from '../hosts/browser/premises-tools.ts';
import { nodePremises } from '../hosts/node/premises-tools.ts';
import { premises } from '../registers/premises.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';
import { dataOf, keyOfEntry, recordsAmong, timestampOf } from './premises-data.ts';

const SIZE = 1_234;
const RULE = { item: 'item-json', blob: 'blob-multihash' } as const;

/** The same register kept in memory, by the engine that serves all others. */
const source: RegisterSource = {
  ...premises(SIZE).about,
  entries: Array.from({ length: SIZE }, (_, index) => ({
    key: keyOfEntry(index + 1),
    timestamp: timestampOf(index + 1),
    items: [dataOf(index + 1)],
  })),
};

test('timestamps never go back', () => {
  const times = [1, 2, 100, 101, 999_900, 999_901, 1_000_000].map(timestampOf);
  expect(times).toEqual([...new Set(times)].toSorted());
});

describe.each(['item', 'blob'] as const)('the premises in the variant %s', (variant) => {
  const kept: RegisterLog = createRegister(source).log(variant);
  const generated = premises(SIZE).log(variant);
  const treeOf = (register: Register): NodeSource => register.log(variant).nodes(RULE[variant]);

  test('have the entries, data, keys and trails of a log in memory, and the hashes by the tools of Node too', () => {
    expect([generated.size, generated.itemCount]).toEqual([kept.size, kept.itemCount]);
    for (let entryNumber = 1; entryNumber <= SIZE; entryNumber += 1) {
      const key = keyOfEntry(entryNumber);
      expect([key, generated.trail(key)]).toEqual([key, kept.trail(key)]);
      expect(generated.keyCount(entryNumber)).toBe(kept.keyCount(entryNumber));
    }
    for (const key of ['10000000', '10000989', 'x', '']) expect(generated.trail(key)).toEqual([]);
    for (const entryNumber of [1, 4, 5, 6, 512, 513, SIZE]) {
      const entry = generated.entry(entryNumber);
      expect(entry).toEqual(kept.entry(entryNumber));
      expect(entry).toEqual(nodePremises(SIZE).log(variant).entry(entryNumber));
      for (const hash of entry.itemHashes) expect(generated.item(hash)).toEqual(kept.item(hash));
    }
    expect(generated.keys(895, 10)).toEqual(kept.keys(895, 10));
    expect(generated.keys(recordsAmong(SIZE) - 2, 10)).toHaveLength(2);
    expect(generated.itemHashes(SIZE - 3, 10)).toEqual(kept.itemHashes(SIZE - 3, 10));
    const pairs = 'use=inn floors=7 end-date=2019-03 premises=10000003 use=castle __proto__= no-such=x';
    for (const pair of pairs.split(' ')) {
      const [attribute = '', value = ''] = pair.split('=');
      const [found, due] = [generated, kept].map((log) => log.keysWhere(attribute, value));
      expect([found?.slice(), found?.slice(3, 5)]).toEqual([due, due?.slice(3, 5)]);
    }
    for (const entryNumber of [0, SIZE + 1, 1.5])
      expect(() => generated.entry(entryNumber)).toThrow(RangeError);
  });

  test('have the tree of a log in memory', () => {
    const [nodes, grown] = [generated.nodes(RULE[variant]), kept.nodes(RULE[variant])];
    for (const size of [1, 63, 64, 65, 1_024, SIZE]) {
      expect(rootAt(nodes, size)).toBe(rootAt(grown, size));
      for (const entryNumber of [1, Math.ceil(size / 3), size])
        expect(auditPath(nodes, entryNumber, size)).toEqual(auditPath(grown, entryNumber, size));
    }
    expect(consistencyPath(nodes, 700, SIZE)).toEqual(consistencyPath(grown, 700, SIZE));
    expect(() => generated.nodes(variant === 'item' ? 'item-json-2016' : 'blob-hex')).toThrow(RangeError);
  });

  test('write the pages that the members would make, to the last and beyond', async () => {
    const name = variant === 'item' ? 'v2' : 'earlier';
    const app = createApp({
      registers: new Map<string, LoadSource>([
        ['written', () => nodePremises(SIZE)],
        ['kept', () => source],
      ]),
    });
    const ask = async (register: string, path: string): Promise<readonly unknown[]> => {
      const response = await app.fetch(new Request(`http://localhost/registers/${register}/${path}`));
      const link = response.headers.get('link')?.replaceAll(register, 'NAME');
      return [response.status, link, await response.text()];
    };
    for (const path of [
      'entries?limit=700',
      'entries?start=1200&limit=5000',
      'entries?start=1300',
      'records?page-size=500&page-index=2',
      'records?page-size=5000',
      variant === 'item' ? 'items' : 'blobs',
    ])
      for (const switches of [
        '',
        '+small-pages',
        '+numbers-as-strings',
        '+link-loop',
        '+forged-record@records',
      ])
        expect(await ask('written', `${name}${switches}/${path}`)).toEqual(
          await ask('kept', `${name}${switches}/${path}`),
        );
  });

  test('have the block roots that are written down, the same ones in browsers', () => {
    const [tree, coarse] = [treeOf(nodePremises()), treeOf(browserPremises())];
    for (const block of [0, 250, 487])
      expect(hashNode(tree.node(10, 2 * block), tree.node(10, 2 * block + 1))).toEqual(tree.node(11, block));
    // Of whole blocks, so that no entry is hashed.
    for (const blocks of [61, 122]) expect(rootAt(coarse, blocks * 8_192)).toBe(rootAt(tree, blocks * 8_192));
  });

  test('have whole blocks without written roots, too', () => {
    const [written, computed] = [nodePremises(17_000), premises(17_000)].map(treeOf);
    expect(written && computed && rootAt(written, 17_000)).toBe(computed && rootAt(computed, 17_000));
  });
});

test('data whose hash was never asked for is looked for in the background, and others are answered meanwhile', async () => {
  const app = createApp({ registers: new Map([['premises', () => premises(6_000)]]) });
  const get = (path: string): Promise<Response> =>
    app.fetch(new Request(`http://localhost/registers/premises/v2/${path}`));
  const elsewhere = nodePremises(6_000).log('item').entry(5_999).itemHashes[0];
  const order: string[] = [];
  const [found, none] = await Promise.all([
    get(`items/sha-256:${elsewhere}`).finally(() => order.push('item')),
    get(`items/sha-256:${'0'.repeat(64)}`),
    get('entries/1').finally(() => order.push('entry')),
  ]);
  expect(await found.json()).toMatchObject({ premises: '10004800' });
  expect(none.status).toBe(404);
  expect(order).toEqual(['entry', 'item']);
});
