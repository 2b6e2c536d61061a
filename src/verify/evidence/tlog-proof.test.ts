import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, LEAF_RULE_IDS, ODD_TEXTS } from '../../testing/evidence-builders.ts';
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
    const bare = TEXT.replace(/^extra .*\n/m, '');
    for (const text of [bare, TEXT.replace(/^extra .*$/m, `extra ${btoa('{"leaf":1}')}`)])
      expect(outcomes(checked(text))).toEqual(['cannot-check', 'cannot-check']);
    expect(checked(bare.replace(/^(index 5\n).*\n/m, '$1')).climb.outcome).toBe('does-not-match');
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
    const { auditPath, checkpoint, leaf } = aBundle();
    fc.assert(
      fc.property(fc.nat(TEXT.length - 2), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const text = TEXT.slice(0, at) + String.fromCharCode(code) + TEXT.slice(at + 1);
        const opened = decodeEvidence(text);
        if (text === TEXT || opened.kind !== 'tlog-proof') return;
        const { file } = opened;
        if (checkTlogProof(file).climb.outcome !== 'holds') return;
        // No hash covers the origin, the log size (others can have a path of the same form), or the
        // text around the leaf bytes.
        expect([file.auditPath, file.checkpoint.rootHash, file.entryNumber, file.leaf?.bytes]).toEqual([
          auditPath,
          checkpoint.rootHash,
          6,
          leaf.bytes,
        ]);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('writeTlogProof', () => {
  it('writes a zero-based index, the hashes from the leaf upwards, and a checkpoint without a signature', () => {
    const bundle = aBundle({ entryNumber: 8, logSize: 8 });
    const base64 = (hash: string) => Buffer.from(hash, 'hex').toString('base64');
    const [first, extra, ...rest] = writeTlogProof(bundle).split('\n');
    expect(extra).toMatch(/^extra [A-Za-z0-9+/]+=*$/);
    const head = ['country.example/v2#items', '8', base64(bundle.checkpoint.rootHash), ''];
    const due = ['c2sp.org/tlog-proof@v1', 'index 7', ...bundle.auditPath.map(base64), '', ...head];
    expect([first, ...rest]).toEqual(due);
  });

  it('keeps the origin on one line, without spaces and plus signs', () => {
    const bundle = aBundle();
    for (const path of ['country/v2+altered-item', 'a b\nc', ...ODD_TEXTS]) {
      const register = { ...bundle.register, address: `https://x.example/${path}` };
      const text = writeTlogProof({ ...bundle, register });
      expect(checked(text).climb.outcome).toBe('holds');
      expect(text.split('\n').at(-4)).toMatch(/^x\.example(?:\/[!-*,-~]*)?#items$/);
    }
  });
});
