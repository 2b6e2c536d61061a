import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, LEAF_RULE_IDS, signedBy } from '../../testing/evidence-builders.ts';
import { ANY_CHARACTER, corruptedEverywhere } from '../../testing/hostile-json.ts';
import { checkerOutcome, pageOutcome, runChecker } from '../../testing/published-checker.ts';
import { bundleSchema } from '../../build/bundle-schema.ts';
import { leaf, node, sha256 } from '../../testing/rfc-9162.ts';
import { witnessSigner } from '../../testing/witness-signer.ts';
import { keyIdOf, writeSignedNote, writeVerifierKey } from '../witness/signed-note.ts';
import type { FileOutcome } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';
import { writeEvidence } from './write-evidence.ts';

const isDescribed = new Ajv({ strictTypes: false, allowUnionTypes: true }).compile(bundleSchema());

/** both returns the outcome of checker and page for a file, which must be the same. */
async function both(file: Uint8Array | string): Promise<FileOutcome> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const [checker, page] = [checkerOutcome(bytes), await pageOutcome(bytes)];
  assert.equal(checker, page, Buffer.from(bytes).toString('utf8', 0, 5000));
  return page;
}

const ZEROS = '0'.repeat(64);
const ITEMS = String.raw`{|5|null|[]|{"a":1}|{"a":[["b"]]}|{"a":[null]}|{ "a":"b"}|{"b":"","a":""}|{"a":"b","a":"b"}|{"a":"\u0041"}|{"a":"\ud800"}|{"a":"\u00ff"}`;

const good = aBundle();
const written = JSON.stringify(good);
const grown = aBundle({ grownTo: 20 });
const signed: ProofBundle = { ...good, signed: signedBy(['ada.example/w1', 'ben'], good.checkpoint) };

/** The neutral point, an s of 0, and an encoding that is not a point: with the first two, OpenSSL verifies any text. */
const IDENTITY = Uint8Array.from([1, ...new Uint8Array(31)]);
const NONE = new Uint8Array(32);
const NO_POINT = Uint8Array.from([2, ...new Uint8Array(31)]);

/** EVE is a key pair that can also sign with the neutral point in place of a nonce (RFC 8032, 5.1.6, with r = 0). */
const EVE = (() => {
  const { key } = witnessSigner('eve', 'eve', 'ed25519');
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  const littleEndian = (bytes: Uint8Array): bigint =>
    BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const sha512 = (...parts: Uint8Array[]): Buffer =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha512')).digest();
  const clamped = sha512(createHash('sha256').update('eve').digest()).subarray(0, 32);
  clamped[0] = (clamped[0] ?? 0) & 248;
  clamped[31] = ((clamped[31] ?? 0) & 63) | 64;
  const withoutNonce = (text: string): Uint8Array => {
    const k = littleEndian(sha512(IDENTITY, key.publicKey, Buffer.from(`${text}\n`)));
    const s = (k * littleEndian(clamped)) % order;
    return Uint8Array.from([...IDENTITY, ...Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()]);
  };
  return { publicKey: key.publicKey, withoutNonce };
})();

