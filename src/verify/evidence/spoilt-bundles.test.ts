import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import assert from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBundle, LEAF_RULE_IDS } from '../../testing/evidence-builders.ts';
import type { Verdict } from '../../core/verdict.ts';
import { openEvidence } from './open-evidence.ts';
import { recheckBundle } from './recheck-bundle.ts';

const HOLDS: Verdict = { outcome: 'holds' };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const TEXT = readFileSync(new URL('../../../public/check-bundle.mjs', import.meta.url), 'utf8');
const script = compileFunction(TEXT.replaceAll(/^import .*$/gm, ''), [
  'must',
  'createHash',
  'readFileSync',
  'process',
]) as (...given: unknown[]) => void;

/** exitOf runs the published script in this process, on a text in the place of the file. */
function exitOf(text: string, ...more: string[]): { status: number; output: string } {
  let output = '';
  const process = {
    argv: ['node', 'check-bundle.mjs', 'bundle.json', ...more],
    stdout: { write: (said: string) => void (output += said) },
    exitCode: 0,
  };
  script(assert, createHash, () => text, process);
  return { status: process.exitCode, output };
}

/** pageHolds is whether every check that the page makes of such a file holds. */
function pageHolds(text: string): boolean {
  const opened = openEvidence(text);
  if (opened.kind !== 'bundle') return false;
  const { data, leaf, entry, growth } = recheckBundle(opened.bundle);
  return [data.verdict, leaf, entry.verdict, growth?.verdict ?? HOLDS].every(
    ({ outcome }) => outcome === 'holds',
  );
}

const H = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};
const hex = (digits: string): Uint8Array => Buffer.from(digits, 'hex');

/** aForgery makes up an entry and a path to the true root of a log of four, out of what every honest proof tells: the two hashes below the root. */
function aForgery(tail: string): { text: string; root: string } {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((leaf) => H(hex('00'), leaf));
  const [left, right] = [H(hex(`01${a}${b}`)), H(hex(`01${c}${d}`))];
  const root = H(hex(`01${left}${right}`));
  const item = '{"name":"Invented"}';
  const good = aBundle({ entryNumber: 4, logSize: 4 });
  const entry = { ...good.entry, itemHashes: [H(item)] };
  const written =
    `{"index-entry-number":"${entry.indexEntryNumber}","entry-number":"4","entry-timestamp":"${entry.timestamp}",` +
    `"key":"${entry.key}","item-hash":["sha-256:${H(item)}"]}`;
  const bytes = Buffer.from(written).toString('hex');
  return {
    root,
    text: JSON.stringify({
      ...good,
      entry,
      items: [item],
      leaf: { rule: 'item-json', bytes },
      auditPath: ['00'.repeat(32), `${left}${right}${tail}`],
      checkpoint: { logSize: 4, rootHash: root },
    }),
  };
}

const ZEROS = '0'.repeat(64);
const DIGITS = ['', 'zz', ZEROS.slice(1), `${ZEROS}0`, `${ZEROS}00`, `${ZEROS}zz`, `${ZEROS}\n`, ` ${ZEROS}`];
const SPELLINGS = ['A'.repeat(64), 'g'.repeat(64), `0x${ZEROS.slice(2)}`, `sha-256:${ZEROS}`, `1220${ZEROS}`];
const HASHES: Json[] = [...DIGITS, ...SPELLINGS, '\ud800', null, 0, true, {}, [], [ZEROS]];
const NUMBERS: Json[] = [0, -1, 1.5, 1e300, 2 ** 53, '6', '', null, true, [6], {}];
const TEXTS: Json[] = ['\ud800', 'x\udfff', 6, null, true, [], ['GB'], {}];
const WORDS: Json[] = [
  '',
  'items',
  'ITEM',
  'toString',
  '__proto__',
  'constructor',
  'item-',
  null,
  0,
  ['item'],
  {},
];

const GOOD = new Map(LEAF_RULE_IDS.map((rule) => [rule, JSON.stringify(aBundle({ rule }))]));

/** SPOILT are the places of a bundle that its checks read, and what must never be taken there. */
const SPOILT: readonly (readonly [string, readonly Json[]])[] = [
  ['format', ['', 'register-misbehaviour-report', null, 1, ['register-proof-bundle']]],
  ['version', [0, 2, '1', null, true, [1]]],
  ['register', [null, 'item', []]],
  ['register.variant', WORDS],
  ['entry', [null, 'x', []]],
  ['entry.entryNumber', [...NUMBERS, 12, 2 ** 53 - 1]],
  ['entry.indexEntryNumber', NUMBERS],
  ['entry.timestamp', TEXTS],
  ['entry.key', TEXTS],
  ['entry.itemHashes', [[], null, ZEROS, {}, { length: 1 }]],
  ['entry.itemHashes.0', HASHES],
  ['leaf', [null, 'x', []]],
  ['leaf.rule', [...WORDS, 'item-json\n', 'item-json-2017', 'blob-', 'valueOf', 'hasOwnProperty']],
  ['leaf.bytes', ['', '0', '00z', 'zz', '0G', '00\n', 'AA', null, 0, ['00'], {}]],
  ['auditPath', [null, '', ZEROS, {}, [], [ZEROS], Array.from({ length: 60 }, () => ZEROS)]],
  ['auditPath.0', HASHES],
  ['auditPath.3', HASHES],
  ['checkpoint', [null, 'x', []]],
  ['checkpoint.logSize', [...NUMBERS, 1, 5, 2 ** 53 - 1]],
  ['checkpoint.rootHash', HASHES],
];
const ITEMS: Json[] = [
  '',
  '{',
  '5',
  'null',
  '[]',
  '"x"',
  '{"a":1}',
  '{"a":{"b":"c"}}',
  '{"a":[["b"]]}',
  '{"a":[null]}',
  '{ "a":"b"}',
  '{"b":"","a":""}',
  '{"a":"b","a":"b"}',
  '{"a":"\\u0041"}',
  '{"a":"\\ud800"}',
  '{"\\ud800":null}',
  '{"a":"\\u00ff"}',
  '\ufeff{}',
  null,
  5,
  {},
  ['{}'],
];
const BLOBS: Json[] = [
  null,
  5,
  [],
  ['x'],
  { a: 1 },
  { a: null },
  { a: { b: 'c' } },
  { a: [['b']] },
  { a: [null] },
  { a: '\ud800' },
  { '\ud800': 'a' },
  { a: ['\udc00'] },
];

