import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';
import { ShapeError, type Wire } from './wire.ts';
import { type Hash, formatHash } from '../core/hash.ts';
import type { Variant } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { createRegister } from '../mock/engine/register.ts';
import { planet } from '../mock/registers/planet.ts';
import { type Json, RUNS, corruptedJson } from '../testing/hostile-json.ts';

interface Answer {
  readonly kind: string;
  readonly text: string;
  readonly decode: (body: unknown) => unknown;
}

/** trueAnswers reads a register of the mock server, one answer for each decoder of the client. */
async function trueAnswers(variant: Variant): Promise<Answer[]> {
  const wire: Wire = variant === 'item' ? itemWire : blobWire;
  const size = planet.entries.length;
  const { key, itemHashes } = createRegister(planet).log(variant).entry(3);
  const hash = itemHashes[0] as Hash;
  const [proofs, items, id] =
    variant === 'item' ? ['proof', 'items', '/merkle:sha-256'] : ['proofs', 'blobs', ''];
  const asked: readonly [string, string, (body: unknown) => unknown][] = [
    ['register', variant === 'item' ? 'register' : 'context', (body) => wire.register(body)],
    ['records', 'records?page-size=7', (body) => wire.records(body)],
    ['record', `records/${key}`, (body) => wire.record(body, key)],
    ['entries', `entries?start=3&limit=7`, (body) => wire.entries(body)],
    ['entry', 'entries/3', (body) => wire.entry(body, 3)],
    ['items', items, (body) => wire.items(body)],
    ['item', `${items}/${formatHash(hash, variant)}`, (body) => wire.item(body, hash)],
    ['register-proof', `${proofs}/register${id}`, (body) => wire.registerProof(body)],
    ['entry-proof', `${proofs}/entries/3/${size}${id}`, (body) => wire.entryProof(body, 3, size)],
    [
      'consistency-proof',
      `${proofs}/consistency/3/${size}${id}`,
      (body) => wire.consistencyProof(body, 3, size),
    ],
    ['snapshot', 'snapshots/5', (body) => wire.snapshot?.(body)],
  ];
  const app = createApp({ registers: new Map([['r', () => planet]]) });
  const mount = `http://mock.example/registers/r/${variant === 'item' ? 'v2' : 'earlier'}+small-pages`;
  return Promise.all(
    asked
      .filter(([kind]) => kind !== 'snapshot' || variant === 'blob')
      .map(async ([kind, path, decode]) => {
        const response = await app.fetch(new Request(`${mount}/${path}`));
        assert.equal(response.status, 200, path);
        return { kind, text: await response.text(), decode };
      }),
  );
}

/** decoded returns the decoded body; undefined if it is refused. Rethrows other errors than ShapeError. */
function decoded({ decode }: Answer, body: unknown): unknown {
  try {
    return decode(body) ?? null;
  } catch (error) {
    if (error instanceof ShapeError) return undefined;
    throw error;
  }
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * assertDomain compares a decoded value with what the domain's types promise, without the code that made it.
 */
function assertDomain(value: unknown, name = ''): void {
  if (name === 'hash' || name === 'rootHash') assert.match(String(value), HASH);
  if (['entryNumber', 'indexEntryNumber', 'logSize', 'totalEntries', 'totalRecords'].includes(name))
    assert.ok(Number.isSafeInteger(value) && (value as number) >= 0, `${name}: ${String(value)}`);
  if (['itemHashes', 'auditPath', 'path'].includes(name)) {
    assert.ok(Array.isArray(value) && value.every((hash) => HASH.test(String(hash))), name);
    assert.ok(name === 'itemHashes' || value.length <= 63, `${name} of ${value.length}`);
  } else if (value instanceof Map) {
    for (const member of value.values())
      assert.ok(
        member === null || [member].flat().every((one) => typeof one === 'string'),
        'not an item value',
      );
  } else if (typeof value === 'object' && value !== null)
    for (const [inner, member] of Object.entries(value)) assertDomain(member, inner);
}

/** numberAs is a whole number as the wire may write it, or -1: read without the client's code. */
function numberAs(value: unknown): bigint {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : -1n;
  return typeof value === 'string' && /^[0-9]+$/.test(value) ? BigInt(value) : -1n;
}

describe.each(['item', 'blob'] as const)('a corrupted answer of the %s variant', (variant) => {
  let answers: readonly Answer[];
  beforeAll(async () => void (answers = await trueAnswers(variant)));

  test('is refused by ShapeError or decoded to what it says, in the types of the domain', () => {
    expect.hasAssertions();
    const cases = fc
      .constantFrom(...answers)
      .chain((asked) =>
        corruptedJson(fc.constant(asked.text)).map((corrupted) => Object.assign(corrupted, { asked })),
      );
    fc.assert(
      fc.property(cases, ({ asked, value, changes }) => {
        const found = decoded(asked, value);
        if (changes === 0) expect(found, 'a true answer is refused').toBeDefined();
        if (found === undefined) return;
        assertDomain(found);
        if (asked.kind === 'entries')
          assertSameEntries(found, value, variant === 'item' ? 'sha-256:' : '1220');
        if (asked.kind === 'register-proof')
          assert.equal(
            BigInt((found as { logSize: number }).logSize),
            numberAs((value as Record<string, Json>)['total-entries']),
          );
      }),
      { ...RUNS, numRuns: 5 * (RUNS.numRuns ?? 0) },
    );
  });
});

/** assertSameEntries compares decoded entries with the JSON they were read from. */
function assertSameEntries(found: unknown, body: Json, prefix: string): void {
  const lines = body as readonly Readonly<Record<string, Json>>[];
  const entries = found as readonly { readonly [name: string]: unknown; itemHashes: readonly string[] }[];
  assert.equal(entries.length, lines.length);
  for (const [index, entry] of entries.entries()) {
    const line = lines[index] ?? {};
    assert.equal(entry['key'], line['key']);
    assert.equal(entry['timestamp'], line['entry-timestamp']);
    assert.equal(BigInt(entry['entryNumber'] as number), numberAs(line['entry-number']));
    const written = entry.itemHashes.map((hash) => prefix + hash);
    assert.deepEqual(written, [line['item-hash'] ?? line['blob-hash']].flat());
  }
}
