import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { UnhashableError } from '../../core/utf8.ts';
import { readRsf } from '../../mock/rsf/read-rsf.ts';
import { RsfError } from '../../mock/rsf/rsf-error.ts';
import { writeRsf } from '../../mock/rsf/write-rsf.ts';
import type { RegisterSource } from '../../mock/source.ts';
import { damaged } from '../hostile-json.ts';
import { mth, sha256 } from '../rfc-9162.ts';
import { splitRsf } from '../rsf-lines.ts';
import { oddText, plain } from './generators.ts';
import type { RealData, RealRegister } from './real-data.ts';
import { type FuzzTarget, slowTarget } from './target.ts';

const SHORT = 40;

/** Beginnings of real dumps with a true root at their end, so that a case is small. */
const beginnings = new WeakMap<RealData, readonly string[]>();

function beginningsOf(real: RealData): readonly string[] {
  const known =
    beginnings.get(real) ??
    real.registers.map(({ source }: RealRegister) =>
      [...writeRsf({ ...source, entries: source.entries.slice(0, SHORT) })].join(''),
    );
  beginnings.set(real, known);
  return known;
}

/** rootByHand is the root of the user entries of a dump, by RFC 6962 and the words of hashing.md alone. */
export function rootByHand(text: string): string {
  const leaves = splitRsf(text).entries.map(({ entryNumber, key, timestamp, itemHashes }) =>
    sha256(
      Uint8Array.of(0),
      `{"index-entry-number":"${entryNumber}","entry-number":"${entryNumber}","entry-timestamp":${JSON.stringify(timestamp)},` +
        `"key":${JSON.stringify(key)},"item-hash":[${itemHashes.map((hash) => `"sha-256:${hash}"`).join(',')}]}`,
    ),
  );
  return mth(leaves);
}

type LineEdit = {
  readonly how: 'drop' | 'double' | 'swap' | 'cut';
  readonly at: number;
  readonly other: number;
};

const lineEdit: fc.Arbitrary<LineEdit> = plain({
  how: fc.constantFrom('drop', 'double', 'swap', 'cut'),
  at: fc.nat(200),
  other: fc.nat(200),
});

function editLine(text: string, { how, at, other }: LineEdit): string {
  const lines = text.split('\n');
  const [one, two] = [at % lines.length, other % lines.length];
  if (how === 'cut') return lines.slice(0, one).join('\n');
  if (how === 'drop') return lines.toSpliced(one, 1).join('\n');
  if (how === 'double') return lines.toSpliced(two, 0, lines[one] ?? '').join('\n');
  return lines
    .with(one, lines[two] ?? '')
    .with(two, lines[one] ?? '')
    .join('\n');
}

/** chunksOf cuts a text into pieces of bytes anywhere, within characters too. */
function chunksOf(text: string, cuts: readonly number[]): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

const reader = slowTarget({
  name: 'rsf-reader',
  family: 'parsers',
  invariant:
    'a damaged dump is refused by RsfError with its line, or every root in it is the one of the entries before it',
  cases: (real: RealData) =>
    fc.constantFrom(...beginningsOf(real)).chain((whole) =>
      plain({
        whole: fc.constant(whole),
        text: fc.oneof(
          damaged(fc.constant(whole)),
          fc.array(lineEdit, { maxLength: 2 }).map((edits) => edits.reduce(editLine, whole)),
        ),
        cuts: fc.array(fc.nat(), { maxLength: 4 }),
      }),
    ),
  async holds({ whole, text, cuts }) {
    let source: RegisterSource;
    try {
      source = await readRsf(chunksOf(text, cuts));
    } catch (error) {
      assert.ok(error instanceof RsfError, `thrown: ${error instanceof Error ? error.stack : String(error)}`);
      assert.ok(error.line >= 0 && error.line <= text.split('\n').length, `line ${error.line}`);
      assert.notEqual(text, whole, 'an honest dump is refused');
      return;
    }
    const { roots } = splitRsf(text);
    assert.equal(roots.at(-1)?.rootHash, rootByHand(text));
    const again = [...writeRsf(source)].join('');
    assert.deepEqual(await readRsf([again]), source);
    assert.equal(rootByHand(again), rootByHand(text));
  },
});

const key = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9\-_./]{0,6}$/);
const id = fc.stringMatching(/^[a-z][a-z-]{0,6}$/);

const writer = slowTarget({
  name: 'rsf-writer',
  family: 'parsers',
  invariant: 'what can be written is read back the same from any chunks; what no line can hold is refused',
  cases: () =>
    plain({
      entries: fc.array(
        plain({
          key: fc.oneof({ weight: 9, arbitrary: key }, oddText()),
          timestamp: fc.oneof(
            { weight: 9, arbitrary: fc.constantFrom('2016-04-05T13:23:05Z', '2020-02-29T23:59:59Z') },
            oddText(),
          ),
          items: fc.array(
            fc
              .array(
                fc.tuple(
                  fc.oneof(id, oddText()),
                  fc.oneof(oddText(), fc.array(oddText(), { maxLength: 2 }), fc.constant(null)),
                ),
                { maxLength: 3 },
              )
              .map((pairs) => new Map(pairs)),
            { minLength: 1, maxLength: 2 },
          ),
        }),
        { maxLength: 5 },
      ),
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    }),
  async holds({ entries, cuts }) {
    const source = { name: 'tree', domain: 'localhost', fields: [], definitions: [], entries };
    let text: string;
    try {
      text = [...writeRsf(source)].join('');
    } catch (error) {
      assert.ok(error instanceof RangeError || error instanceof UnhashableError, `thrown: ${String(error)}`);
      return;
    }
    try {
      assert.deepEqual(await readRsf(chunksOf(text, cuts)), source);
    } catch (error) {
      // The reader holds keys and times to their rules; the writer only to what a line can hold.
      const isPlain = entries.every(
        (entry) =>
          /^[A-Za-z0-9][A-Za-z0-9\-_./]*$/.test(entry.key) &&
          /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?$/.test(entry.timestamp),
      );
      assert.ok(
        error instanceof RsfError && !isPlain,
        error instanceof Error ? error.message : String(error),
      );
    }
  },
});

/** RSF_TARGETS are the claims about dumps. */
export const RSF_TARGETS: readonly FuzzTarget[] = [reader, writer];
