import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anItem, BLOB_HASH, ITEM, ITEM_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { blobHash, blobHashes, explainBlobHash, normaliseBlob, redactedHash } from './blob-hash.ts';
import { dataHash, itemHash, itemTextHash } from './data-hash.ts';
import type { Hash } from './hash.ts';
import type { AttributeValue, Item } from './model.ts';
import { dictDigest, setDigest, taggedDigest, textDigest } from './objecthash.ts';
import { UnhashableError } from './utf8.ts';

describe('itemHash', () => {
  it('gives the published hash of {"bar":"xyz","foo":"abc"}', () => {
    expect(itemHash(ITEM)).toBe('5dd4fe3b0de91882dae86b223ca531b5c8f2335d9ee3fd0ab18dfdc2871d0c61');
  });

  it('hashes control characters in upper-case escapes and other text as UTF-8', () => {
    expect(itemHash(anItem({ a: '\u001f', b: 'é' }))).toBe(sha256(String.raw`{"a":"\u001F","b":"é"}`));
  });

  it('tells null, empty text, an empty list and no attribute apart', () => {
    const hashes = [{ a: null }, { a: '' }, { a: [] }, {}].map((item) => itemHash(anItem(item)));
    expect(new Set(hashes).size).toBe(4);
  });

  it('does not normalise Unicode', () => {
    expect(itemHash(anItem({ a: 'e\u0301' }))).not.toBe(itemHash(anItem({ a: '\u00e9' })));
  });

  it('has no value for a lone surrogate', () => {
    expect(() => itemHash(anItem({ a: '\ud800' }))).toThrow(UnhashableError);
    expect(() => itemTextHash('\ud800')).toThrow(UnhashableError);
  });

  it('is the data hash of the item variant', () => expect(dataHash('item', ITEM)).toBe(ITEM_HASH));
});

const [low = '', high = ''] = [sha256('u', 'abc'), sha256('u', 'xyz')].sort();
const bytes = (...hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex');
const hex = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');
const set = (...members: readonly string[]): string => hex(setDigest(members.map((member) => bytes(member))));
const dict = (...pairs: readonly (readonly [string, string])[]): string =>
  hex(dictDigest(pairs.map(([name, value]) => ({ nameDigest: bytes(name), valueDigest: bytes(value) }))));

describe('objecthash', () => {
  it('puts the tag before the bytes', () => {
    expect(hex(taggedDigest('i', Buffer.from('12'), Buffer.from('3')))).toBe(sha256('i123'));
  });

  it('gives the published hash of the text abc', () => {
    expect(hex(textDigest('abc'))).toBe('2a42a9c91b74c0032f6b8000a2c9c5bcca5bb298f004e8eff533811004dea511');
  });

  it('hashes a text as given, in whatever Unicode form', () => {
    expect(hex(textDigest('e\u0301'))).toBe(sha256('u', 'e\u0301'));
    expect(hex(textDigest(''))).toBe(sha256('u'));
  });

  it('hashes the members of a set in ascending order, one given twice twice', () => {
    expect(set(high, low)).toBe(sha256('s', bytes(low, high)));
    expect(set(low, high)).toBe(sha256('s', bytes(low, high)));
    expect(set(low, high, low)).toBe(sha256('s', bytes(low, low, high)));
    expect(set()).toBe(sha256('s'));
  });

  it('hashes more members and pairs than a function can be called with', () => {
    const digests = Array.from({ length: 200_000 }, () => bytes(low));
    expect(hex(setDigest(digests))).toBe(sha256('s', Buffer.from(low.repeat(200_000), 'hex')));
    const pairs = digests.map((digest) => ({ nameDigest: digest, valueDigest: digest }));
    expect(hex(dictDigest(pairs))).toBe(sha256('d', Buffer.from(low.repeat(400_000), 'hex')));
  });

  it('does not reorder the list it is given', () => {
    const members = [bytes(high), bytes(low)];
    setDigest(members);
    expect(members.map(hex)).toEqual([high, low]);
  });

  it('hashes pairs in ascending order of name digest, then value digest', () => {
    expect(dict([high, low], [low, high], [low, low])).toBe(
      sha256('d', bytes(low, low, low, high, high, low)),
    );
    expect(dict()).toBe(sha256('d'));
  });

  it('gives each text its own digest, of however many it was asked before', () => {
    const texts = Array.from({ length: 20_000 }, (_, number) => String(number));
    for (const text of texts) textDigest(text);
    const some = texts.filter((_, number) => number % 997 === 0);
    expect(some.map((text) => hex(textDigest(text)))).toEqual(some.map((text) => sha256(`u${text}`)));
  });
});

const ABC = '2a42a9c91b74c0032f6b8000a2c9c5bcca5bb298f004e8eff533811004dea511';
const text = fc.string({ unit: 'binary', maxLength: 6 });
const redacted = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `**REDACTED**${Buffer.from(bytes).toString('hex')}`);
const items: fc.Arbitrary<Item> = fc
  .array(fc.tuple(text, fc.oneof(text, redacted, fc.array(fc.oneof(text, redacted)), fc.constant(null))))
  .map((pairs) => new Map<string, AttributeValue>(pairs));

