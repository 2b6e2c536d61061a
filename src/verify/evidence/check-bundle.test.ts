import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { flipBit } from '../../testing/builders.ts';
import {
  aBundle,
  EARLIER_SIZES,
  LEAF_RULE_IDS,
  ODD_TEXTS,
  signedBy,
} from '../../testing/evidence-builders.ts';
import { checkerOutcome, pageOutcome, runChecker } from '../../testing/published-checker.ts';
import type { FileOutcome } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';
import { writeEvidence } from './write-evidence.ts';

const validate = new Ajv({ strictTypes: false, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync('public/proof-bundle.schema.json', 'utf8')) as object,
);

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** both demands of checker and page one outcome for a file, and returns it. */
function both(file: Uint8Array | string): FileOutcome {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const [checker, page] = [checkerOutcome(bytes), pageOutcome(bytes)];
  expect([String(file).slice(0, 5000), checker]).toEqual([String(file).slice(0, 5000), page]);
  return page;
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

/** aSignedBundle is one whose head two witnesses signed. */
function aSignedBundle(): ProofBundle {
  const bundle = aBundle();
  return { ...bundle, signed: signedBy(['ada.example/w1', 'ben'], bundle.checkpoint) };
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
  ['auditPath', [null, '', ZEROS, {}, Array.from({ length: 60 }, () => ZEROS)]],
  ['auditPath.0', HASHES],
  ['auditPath.3', HASHES],
  ['checkpoint', [null, 'x', []]],
  ['checkpoint.logSize', [...NUMBERS, 1, 5]],
  ['checkpoint.rootHash', HASHES],
];
const ITEMS: Json[] = [
  ...String.raw`{ | 5 | null | [] | "x" | {"a":1} | {"a":{"b":"c"}} | {"a":[["b"]]} | {"a":[null]} | { "a":"b"}`.split(
    ' | ',
  ),
  ...String.raw`{"b":"","a":""} | {"a":"b","a":"b"} | {"a":"\u0041"} | {"a":"\ud800"} | {"\ud800":null}`.split(
    ' | ',
  ),
  '',
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

/** placesIn are the places of all that is in a JSON value. */
function placesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    [name].concat(placesIn(inner).map((place) => `${name}.${place}`)),
  );
}

/** without takes a place out of a copy of a bundle. */
function without(good: unknown, place: string): string {
  return spoilt(good, place, undefined);
}

/** spoilt puts a value into the place of a copy of a bundle, which stays as it is where there is no such place. */
function spoilt(good: unknown, place: string, value: Json | undefined): string {
  const copy = structuredClone(good) as Json;
  const names = place.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>((now, name) => (now as Json[] | undefined)?.[name as never], copy);
  if (typeof holder === 'object' && holder !== null) {
    if (value !== undefined) Object.assign(holder, { [last]: value });
    else if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else Reflect.deleteProperty(holder, last);
  }
  return JSON.stringify(copy);
}