describe('check-bundle.mjs and the page', () => {
  it.each(['', 'zz', '0', '00', ' ', 'ZZ'])(
    'refuse a forged entry under the true root, tail %j',
    async (tail) => {
      // An invented entry and path from the two hashes below the root, which every honest proof
      // of a log of four contains.
      const [left, right] = [node(leaf('a'), leaf('b')), node(leaf('c'), leaf('d'))];
      const item = '{"name":"Invented"}';
      const { entry, ...rest } = aBundle({ entryNumber: 4, logSize: 4 });
      const bytes =
        `{"index-entry-number":"4","entry-number":"4","entry-timestamp":"${entry.timestamp}",` +
        `"key":"${entry.key}","item-hash":["sha-256:${sha256(item)}"]}`;
      const text = JSON.stringify({
        ...rest,
        entry: { ...entry, itemHashes: [sha256(item)] },
        items: [item],
        leaf: { rule: 'item-json', bytes: Buffer.from(bytes).toString('hex') },
        auditPath: ['00'.repeat(32), `${left}${right}${tail}`],
        checkpoint: { logSize: 4, rootHash: node(left, right) },
      });
      expect(await both(text)).toBe('cannot-check');
      for (const given of [[], [node(left, right)]]) {
        const { status, output } = runChecker(Buffer.from(text), ...given);
        expect([status, output]).toEqual([2, expect.stringMatching(/auditPath/)]);
      }
    },
  );

  // The members that all forms share are corrupted in one. All leaf rules: views/check/corrupted-files.test.ts.
  it.each<[form: string, bundle: ProofBundle, members: readonly string[]]>([
    ['items', good, Object.keys(good)],
    ['a blob', aBundle({ rule: 'blob-hex' }), ['format', 'register', 'entry', 'leaf', 'blob']],
    ['version 2', grown, ['version', 'entry', 'growth', 'checkpoint']],
    ['signed', signed, ['version', 'checkpoint', 'signed']],
  ])(
    'find the same whatever is changed where, and read what the published schema describes: %s',
    async (_, bundle, members) => {
      const items = ITEMS.split('|').concat('\ufeff{}');
      const withItems = items.map((item) => JSON.stringify({ ...bundle, items: [item] }));
      const isOwn = ([name]: [string, unknown]): boolean => members.includes(name);
      const own = Object.fromEntries(Object.entries(bundle).filter(isOwn));
      const shared = Object.fromEntries(Object.entries(bundle).filter((member) => !isOwn(member)));
      const isWhole = Object.keys(shared).length === 0;
      const corrupted = corruptedEverywhere(own).map((text) =>
        isWhole ? text : JSON.stringify(Object.assign({}, shared, Object(JSON.parse(text)))),
      );
      for (const text of corrupted.concat(withItems)) {
        const outcome = await both(text);
        const isRead = decodeEvidence(text).kind === 'bundle';
        const { growth: later, checkpoint } = Object(JSON.parse(text)) as ProofBundle;
        // No schema compares two numbers.
        const isReversed = Number(later?.head?.logSize) <= (checkpoint?.logSize ?? NaN);
        assert.equal(isRead, isDescribed(JSON.parse(text)) && !isReversed, text);
        if (!isRead) assert.equal(outcome, 'cannot-check', text);
      }
    },
  );

  it.each(LEAF_RULE_IDS)('name the check that does not match: %s', async (rule) => {
    const bundle = aBundle({ rule });
    const { entry, leaf: own, auditPath, checkpoint } = bundle;
    const other = flipBit(checkpoint.rootHash, 9);
    for (const [named, changed] of [
      [/entry proof/, { checkpoint: { ...checkpoint, rootHash: other } }],
      [/entry proof/, { auditPath: [other, ...auditPath.slice(1)] }],
      [/entry proof/, { auditPath: auditPath.toReversed() }],
      [/leaf bytes/, { entry: { ...entry, key: 'FR' } }],
      [/leaf bytes/, { leaf: { ...own, bytes: '00' } }],
      [/data/, { entry: { ...entry, itemHashes: [other] } }],
      [/data/, bundle.items === undefined ? { blob: { name: 'x' } } : { items: ['{}'] }],
    ] as const) {
      const text = JSON.stringify({ ...bundle, ...changed });
      expect(await both(text)).toBe('does-not-match');
      expect(runChecker(Buffer.from(text)).output).toMatch(
        new RegExp(`^DOES NOT MATCH:.*${named.source}`, 'm'),
      );
    }
  });

  const path = (hashes: readonly string[]): string => JSON.stringify({ ...good, auditPath: hashes });
  const sized = (logSize: number): string =>
    JSON.stringify({ ...good, checkpoint: { ...good.checkpoint, logSize } });
  const growth = (hashes: readonly string[]): string =>
    JSON.stringify({ ...grown, growth: { ...grown.growth, path: hashes } });
  const sent: readonly string[] = grown.growth?.path ?? [];
  const named = (n: readonly string[]) => aBundle({ rule: 'blob-hex', data: { n } });
  const TWICE = { n: ['x', 'x'] };

  it.each<[string, FileOutcome, Uint8Array | string]>([
    ['a good bundle', 'not-checked', written],
    ['no hashes in the path', 'does-not-match', path([])],
    ['a hash too few', 'does-not-match', path(good.auditPath.slice(1))],
    ['a hash too many', 'does-not-match', path([...good.auditPath, ZEROS])],
    ['54 hashes, more than any log needs', 'cannot-check', path(Array.from({ length: 54 }, () => ZEROS))],
    ['a hash too many there', 'does-not-match', growth([...sent, ZEROS])],
    ['another path of growth', 'does-not-match', growth(sent.map((hash) => flipBit(hash as Hash, 3)))],
    ['a size with a path of another length', 'does-not-match', sized(2 ** 40)],
    ['a size with a path of the same form', 'not-checked', sized(12)],
    [
      'an entry beyond the log',
      'cannot-check',
      JSON.stringify({ ...good, entry: { ...good.entry, entryNumber: 12 } }),
    ],
    ['a byte order mark', 'not-checked', Buffer.from(`\ufeff${written}`)],
    ['two byte order marks', 'cannot-check', Buffer.from(`\ufeff\ufeff${written}`)],
    ['UTF-16', 'cannot-check', Buffer.from(`\ufeff${written}`, 'utf16le')],
    ['bytes that are not UTF-8', 'does-not-match', Buffer.from(written.replace('GB', '\u00ff'), 'latin1')],
    ['verdicts that say otherwise', 'not-checked', written.replaceAll('"holds"', '"does-not-match"')],
    ['a repeated member, hashed once', 'not-checked', JSON.stringify({ ...named(['x']), blob: TWICE })],
    ['a repeated member, hashed each time', 'not-checked', JSON.stringify(named(['x', 'x']))],
    ['a member left out', 'does-not-match', JSON.stringify({ ...named(['x', 'y']), blob: TWICE })],
    ['a name twice, of which the last counts', 'not-checked', written.replace('{', '{"format":1,')],
  ])('find of %s: %s', async (_what, outcome, file) => {
    expect(await both(file)).toBe(outcome);
  });

  const { note = '', keys = [] } = signed.signed ?? {};
  const [text = '', lines = ''] = note.split('\n\n');
  const [ada = '', ben = ''] = lines.split('\n');
  const swap = (from: string | RegExp, to: string) => ({ note: note.replace(from, to) });
  /** signedAs makes a signature of 64 bytes that of a key that signs the text alone, and names no other. */
  const signedAs = (publicKey: Uint8Array, bytes: Iterable<number>) => {
    const key = {
      name: 'eve',
      id: keyIdOf('eve', 'ed25519', publicKey),
      type: 'ed25519',
      publicKey,
    } as const;
    const signatures = [{ keyName: 'eve', keyId: key.id, bytes: Uint8Array.from(bytes) }];
    return { note: writeSignedNote({ text: `${text}\n`, signatures }), keys: [writeVerifierKey(key)] };
  };
  it.each<[string, FileOutcome, Partial<NonNullable<ProofBundle['signed']>>]>([
    ['two signatures', 'not-checked', {}],
    ['one of two keys', 'not-checked', { keys: keys.slice(1) }],
    ['no last line feed', 'not-checked', { note: note.slice(0, -1) }],
    ['a further line in the text', 'does-not-match', swap('\n\n', '\nmore\n\n')],
    [
      'another head',
      'does-not-match',
      signedBy(['ada.example/w1'], { ...good.checkpoint, rootHash: ZEROS as Hash }),
    ],
    ['another text', 'does-not-match', swap('country', 'Country')],
    ['a key that did not sign', 'does-not-match', { note: `${text}\n\n${ben}\n` }],
    ['the signature of another key', 'does-not-match', swap(ada.slice(-80), ben.slice(-80))],
    ['a signature cut short', 'does-not-match', swap(ada, `${ada.slice(0, -20)}=`.replace(/=+$/, ''))],
    ['a signature that is no base64', 'cannot-check', swap(ada, `${ada}!`)],
    ['no signature', 'cannot-check', { note: `${text}\n\n` }],
    ['no empty line', 'cannot-check', { note: text }],
    ['an empty line in the text', 'cannot-check', { note: `\n${note}` }],
    ['carriage returns', 'cannot-check', { note: note.replaceAll('\n', '\r\n') }],
    ['half a surrogate pair', 'cannot-check', { note: `\ud800${note}` }],
    ['a log size that is none', 'cannot-check', swap('\n11\n', '\n011\n')],
    ['a root that is no hash', 'cannot-check', swap(/=\n/, '\n')],
    [
      'a key of another ID',
      'cannot-check',
      { keys: [(keys[0] ?? '').replace(/\+[0-9a-f]{8}\+/, '+00000000+')] },
    ],
    ['a key that is no line', 'cannot-check', { keys: ['ada'] }],
    ['a key of another type', 'cannot-check', { keys: ['x+00000000+Bg=='] }],
    ['a key with which anybody can sign', 'cannot-check', signedAs(IDENTITY, [...IDENTITY, ...NONE])],
    ['a key that is no point of the curve', 'does-not-match', signedAs(NO_POINT, [...IDENTITY, ...NONE])],
    [
      'a point of small order in a signature',
      'does-not-match',
      signedAs(EVE.publicKey, EVE.withoutNonce(text)),
    ],
    ['101 signatures', 'cannot-check', { note: `${text}\n\n${`${ada}\n`.repeat(101)}` }],
  ])('find of a note with %s: %s', async (_what, outcome, changed) => {
    expect(await both(JSON.stringify({ ...signed, signed: { note, keys, ...changed } }))).toBe(outcome);
  });

  it('hash the data alike, whatever the blob', async () => {
    const some = fc.oneof(
      fc.string({ unit: ANY_CHARACTER, maxLength: 3 }),
      fc.constantFrom(`**REDACTED**${ZEROS}`, `**REDACTED**1220${ZEROS}`, '\u212a', 'e\u0301'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(some, fc.oneof(some, fc.array(some, { maxLength: 3 }))),
        async (data) => {
          const blob = { name: 'x', ...data };
          const made = aBundle({ rule: 'blob-hex', data: blob });
          expect(await both(JSON.stringify({ ...made, blob }))).toBe('not-checked');
          const names = Object.values(made.blob ?? {}).flat();
          await both(JSON.stringify({ ...made, blob: { ...made.blob, names: [...names, ...names] } }));
          expect(await both(JSON.stringify(aBundle({ rule: 'item-json', data })))).toBe('not-checked');
        },
      ),
    );
  });
});