describe('a blob with a repeated member in a list', () => {
  const item = anItem({ a: ['y', 'x', 'y'], b: 'z' });
  const once = anItem({ a: ['y', 'x'], b: 'z' });
  const [each, other] = [blobHashes(item)[0], blobHash(once)];

  it('has two hashes: with the member hashed each time, and once', () => {
    expect(blobHashes(item)).toEqual([each, other]);
    expect(each).not.toBe(other);
    expect(blobHashes(once)).toEqual([other]);
    expect(blobHashes(anItem({ a: ['e\u0301', '\u00e9'] }))[1]).toBe(blobHash(anItem({ a: ['\u00e9'] })));
    expect(blobHashes(anItem({ a: ['abc', `**REDACTED**${ABC}`] }))[1]).toBe(
      blobHash(anItem({ a: ['abc'] })),
    );
  });

  it('has the one that is expected, and else the first', () => {
    expect([undefined, each, other, BLOB_HASH].map((expected) => blobHash(item, expected))).toEqual([
      each,
      each,
      other,
      each,
    ]);
  });

  it('is explained by the steps that lead to that hash', () => {
    const members = (expected: Hash): unknown[] =>
      explainBlobHash(item, expected).flatMap((step) =>
        step.kind === 'attribute' && step.members ? [step.value, step.members.length] : [],
      );
    expect(members(each)).toEqual([['y', 'x', 'y'], 3]);
    expect(members(other)).toEqual([['y', 'x'], 2]);
    expect(explainBlobHash(item, other)).toEqual(explainBlobHash(once));
    expect(explainBlobHash(item, BLOB_HASH)).toEqual(explainBlobHash(item));
  });
});

describe('blobHash', () => {
  it('gives the published hash of {"foo":"abc","bar":"xyz"}', () => {
    expect(blobHash(ITEM)).toBe('2b90b5d4a714f5fd5f7c670067f090f972dd7be8a472965c90572699249672aa');
  });

  it('gives the published hash of a blob with a set', () => {
    const item = anItem({
      id: 'GB',
      'official-name': 'The United Kingdom of Great Britain and Northern Ireland',
      name: 'United Kingdom',
      'citizen-names': ['Briton', 'British citizen'],
    });
    expect(blobHash(item)).toBe('45d9392ad17cead3fa46501eba3e5ac237cb46a39f1e175905f00ef6a6667257');
  });

  it.each([`**REDACTED**${ABC}`, `**REDACTED**1220${ABC}`])('is the same where foo is %s', (foo) => {
    expect(blobHash(anItem({ foo, bar: 'xyz' }))).toBe(BLOB_HASH);
  });

  it('is the same where a member of a set, or a whole set, is redacted', () => {
    const whole = anItem({ set: ['abc', 'xyz'], foo: 'abc' });
    const set = explainBlobHash(whole).find((step) => step.kind === 'attribute' && step.name === 'set');
    const setHash = set?.kind === 'attribute' ? set.valueHash : '';
    expect(blobHash(anItem({ set: [`**REDACTED**${ABC}`, 'xyz'], foo: 'abc' }))).toBe(blobHash(whole));
    expect(blobHash(anItem({ set: `**REDACTED**${setHash}`, foo: 'abc' }))).toBe(blobHash(whole));
  });

  it('does not depend on the order of attributes or members, nor on what is not set', () => {
    const hash = blobHash(anItem({ a: ['x', 'y'], b: 'z' }));
    expect(blobHash(anItem({ b: 'z', a: ['y', 'x'] }))).toBe(hash);
    expect(blobHash(anItem({ a: ['', 'x', '', 'y'], b: 'z', c: null, d: '', e: [], f: ['', ''] }))).toBe(
      hash,
    );
  });

  it('does not depend on the Unicode form of values', () => {
    expect(blobHash(anItem({ a: 'e\u0301', b: ['\u212b'] }))).toBe(
      blobHash(anItem({ a: '\u00e9', b: ['\u00c5'] })),
    );
  });

  it('tells a text from a set of that one text', () => {
    expect(blobHash(anItem({ a: 'x' }))).not.toBe(blobHash(anItem({ a: ['x'] })));
  });

  it('agrees with a second implementation of objecthash', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(blobHash(item)).toBe(bySecondOpinion(item));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a name', new Map([['\ud800', 'x']])],
    ['a value', new Map([['x', '\ud800']])],
    ['a member of a set', new Map([['x', ['a', '\udfff']]])],
  ])('has no value for a lone surrogate in %s', (_, item) => {
    expect(() => blobHash(item)).toThrow(UnhashableError);
  });

  it('is the data hash of the earlier variant', () => expect(dataHash('blob', ITEM)).toBe(BLOB_HASH));
});

