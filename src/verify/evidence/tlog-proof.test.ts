import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, LEAF_RULE_IDS, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { node, sha256 } from '../../testing/rfc-9162.ts';
import { type CheckedProof, checkTlogProof } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import { writeTlogProof } from './tlog-proof.ts';

function checked(text: string): CheckedProof {
  const opened = decodeEvidence(text);
  if (opened.kind !== 'tlog-proof') throw new Error(JSON.stringify(opened));
  return checkTlogProof(opened.file);
}

function outcomes({ climb, leaf }: CheckedProof): string[] {
  return [climb, leaf].map(({ outcome }) => outcome);
}

const TEXT = writeTlogProof(aBundle());
const withLines = (change: (lines: string[]) => string[]): string => change(TEXT.split('\n')).join('\n');

describe('a tlog-proof that is opened again', () => {
  it.each(LEAF_RULE_IDS)('leads from its leaf bytes to its root, leaf rule %s', (rule) => {
    for (const [entryNumber, logSize] of [
      [1, 1],
      [6, 11],
      [11, 11],
      [300, 1000],
    ] as const) {
      const recheck = checked(writeTlogProof(aBundle({ rule, entryNumber, logSize })));
      const isItem = rule.startsWith('item');
      expect(outcomes(recheck)).toEqual(['holds', isItem ? 'holds' : 'cannot-check']);
      expect(recheck.entry?.entry.entryNumber).toBe(isItem ? entryNumber : undefined);
    }
  });

  it('does not match where the root, a hash or the index is another', () => {
    const bundle = aBundle();
    const { checkpoint, auditPath, entry } = bundle;
    const first = auditPath[0] ?? checkpoint.rootHash;
    for (const changed of [
      { ...bundle, checkpoint: { ...checkpoint, rootHash: flipBit(checkpoint.rootHash, 4) } },
      { ...bundle, auditPath: [flipBit(first, 4), ...auditPath.slice(1)] },
      { ...bundle, auditPath: auditPath.slice(1) },
      { ...bundle, entry: { ...entry, entryNumber: 5 } },
    ])
      expect(checked(writeTlogProof(changed)).climb.outcome).toBe('does-not-match');
  });

  it('takes no leaf for an entry that it is not', () => {
    const other = aBundle({ entryNumber: 7, key: 'FR' });
    expect(checked(writeTlogProof({ ...aBundle(), leaf: other.leaf }))).toMatchObject({
      climb: { outcome: 'does-not-match' },
      leaf: { outcome: 'does-not-match' },
    });
    const bytes = Buffer.from('{"entry-number": "6"}').toString('hex');
    const { leaf, entry } = checked(writeTlogProof({ ...aBundle(), leaf: { rule: 'item-json', bytes } }));
    expect([leaf.outcome, entry]).toEqual(['does-not-match', undefined]);
  });

  it('of another program, without the bytes of the entry, holds nothing: only the number of hashes can be wrong', () => {
    const bare = withLines((lines) => lines.filter((line) => !line.startsWith('extra ')));
    expect(outcomes(checked(bare))).toEqual(['cannot-check', 'cannot-check']);
    const foreign = withLines((lines) =>
      lines.map((line) => (line.startsWith('extra ') ? `extra ${btoa('{"leaf":1}')}` : line)),
    );
    expect(outcomes(checked(foreign))).toEqual(['cannot-check', 'cannot-check']);
    const short = withLines((lines) => lines.filter((line, at) => at !== 3 && !line.startsWith('extra ')));
    expect(checked(short).climb.outcome).toBe('does-not-match');
  });
});

