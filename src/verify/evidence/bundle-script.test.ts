import { describe, expect, it } from 'vitest';
import { flipBit } from '../../testing/builders.ts';
import { aBundle, LEAF_RULE_IDS, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { OPENSSL_REASON, runScript, SHELLS } from '../../testing/shells.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { ProofBundle } from './bundle.ts';
import { hexOf } from './file-parts.ts';
import { bundleScript } from './bundle-script.ts';
import { comment, hexWord, numberWord, textLines } from './shell.ts';

const ESC = String.fromCharCode(27);
/** Texts that would run a command, or fool a terminal, where they are not quoted. */
const HOSTILE = [
  ...ODD_TEXTS,
  `'$(touch owned)'`,
  `\n touch owned #`,
  `\`touch owned\``,
  `'; touch owned; '`,
  `"; touch owned; "`,
  `\\'; touch owned; \\'`,
  `' | touch owned & '`,
  `\r\ntouch owned\r\n`,
  `%s%n%b\\c\\0101\\x41`,
  `${ESC}[2J!! !$ *?[a] ~`,
  `\u2028touch owned\u2029`,
  `EOF\ntouch owned\nEOF`,
];

function run(shell: string, script: string): { status: number | null; output: string } {
  const { status, stdout, stderr, left } = runScript(script, shell);
  // A text of the register that was executed would leave a file behind.
  expect(left).toEqual([]);
  return { status, output: stdout + stderr };
}

describe('the pieces of a script', () => {
  it('let nothing but digits and whole numbers through', () => {
    for (const bad of ['', 'abc', 'AB', '0g', '00\n', "00'", '$(id)'])
      expect(() => hexWord(bad)).toThrow(RangeError);
    for (const bad of [-1, 1.5, Number.NaN, 2 ** 53]) expect(() => numberWord(bad)).toThrow(RangeError);
  });

  it('keep comments on one line, of harmless signs', () => {
    for (const text of HOSTILE) expect(comment(text)).toMatch(/^# [A-Za-z0-9 .,:/_-]*$/);
  });

  it('write texts as quoted printable ASCII and hexadecimal digits only', () => {
    for (const text of HOSTILE) {
      for (const line of textLines(text))
        expect(line).toMatch(/^(?:bytes [0-9a-f]+|printf '%s' '(?:[ -&(-~]|'\\'')+')$/);
    }
  });
});

describe.skipIf(SHELLS.length === 0).each(SHELLS)(`a script run by %s (${OPENSSL_REASON})`, (shell) => {
  it.each(LEAF_RULE_IDS)('finds that a good bundle matches, leaf rule %s', (rule) => {
    for (const [entryNumber, logSize] of [
      [1, 1],
      [11, 11],
      [300, 1000],
    ] as const) {
      const { status, output } = run(shell, bundleScript(aBundle({ rule, entryNumber, logSize })));
      expect(output).toContain('All that was computed matches.');
      expect(output).not.toMatch(/NOT MATCH|not found|error/i);
      expect(status).toBe(0);
    }
  });

  it.each(['item-json', 'blob-multihash'] as const)(
    'hashes hostile names, keys and values and runs none of them, leaf rule %s',
    (rule) => {
      const data = Object.fromEntries(HOSTILE.map((text) => [text || 'name', [text || 'x', `'${text}`]]));
      const text = HOSTILE.join('');
      const bundle = aBundle({ rule, key: text, data });
      const register = { ...bundle.register, title: text, address: text, place: text };
      const { status, output } = run(shell, bundleScript({ ...bundle, register }));
      expect(output).not.toMatch(/NOT MATCH|not found|error/i);
      expect(status).toBe(0);
    },
  );

  it.each(LEAF_RULE_IDS)('finds what does not match, leaf rule %s', (rule) => {
    const good = aBundle({ rule });
    const other = flipBit(good.checkpoint.rootHash, 9);
    const bad: ProofBundle[] = [
      { ...good, checkpoint: { ...good.checkpoint, rootHash: other } },
      { ...good, checkpoint: { ...good.checkpoint, logSize: 20 } },
      { ...good, auditPath: good.auditPath.slice(1) },
      { ...good, auditPath: [...good.auditPath, other] },
      { ...good, auditPath: [other, ...good.auditPath.slice(1)] },
      { ...good, entry: { ...good.entry, key: 'FR' } },
      { ...good, leaf: { ...good.leaf, bytes: `${good.leaf.bytes}00` } },
      { ...good, entry: { ...good.entry, itemHashes: [other] } },
    ];
    for (const bundle of bad) {
      const { status, output } = run(shell, bundleScript(bundle));
      expect(output).toMatch(/DO NOT MATCH|hashes than levels/);
      expect(status).toBe(1);
    }
  });

  it('finds whether an earlier log begins the later one', () => {
    const good = aBundle({ logSize: 7, grownTo: 11 });
    const { head, path } = good.growth ?? { head: good.checkpoint, path: [] };
    expect(run(shell, bundleScript(good)).status).toBe(0);
    const other = flipBit(head.rootHash, 9);
    for (const growth of [
      { head: { ...head, rootHash: other }, path },
      { head, path: path.slice(1) },
      { head: { ...head, logSize: 6 }, path },
    ])
      expect(run(shell, bundleScript({ ...good, growth })).status).toBe(1);
  });

  it('finds that an entry names more items than there are', () => {
    const one = aBundle();
    const entry = {
      ...one.entry,
      entryNumber: 1,
      itemHashes: [...one.entry.itemHashes, one.checkpoint.rootHash],
    };
    const bytes = leafRule('item-json').leafBytes(entry) ?? new Uint8Array();
    const rootHash = hashFromBytes(hashLeaf(bytes));
    const leaf = { rule: 'item-json', bytes: hexOf(bytes) } as const;
    const bundle = { ...one, entry, leaf, auditPath: [], checkpoint: { logSize: 1, rootHash } };
    const { status, output } = run(shell, bundleScript(bundle));
    expect(output.match(/DO NOT MATCH/g)).toHaveLength(1);
    expect(status).toBe(1);
  });

  it('takes the hash of a redacted value for the value', () => {
    const withheld = `**REDACTED**${'ab'.repeat(32)}`;
    const { status } = run(
      shell,
      bundleScript(aBundle({ rule: 'blob-hex', data: { a: withheld, b: [withheld, 'c'] } })),
    );
    expect(status).toBe(0);
  });

  it('says so where openssl is missing', () => {
    const { status, stdout } = runScript(bundleScript(aBundle()), shell, '/nowhere');
    expect([status, stdout]).toEqual([2, 'openssl is not installed: nothing was checked\n']);
  });
});
