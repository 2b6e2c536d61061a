import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anItem, BLOB_HASH } from '../testing/builders.ts';
import { sha256 } from '../testing/rfc-9162.ts';
import { blobHash, blobHashes, explainBlobHash, normaliseBlob, redactedHash } from './blob-hash.ts';
import { itemHash, itemTextHash } from './data-hash.ts';
import type { AttributeValue, Item } from './model.ts';
import { dictDigest, setDigest } from './objecthash.ts';
import { UnhashableError } from './utf8.ts';
import { ANY_CHARACTER } from '../testing/hostile-json.ts';

const ABC = '2a42a9c91b74c0032f6b8000a2c9c5bcca5bb298f004e8eff533811004dea511';
const REDACTED = `**REDACTED**${ABC}`;

const bytes = (...hashes: readonly string[]): Buffer => Buffer.from(hashes.join(''), 'hex');
const hex = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');

describe('the hash of data', () => {
  it('of an item is of its text as UTF-8, with upper-case escapes', () => {
    expect(itemHash(anItem({ a: '\u001f', b: 'é' }))).toBe(sha256(String.raw`{"a":"\u001F","b":"é"}`));
  });

  it.each([
    ['a name', new Map([['\ud800', 'x']])],
    ['a value', new Map([['x', '\ud800']])],
    ['a member of a set', new Map([['x', ['a', '\udfff']]])],
  ])('does not exist for a lone surrogate in %s', (_, item) => {
    expect(() => itemHash(item)).toThrow(UnhashableError);
    expect(() => blobHash(item)).toThrow(UnhashableError);
    expect(() => itemTextHash('\ud800')).toThrow(UnhashableError);
  });
});

it('more members and pairs are hashed than a function can be called with', () => {
  const MANY = 130_000;
  expect(() => Math.max(...Array<number>(MANY).fill(0))).toThrow(RangeError);
  const low = sha256('u', 'abc');
  const digests = Array.from({ length: MANY }, () => bytes(low));
  expect(hex(setDigest(digests))).toBe(sha256('s', Buffer.from(low.repeat(MANY), 'hex')));
  const pairs = digests.map((digest) => ({ nameDigest: digest, valueDigest: digest }));
  expect(hex(dictDigest(pairs))).toBe(sha256('d', Buffer.from(low.repeat(2 * MANY), 'hex')));
});

describe('a blob with a repeated member in a list', () => {
  const item = anItem({ a: ['y', 'x', 'y'], b: 'z' });
  const once = anItem({ a: ['y', 'x'], b: 'z' });
  const [each, other] = [blobHashes(item)[0], blobHash(once)];

  it('has two hashes: with the member hashed each time, and once; the one that is expected, and else the first', () => {
    expect(blobHashes(item)).toEqual([each, other]);
    expect(each).not.toBe(other);
    expect(blobHashes(once)).toEqual([other]);
    expect(blobHashes(anItem({ a: ['e\u0301', '\u00e9'] }))[1]).toBe(blobHash(anItem({ a: ['\u00e9'] })));
    expect(blobHashes(anItem({ a: ['abc', REDACTED] }))[1]).toBe(blobHash(anItem({ a: ['abc'] })));
    const found = [undefined, each, other, BLOB_HASH].map((expected) => blobHash(item, expected));
    expect(found).toEqual([each, each, other, each]);
  });

  it('is explained by the steps that lead to that hash', () => {
    const members = explainBlobHash(item, each).flatMap((step) =>
      step.kind === 'attribute' && step.members ? [step.value, step.members.length] : [],
    );
    expect(members).toEqual([['y', 'x', 'y'], 3]);
    expect(explainBlobHash(item, other)).toEqual(explainBlobHash(once));
    expect(explainBlobHash(item, BLOB_HASH)).toEqual(explainBlobHash(item));
  });
});