describe('a tlog-proof that is not one', () => {
  const after = (line: string): string => TEXT.replace('index 5\n', `index 5\n${line}\n`);
  it.each<[string, string, number?]>([
    ['of another version', TEXT.replace('@v1', '@v2'), 1],
    ['with a mark before it', `\uFEFF${TEXT}`, 1],
    ['with carriage returns', TEXT.replaceAll('\n', '\r\n'), 1],
    ['with an extra line that is no base64', TEXT.replace(/^extra .*$/m, 'extra *'), 2],
    ['with a negative index', TEXT.replace('index 5', 'index -1'), 3],
    ['with an index written otherwise', TEXT.replace('index 5', 'index 05'), 3],
    ['with a hash in hexadecimal digits', after('ab'.repeat(32)), 4],
    ['with a hash of 31 bytes', after(btoa('x'.repeat(31))), 4],
    ['with a size not above the index', TEXT.replace('\n11\n', '\n5\n')],
    ['without an origin', TEXT.replace('country.example/v2#items\n', '')],
    ['cut off', TEXT.slice(0, TEXT.lastIndexOf('\n', TEXT.length - 2))],
    ['with an empty end', `${TEXT}\n`],
    ['with a signature of another form', `${TEXT}\n-- name abcd\n`],
    [
      'with lines after its signature',
      `${TEXT}\n\u2014 country.example/v2 ${btoa('a key and more')}\n\nmore\n`,
    ],
  ])('%s is refused, and it says where', (_, text, line) => {
    const opened = decodeEvidence(text);
    if (opened.kind !== 'unreadable') throw new Error(`it was read: ${text}`);
    expect(opened.problems).toEqual([expect.objectContaining({ path: expect.stringMatching(/^line \d+$/) })]);
    if (line) expect(opened.problems[0]?.path).toBe(`line ${line}`);
  });

  it('never holds with a byte changed, and is never thrown at', () => {
    const holding = checked(TEXT);
    expect(holding.climb.outcome).toBe('holds');
    fc.assert(
      fc.property(fc.nat(TEXT.length - 2), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const text = TEXT.slice(0, at) + String.fromCharCode(code) + TEXT.slice(at + 1);
        const opened = decodeEvidence(text);
        if (text === TEXT || opened.kind !== 'tlog-proof') return;
        const again = checkTlogProof(opened.file);
        // No hash covers the origin, the log size (others can have a path of the same form), or the text around the leaf bytes.
        const { origin, auditPath, checkpoint, entryNumber, leaf } = opened.file;
        if (again.climb.outcome === 'holds') {
          const bundle = aBundle();
          const sameSize = checkpoint.logSize === bundle.checkpoint.logSize;
          const sameLine = text.split('\n')[1] === TEXT.split('\n')[1];
          expect(origin === 'country.example/v2#items' && sameLine && sameSize).toBe(false);
          expect({ auditPath, root: checkpoint.rootHash, entryNumber, leaf }).toEqual({
            auditPath: bundle.auditPath,
            root: bundle.checkpoint.rootHash,
            entryNumber: 6,
            leaf: { rule: again.entry?.leafRule ?? leaf?.rule, bytes: bundle.leaf.bytes },
          });
        }
      }),
      { numRuns: 1500 },
    );
  });
});

/** A second reading of c2sp.org/tlog-proof and c2sp.org/tlog-checkpoint, independent of the writer. */
function readAgain(text: string) {
  const match =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra ([A-Za-z0-9+/]+=*)\n)?index (0|[1-9]\d*)\n((?:[A-Za-z0-9+/]{43}=\n)*)\n([^\n]+)\n(0|[1-9]\d*)\n([A-Za-z0-9+/]{43}=)\n$/.exec(
      text,
    );
  if (match === null) throw new Error(`not a tlog-proof: ${text}`);
  const [, extra = '', index, hashes = '', origin = '', size, root = ''] = match;
  return {
    extra: JSON.parse(Buffer.from(extra, 'base64').toString()) as Record<string, string>,
    index: Number(index),
    hashes: hashes
      .split('\n')
      .filter(Boolean)
      .map((line) => Buffer.from(line, 'base64').toString('hex')),
    origin,
    size: Number(size),
    root: Buffer.from(root, 'base64').toString('hex'),
  };
}

describe('writeTlogProof', () => {
  it('writes the form of c2sp.org/tlog-proof with a zero-based index and the hashes from the leaf upwards', () => {
    const bundle = aBundle({ entryNumber: 8, logSize: 8 });
    const { extra, index, hashes, size, root, origin } = readAgain(writeTlogProof(bundle));
    expect({ index, size, root, hashes }).toEqual({
      index: 7,
      size: 8,
      root: bundle.checkpoint.rootHash,
      hashes: bundle.auditPath,
    });
    expect(origin).toBe('country.example/v2#items');
    // Entry 8 of 8 is always a right child.
    const leaf = sha256(Uint8Array.of(0), Buffer.from(extra['leafBytes'] ?? '', 'hex'));
    expect(hashes.reduce((hash, sent) => node(sent as never, hash as never), leaf as string)).toBe(root);
  });

  it('keeps the origin on one line, without spaces and plus signs', () => {
    const bundle = aBundle();
    for (const address of [
      'http://x.example/registers/country/v2+altered-item',
      'https://x.example/a b\nc',
      ...ODD_TEXTS.map((text) => `https://x.example/${text}`),
    ])
      expect(
        readAgain(writeTlogProof({ ...bundle, register: { ...bundle.register, address } })).origin,
      ).toMatch(/^x\.example(?:\/[!-*,-~]*)?#items$/);
  });
});