describe('redactedHash', () => {
  it('reads a redacted value with and without the multihash prefix', () => {
    expect(redactedHash(`**REDACTED**${ABC}`)).toBe(ABC);
    expect(redactedHash(`**REDACTED**1220${ABC}`)).toBe(ABC);
  });

  it('takes 64 digits that begin with 1220 for the hash itself', () => {
    expect(redactedHash(`**REDACTED**1220${ABC.slice(4)}`)).toBe(`1220${ABC.slice(4)}`);
  });

  it.each([
    '',
    ABC,
    '**REDACTED**',
    `**REDACTED**${ABC.slice(1)}`,
    `**REDACTED**${ABC}0`,
    `**REDACTED**${ABC}\n`,
    `**REDACTED** ${ABC}`,
    `**REDACTED**${ABC.slice(1)}g`,
    `**REDACTED**${ABC.toUpperCase()}`,
    `**REDACTED**sha-256:${ABC}`,
    `**REDACTED**1221${ABC}`,
    `**redacted**${ABC}`,
    `x**REDACTED**${ABC}`,
  ])('takes %j for an ordinary string', (value) => expect(redactedHash(value)).toBeUndefined());
});

describe('normaliseBlob', () => {
  it('drops what is not set and keeps the order of the rest', () => {
    const item = anItem({
      z: 'e\u0301',
      a: null,
      b: '',
      c: [],
      d: ['', ''],
      y: ['', 'b', 'a', 'b'],
      e: ['x'],
    });
    expect([...normaliseBlob(item)]).toEqual([
      ['z', '\u00e9'],
      ['y', ['b', 'a', 'b']],
      ['e', ['x']],
    ]);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(items, (item) => {
        const once = normaliseBlob(item);
        expect(normaliseBlob(once)).toEqual(once);
        expect(blobHash(once)).toBe(blobHash(item));
      }),
    );
  });
});

describe('explainBlobHash', () => {
  it('ends with the blob hash, after one step for each attribute that is set', () => {
    fc.assert(
      fc.property(items, (item) => {
        const steps = explainBlobHash(item);
        expect(steps.at(-1)).toEqual({ kind: 'dict', tag: 'd', hash: blobHash(item) });
        const names = steps.flatMap((step) => (step.kind === 'attribute' ? [step.name] : []));
        expect(names.sort()).toEqual([...normaliseBlob(item).keys()].sort());
      }),
    );
  });

  it('lists the pairs in the order in which they are hashed', () => {
    const pairs = explainBlobHash(ITEM).flatMap((step) =>
      step.kind === 'attribute' ? [step.nameHash + step.valueHash] : [],
    );
    expect(pairs).toHaveLength(2);
    expect(tagged('d', Buffer.from(pairs.join(''), 'hex')).toString('hex')).toBe(BLOB_HASH);
  });

  it('lists the members of a set in the order in which they are hashed, and which are redacted', () => {
    const [step] = explainBlobHash(anItem({ set: ['foo', `**REDACTED**${ABC}`, 'bar'] }));
    expect(step).toMatchObject({ kind: 'attribute', tag: 's', redacted: false });
    const members = step?.kind === 'attribute' ? (step.members ?? []) : [];
    expect(members.map(({ text, redacted }) => [text, redacted])).toEqual([
      [`**REDACTED**${ABC}`, true],
      ['foo', false],
      ['bar', false],
    ]);
    expect(step).toHaveProperty(
      'valueHash',
      tagged('s', Buffer.from(members.map((member) => member.hash).join(''), 'hex')).toString('hex'),
    );
  });

  it('says that a redacted value was not hashed', () => {
    const steps = explainBlobHash(anItem({ foo: `**REDACTED**${ABC}` }));
    expect(steps[0]).toMatchObject({ name: 'foo', redacted: true, valueHash: ABC });
  });
});

function tagged(tag: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const hash = createHash('sha256').update(tag);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function bySecondOpinion(item: Item): string {
  const string = (value: string): Buffer =>
    /^\*\*REDACTED\*\*[0-9a-f]{64}$/.test(value)
      ? Buffer.from(value.slice(12), 'hex')
      : tagged('u', value.normalize('NFC'));
  const pairs: Buffer[] = [];
  for (const [name, value] of item) {
    if (typeof value === 'string' && value !== '')
      pairs.push(Buffer.concat([tagged('u', name), string(value)]));
    if (typeof value === 'string' || value === null) continue;
    const members = value.filter((member) => member !== '').map(string);
    if (members.length === 0) continue;
    pairs.push(Buffer.concat([tagged('u', name), tagged('s', ...members.sort(Buffer.compare))]));
  }
  return tagged('d', ...pairs.sort(Buffer.compare)).toString('hex');
}