/** spoilt puts a value into the place of a copy of a bundle. */
function spoilt(good: unknown, place: string, value: Json): string {
  const copy = structuredClone(good) as Json;
  const names = place.split('.');
  const last = names.pop() ?? '';
  let holder = copy;
  for (const name of names) holder = (holder as Record<string, Json>)[name] as Json;
  (holder as Record<string, Json>)[last] = value;
  return JSON.stringify(copy);
}

describe('check-bundle.mjs, on what no page would write', () => {
  it.each(['', 'zz', '0', '00', ' ', 'ZZ'])('refuses a forged entry under the true root, tail %j', (tail) => {
    const { text, root } = aForgery(tail);
    expect(pageHolds(text)).toBe(false);
    for (const given of [[], [root]]) {
      const { status, output } = exitOf(text, ...given);
      expect(status).toBe(2);
      expect(output).toMatch(/auditPath/);
    }
  });

  describe.each(LEAF_RULE_IDS)('leaf rule %s', (rule) => {
    const good = aBundle({ rule });
    const data: (readonly [string, readonly Json[]])[] =
      good.items === undefined
        ? [['blob', BLOBS]]
        : [
            ['items', [null, 5, '{}', {}]],
            ['items.0', ITEMS],
          ];

    it.each([...SPOILT, ...data])('exits with 2 for a bundle with a spoilt %s', (place, values) => {
      expect(exitOf(JSON.stringify(good)).status).toBe(0);
      for (const value of values) {
        const text = spoilt(good, place, value);
        const { status, output } = exitOf(text);
        expect([place, value, status]).toEqual([place, value, 2]);
        expect(output).toMatch(/^This is no proof bundle that can be read: .+\n$/);
        expect(pageHolds(text)).toBe(false);
      }
    });

    it('exits with 2 for each part that is missing', () => {
      for (const [place] of [...SPOILT, ...data].filter(([name]) => !/\d$/.test(name))) {
        const text = spoilt(good, place, 'gone')
          .replace(/"[^"]*":"gone",?|"gone",?/, '')
          .replace(/,([}\]])/g, '$1');
        expect([place, exitOf(text).status]).toEqual([place, 2]);
      }
    });
  });

  it('never exits with 0 where the page does not find that all checks hold', () => {
    expect.hasAssertions();
    const values = fc.oneof(
      fc.constantFrom(...HASHES, ...NUMBERS, ...TEXTS, ...WORDS, ...ITEMS, ...BLOBS, ...LEAF_RULE_IDS),
      fc.constantFrom('item', 'blob', 1, 2, 6, 7, 11, 12, [], ['', 'Briton'], { name: '' }, { a: [] }),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
    );
    const places = SPOILT.map(([place]) => place).concat(
      'items',
      'items.0',
      'items.1',
      'blob',
      'blob.name',
      'blob.x',
    );
    const change = fc.record({ place: fc.constantFrom(...places), value: values });
    fc.assert(
      fc.property(
        fc.constantFrom(...LEAF_RULE_IDS),
        fc.array(change, { maxLength: 2 }),
        fc.nat(),
        fc.string({ unit: 'binary', maxLength: 2 }),
        (rule, changes, at, piece) => {
          let text = GOOD.get(rule) ?? '';
          for (const { place, value } of changes) {
            try {
              text = spoilt(JSON.parse(text), place, value);
            } catch {
              // The place went with the change before.
            }
          }
          if (changes.length === 0)
            text = text.slice(0, at % text.length) + piece + text.slice((at % text.length) + 1);
          // Where it exits with 0, all that the page computes has to hold.
          const holds = exitOf(text).status !== 0 || recheckOf(text);
          expect([text, holds]).toEqual([text, true]);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('hashes the data as the page does, whatever the blob', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3 });
    const some = fc.oneof(
      text,
      fc.constantFrom(`**REDACTED**${ZEROS}`, `**REDACTED**1220${ZEROS}`, '\u212a', 'e\u0301'),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(some, fc.array(some, { maxLength: 3 }))), (data) => {
        const good = aBundle({ rule: 'blob-hex', data: { name: 'x', ...data } });
        const written = JSON.stringify({ ...good, blob: { name: 'x', ...data } });
        expect([exitOf(written).status, recheckOf(written)]).toEqual([0, true]);
        const item = JSON.stringify(aBundle({ rule: 'item-json', data }));
        expect([exitOf(item).status, recheckOf(item)]).toEqual([0, true]);
      }),
    );
  });
});

/** recheckOf is what the page computes of a file, also where it would refuse it for a part that no check reads. */
function recheckOf(text: string): boolean {
  const { data, leaf, entry, growth } = recheckBundle(JSON.parse(text));
  return [data.verdict, leaf, entry.verdict, growth?.verdict ?? HOLDS].every(
    ({ outcome }) => outcome === 'holds',
  );
}