describe('check-bundle.mjs and the page', () => {
  it.each(['', 'zz', '0', '00', ' ', 'ZZ'])('refuses a forged entry under the true root, tail %j', (tail) => {
    const { text, root } = aForgery(tail);
    expect(both(text)).toBe('cannot-check');
    for (const given of [[], [root]]) {
      const { status, output } = runChecker(Buffer.from(text), ...given);
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

    it.each([...SPOILT, ...data])(
      'exits with 2 for a bundle with a spoilt %s, as the page refuses it',
      (place, values) => {
        expect(both(JSON.stringify(good))).toBe('not-checked');
        for (const value of values) {
          const text = spoilt(good, place, value);
          expect([place, value, both(text)]).toEqual([place, value, 'cannot-check']);
          const { output } = runChecker(Buffer.from(text));
          expect(output).toMatch(/^This file could not be checked: .+\n$/);
        }
      },
    );

    it('finds nothing wrong with honest bundles, odd texts, withheld values and every form of path', () => {
      const odd = Object.fromEntries(ODD_TEXTS.map((text) => [text || 'name', [text || 'x', 'y']]));
      const withheld = {
        a: `**REDACTED**${'ab'.repeat(32)}`,
        b: [`**REDACTED**1220${'cd'.repeat(32)}`, 'c'],
      };
      for (const options of [
        { key: ODD_TEXTS.join(), data: odd },
        { entryNumber: 1, logSize: 1, data: withheld },
        { entryNumber: 300, logSize: 1000 },
        // The last entry of a log that is no whole subtree: a hash joins from the left though the position is even.
        { entryNumber: 11, logSize: 11 },
        ...EARLIER_SIZES.map(([logSize, grownTo]) => ({ logSize, grownTo })),
      ])
        expect([options, both(JSON.stringify(aBundle({ rule, ...options })))]).toEqual([
          options,
          'not-checked',
        ]);
    });

    it('names the check that does not match', () => {
      const other = flipBit(good.checkpoint.rootHash, 9);
      const { entry, leaf, auditPath } = good;
      for (const [named, bundle] of [
        [/the entry proof gives the root/, { ...good, checkpoint: { ...good.checkpoint, rootHash: other } }],
        [/the entry proof gives the root/, { ...good, auditPath: [other, ...auditPath.slice(1)] }],
        [/the entry proof gives the root/, { ...good, auditPath: auditPath.toReversed() }],
        [/the leaf bytes/, { ...good, entry: { ...entry, key: 'FR' } }],
        [/the leaf bytes/, { ...good, leaf: { ...leaf, bytes: '00' } }],
        [/the data has/, { ...good, entry: { ...entry, itemHashes: [other] } }],
        [
          /the data has/,
          { ...good, ...(good.items === undefined ? { blob: { name: 'x' } } : { items: ['{}'] }) },
        ],
      ] as const) {
        const text = JSON.stringify(bundle);
        expect(both(text)).toBe('does-not-match');
        expect(
          runChecker(Buffer.from(text))
            .output.match(/^DOES NOT MATCH: .*$/gm)
            ?.join(),
        ).toMatch(named);
      }
    });
  });

  it.each([
    ...LEAF_RULE_IDS.map((rule) => [rule, aBundle({ rule })] as const),
    ['version 2', aBundle({ grownTo: 20 })] as const,
    ['signed', aSignedBundle()] as const,
  ])(
    'finds what the page finds, whatever is changed where, and the published schema takes what the page reads: %s',
    (_, good) => {
      const values: readonly Json[] = [null, '', 0, 7.5, true, 2 ** 53, {}, [], [[]], 'item', 'blob'];
      const odd: readonly Json[] = ['\ud800', ZEROS, { outcome: 'holds' }];
      const places = placesIn(good);
      expect(places.length).toBeGreaterThan(25);
      for (const place of places) {
        for (const text of [
          without(good, place),
          spoilt(good, `${place}.more`, 'x'),
          ...[...values, ...odd].map((value) => spoilt(good, place, value)),
        ]) {
          both(text);
          const isRead = decodeEvidence(text).kind === 'bundle';
          expect([place, text, isRead]).toEqual([place, text, validate(JSON.parse(text))]);
        }
      }
    },
  );

  const good = aBundle();
  const grown = aBundle({ grownTo: 20 });
  const path = (hashes: readonly string[]): string => JSON.stringify({ ...good, auditPath: hashes });
  const written = JSON.stringify(good);
  const growth = (hashes: readonly string[]): string =>
    JSON.stringify({ ...grown, growth: { ...grown.growth, path: hashes } });
  const sent: readonly string[] = grown.growth?.path ?? [];
  const named = (n: readonly string[]) => aBundle({ rule: 'blob-hex', data: { n } });
  const TWICE = { n: ['x', 'x'] };
  const noVerdict = { outcome: 'holds' };

  it.each<[string, FileOutcome, Uint8Array | string]>([
    ['a good bundle', 'not-checked', written],
    ['a good bundle of version 2', 'not-checked', JSON.stringify(grown)],
    ['no hashes in the path', 'does-not-match', path([])],
    ['a hash too few', 'does-not-match', path(good.auditPath.slice(1))],
    ['a hash too many', 'does-not-match', path([...good.auditPath, ZEROS])],
    ['54 hashes, more than any log needs', 'cannot-check', path(Array.from({ length: 54 }, () => ZEROS))],
    ['no hashes in the path of growth', 'does-not-match', growth([])],
    ['a hash too few in the path of growth', 'does-not-match', growth(sent.slice(1))],
    ['a hash too many in the path of growth', 'does-not-match', growth([...sent, ZEROS])],
    ['another path of growth', 'does-not-match', growth(sent.map((hash) => flipBit(hash as Hash, 3)))],
    [
      'a log size with a path of another length',
      'does-not-match',
      spoilt(good, 'checkpoint.logSize', 2 ** 40),
    ],
    ['another log size with a path of the same form', 'not-checked', spoilt(good, 'checkpoint.logSize', 12)],
    ['a byte order mark', 'not-checked', Buffer.from(`\ufeff${written}`)],
    ['two byte order marks', 'cannot-check', Buffer.from(`\ufeff\ufeff${written}`)],
    ['UTF-16', 'cannot-check', Buffer.from(`\ufeff${written}`, 'utf16le')],
    ['bytes that are not UTF-8', 'does-not-match', Buffer.from(written.replace('GB', '\u00ff'), 'latin1')],
    ['text after the end', 'cannot-check', `${written}x`],
    ['emptied verdicts', 'cannot-check', spoilt(good, 'verdicts', {})],
    ['no verdicts', 'cannot-check', without(good, 'verdicts')],
    ['verdicts that say otherwise', 'not-checked', spoilt(good, 'verdicts.data.outcome', 'does-not-match')],
    ['verdicts of another form', 'cannot-check', spoilt(good, 'verdicts.data', { ...noVerdict, more: '' })],
    ['a verdict with a reason', 'not-checked', spoilt(good, 'verdicts.entry', { ...noVerdict, reason: '' })],
    ['a new name', 'cannot-check', spoilt(good, 'signature', 'x')],
    ['a new name beside the head', 'cannot-check', spoilt(good, 'checkpoint.signature', 'x')],
    ['a blob beside the items', 'cannot-check', spoilt(good, 'blob', {})],
    ['a time that is none', 'cannot-check', spoilt(good, 'madeAt', 'noon')],
    ['a title that is no text', 'cannot-check', spoilt(good, 'register.title', 6)],
    [
      'a list with a repeated member, hashed once',
      'not-checked',
      JSON.stringify({ ...named(['x']), blob: TWICE }),
    ],
    ['a list with a repeated member, hashed each time', 'not-checked', JSON.stringify(named(['x', 'x']))],
    ['a member left out', 'does-not-match', JSON.stringify({ ...named(['x', 'y']), blob: TWICE })],
    ['items in another number', 'does-not-match', spoilt(good, 'items.1', '{}')],
    ['a name twice, of which the last counts', 'not-checked', written.replace('{', '{"format":1,')],
  ])('finds of %s what the page finds: %s', (_what, outcome, file) => {
    expect(both(file)).toBe(outcome);
  });

  const signed = aSignedBundle();
  const { note = '', keys = [] } = signed.signed ?? {};
  const [text = '', lines = ''] = note.split('\n\n');
  const [ada = '', ben = ''] = lines.split('\n');
  const other = signedBy(['ada.example/w1'], { ...signed.checkpoint, rootHash: ZEROS as Hash });
  const badId = (keys[0] ?? '').replace(/\+[0-9a-f]{8}\+/, '+00000000+');
  it.each<[string, FileOutcome, Partial<NonNullable<ProofBundle['signed']>>]>([
    ['two signatures', 'not-checked', {}],
    ['one of two keys', 'not-checked', { keys: keys.slice(1) }],
    ['no last line feed', 'not-checked', { note: note.slice(0, -1) }],
    ['a further line in the text', 'does-not-match', { note: note.replace('\n\n', '\nmore\n\n') }],
    ['another head', 'does-not-match', other],
    ['another text', 'does-not-match', { note: note.replace('country', 'Country') }],
    ['a key that did not sign', 'does-not-match', { note: `${text}\n\n${ben}\n` }],
    [
      'the signature of another key',
      'does-not-match',
      { note: note.replace(ada.slice(-80), ben.slice(-80)) },
    ],
    [
      'a signature cut short',
      'does-not-match',
      { note: note.replace(ada, `${ada.slice(0, -20)}=`.replace(/=+$/, '')) },
    ],
    ['a signature that is no base64', 'cannot-check', { note: note.replace(ada, `${ada}!`) }],
    ['no signature', 'cannot-check', { note: `${text}\n\n` }],
    ['no empty line', 'cannot-check', { note: text }],
    ['an empty line in the text', 'cannot-check', { note: `\n${note}` }],
    ['a carriage return', 'cannot-check', { note: note.replaceAll('\n', '\r\n') }],
    ['half a surrogate pair', 'cannot-check', { note: `\ud800${note}` }],
    ['a log size that is none', 'cannot-check', { note: note.replace('\n11\n', '\n011\n') }],
    ['a root that is no hash', 'cannot-check', { note: note.replace(/=\n/, '\n') }],
    ['a key of another ID', 'cannot-check', { keys: [badId] }],
    ['a key that is no line', 'cannot-check', { keys: ['ada'] }],
    ['a key of another type', 'cannot-check', { keys: ['x+00000000+Bg=='] }],
    ['101 signatures', 'cannot-check', { note: `${text}\n\n${`${ada}\n`.repeat(101)}` }],
  ])('finds of a note with %s what the page finds: %s', (_what, outcome, changed) => {
    expect(both(JSON.stringify({ ...signed, signed: { note, keys, ...changed } }))).toBe(outcome);
  });

  it('says what it does not verify: the log size, and whose root it is', () => {
    const { output } = runChecker(Buffer.from(written));
    expect(output).toMatch(/^not verified: log sizes, which the file states/m);
    expect(output).toMatch(/^not verified: that the root hash is the register's/m);
    const own = runChecker(Buffer.from(written), good.checkpoint.rootHash);
    expect(own).toEqual({
      status: 0,
      output: expect.not.stringMatching(/that the root hash is the register/),
    });
  });

  it('compares the root hash with one of your own: of version 2 with the published one', () => {
    const { rootHash } = good.checkpoint;
    expect(runChecker(Buffer.from(written), flipBit(rootHash, 1)).status).toBe(1);
    for (const root of [
      '',
      `${rootHash}zz`,
      `sha-256:${rootHash}`,
      rootHash.toUpperCase(),
      rootHash.slice(1),
    ])
      expect([root, runChecker(Buffer.from(written), root).status]).toEqual([root, 2]);
    const later = Buffer.from(JSON.stringify(grown));
    expect(runChecker(later, grown.growth?.head.rootHash ?? '').status).toBe(0);
    expect(runChecker(later, grown.checkpoint.rootHash).status).toBe(1);
  });

  it('prints nothing that could fool a terminal', () => {
    const bytes = '\u001b[2J\nholds: all';
    const { status, output } = runChecker(
      Buffer.from(JSON.stringify({ ...good, leaf: { ...good.leaf, bytes } })),
    );
    expect(status).toBe(2);
    expect(output).toMatch(/^[ -~\n]*$/);
    expect(output).not.toMatch(/^holds: all/m);
  });

  it('is one program that needs nothing but Node', () => {
    const script = 'public/check-bundle.mjs';
    const imports = [...readFileSync(script, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    expect(imports).toEqual(['node:assert', 'node:crypto', 'node:fs']);
    for (const [given, status] of [
      [['public/proof-bundle.schema.json'], 2],
      [[], 2],
    ] as const)
      expect(spawnSync(process.execPath, [script, ...given]).status).toBe(status);
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    const file = join(folder, 'bundle.json');
    writeFileSync(file, writeEvidence(good));
    const { status, stdout } = spawnSync(process.execPath, [script, file]);
    rmSync(folder, { recursive: true });
    expect([status, String(stdout).match(/^holds:/gm)]).toEqual([0, ['holds:', 'holds:', 'holds:']]);
  });

  it('hashes the data as the page does, whatever the blob', () => {
    const text = fc.string({ unit: 'binary', maxLength: 3 });
    const some = fc.oneof(
      text,
      fc.constantFrom(`**REDACTED**${ZEROS}`, `**REDACTED**1220${ZEROS}`, '\u212a', 'e\u0301'),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(some, fc.array(some, { maxLength: 3 }))), (data) => {
        const blob = { name: 'x', ...data };
        const made = aBundle({ rule: 'blob-hex', data: blob });
        expect(both(JSON.stringify({ ...made, blob }))).toBe('not-checked');
        const names = Object.values(made.blob ?? {}).flat();
        both(JSON.stringify({ ...made, blob: { ...made.blob, names: [...names, ...names] } }));
        expect(both(JSON.stringify(aBundle({ rule: 'item-json', data })))).toBe('not-checked');
      }),
    );
  });
});