const NOT_WITHHELD = ['', ABC, `**redacted**${ABC}`, `x${REDACTED}`, `${REDACTED}0`, `${REDACTED}\n`].concat(
  [REDACTED.slice(0, -1), `**REDACTED** ${ABC}`, `${REDACTED.slice(0, -1)}g`, '**REDACTED**'],
  [`**REDACTED**${ABC.toUpperCase()}`, `**REDACTED**sha-256:${ABC}`, `**REDACTED**1221${ABC}`],
);
it.each<[value: string, hash: string | undefined]>([
  [REDACTED, ABC],
  [`**REDACTED**1220${ABC}`, ABC],
  [`**REDACTED**1220${ABC.slice(4)}`, `1220${ABC.slice(4)}`],
  ...NOT_WITHHELD.map((text): [string, undefined] => [text, undefined]),
])('of a withheld value %j the hash is %j', (value, hash) => expect(redactedHash(value)).toBe(hash));

describe('any blob', () => {
  const text = fc.string({ unit: ANY_CHARACTER, maxLength: 6 });
  const withheld = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((digest) => `**REDACTED**${Buffer.from(digest).toString('hex')}`);
  const value = fc.oneof(text, withheld, fc.array(fc.oneof(text, withheld)), fc.constant(null));
  const items: fc.Arbitrary<Item> = fc.array(fc.tuple(text, value)).map((pairs) => new Map(pairs));

  it('is hashed as by a second implementation; normalised, it is the same, also the second time', () => {
    fc.assert(
      fc.property(items, (item) => {
        expect(blobHash(item)).toBe(bySecondOpinion(item));
        const once = normaliseBlob(item);
        expect(normaliseBlob(once)).toEqual(once);
        expect(blobHash(once)).toBe(blobHash(item));
      }),
      { numRuns: 300 },
    );
    const given = anItem({ z: 'e\u0301', a: null, b: '', c: [], d: ['', ''], y: ['', 'b', 'a', 'b'] });
    expect([...normaliseBlob(given)]).toEqual([
      ['z', '\u00e9'],
      ['y', ['b', 'a', 'b']],
    ]);
  });

  it('is explained by a step for each attribute that is set, in the order in which they are hashed', () => {
    fc.assert(
      fc.property(items, (item) => {
        const steps = explainBlobHash(item);
        expect(steps.at(-1)).toEqual({ kind: 'dict', tag: 'd', hash: blobHash(item) });
        const pairs = steps.flatMap((step) => (step.kind === 'attribute' ? [step] : []));
        const names = pairs.map(({ name }) => name);
        expect(names.toSorted()).toEqual([...normaliseBlob(item).keys()].toSorted());
        expect(sha256('d', bytes(...pairs.flatMap((one) => [one.nameHash, one.valueHash])))).toBe(
          blobHash(item),
        );
        for (const { tag, valueHash, members } of pairs)
          if (members)
            expect([tag, sha256('s', bytes(...members.map(({ hash }) => hash)))]).toEqual(['s', valueHash]);
      }),
    );
    const [step] = explainBlobHash(anItem({ set: ['foo', REDACTED, 'bar'] }));
    expect(step).toMatchObject({ tag: 's', redacted: false });
    const members = step?.kind === 'attribute' ? (step.members ?? []) : [];
    const summary = members.map(({ text: own, redacted }) => `${own} ${redacted}`);
    expect(summary).toEqual([`${REDACTED} true`, 'foo false', 'bar false']);
    const [alone] = explainBlobHash(anItem({ foo: REDACTED }));
    expect(alone).toMatchObject({ name: 'foo', redacted: true, valueHash: ABC });
  });
});

function bySecondOpinion(item: Item): string {
  const hashOf = (text: string): string =>
    /^\*\*REDACTED\*\*[0-9a-f]{64}$/.test(text) ? text.slice(12) : sha256('u', text.normalize('NFC'));
  const valueOf = (value: AttributeValue): string | undefined => {
    if (value === null || value === '') return undefined;
    if (typeof value === 'string') return hashOf(value);
    const members = value.filter((member) => member !== '').map(hashOf);
    return members.length === 0 ? undefined : sha256('s', bytes(...members.toSorted()));
  };
  const pairs = Array.from(item, ([name, value]) => [sha256('u', name), valueOf(value)] as const);
  const set = pairs.flatMap(([name, value]) => (value === undefined ? [] : [name + value]));
  return sha256('d', bytes(...set.toSorted()));
}