describe('check-bundle.mjs', () => {
  it('vouches for no log size, and compares the root with one of your own: of version 2 the published one', () => {
    const { rootHash } = good.checkpoint;
    const output = (...own: string[]): string => runChecker(Buffer.from(written), ...own).output;
    expect(output()).toMatch(/^not verified: .*root hash[^]*^not verified: log size/m);
    expect(output(rootHash)).not.toMatch(/^not verified: .*root hash/m);
    const later = Buffer.from(JSON.stringify(grown));
    const wrong = ['', `${rootHash}zz`, `sha-256:${rootHash}`, rootHash.toUpperCase(), rootHash.slice(1)];
    for (const [file, own, status] of [
      [Buffer.from(written), rootHash, 0],
      [Buffer.from(written), flipBit(rootHash, 1), 1],
      ...wrong.map((root) => [Buffer.from(written), root, 2] as const),
      [later, grown.growth?.head.rootHash ?? '', 0],
      [later, grown.checkpoint.rootHash, 1],
    ] as const)
      expect([own, runChecker(file, own).status]).toEqual([own, status]);
  });

  it('prints nothing that could fool a terminal', () => {
    const text = JSON.stringify({ ...good, leaf: { ...good.leaf, bytes: '\u001b[2J\nholds: all' } });
    const { status, output } = runChecker(Buffer.from(text));
    expect([status, output]).toEqual([
      2,
      expect.stringMatching(/^This file could not be checked: [ -~]+\n$/),
    ]);
  });

  it('is one program that needs nothing but Node', () => {
    const script = 'public/check-bundle.mjs';
    const imports = [...readFileSync(script, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1]);
    expect(imports).toEqual(['node:assert', 'node:crypto', 'node:fs']);
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    writeFileSync(join(folder, 'bundle.json'), writeEvidence(good));
    const run = (...given: string[]) => spawnSync(process.execPath, [script, ...given]);
    const { status, stdout } = run(join(folder, 'bundle.json'));
    rmSync(folder, { recursive: true });
    expect([status, String(stdout).match(/^holds:/gm)?.length]).toEqual([0, 3]);
    expect([run().status, run('package.json').status]).toEqual([2, 2]);
  });
});
