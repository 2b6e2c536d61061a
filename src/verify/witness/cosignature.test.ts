import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Hash } from '../../core/hash.ts';
import { leaves } from '../../testing/builders.ts';
import { witnessSigner, writeCheckpointText } from '../../testing/witness-signer.ts';
import { verifyNote } from './cosignature.ts';
import { isStrictPoint, verifyEd25519 } from './ed25519.ts';
import {
  keyIdOf,
  type KeyType,
  NoteError,
  read,
  readCheckpointText,
  readSignedNote,
  readVerifierKey,
  type SignedNote,
  type VerifierKey,
  writeSignedNote,
  writeVerifierKey,
} from './signed-note.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const NOW_S = BigInt(NOW_MS / 1000);

// https://c2sp.org/signed-note, "Verifier keys"; golang.org/x/mod/sumdb/note, examples.
const PUBLISHED = [
  [
    'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
  ],
  [
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
  ],
] as const;

// https://c2sp.org/tlog-cosignature, the example of the specification, which gives no public key for it.
const SPECIFICATION = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

const NAME = 'witness.example/w1';
const [ROOT, OTHER_ROOT] = leaves(2) as [Hash, Hash];
const HEAD = { logSize: 295, rootHash: ROOT };
const TEXT = writeCheckpointText('country.example/v2#items', HEAD);

const WITNESS = witnessSigner(NAME);
const ED25519 = WITNESS.key;
const PUBLIC = ED25519.publicKey;

function keyOf(type: KeyType, publicKey: Uint8Array, name = NAME): VerifierKey {
  return { name, id: keyIdOf(name, type, publicKey), type, publicKey };
}

/** lineOf writes a key of any type as its line. */
function lineOf(type: number, publicKey: Uint8Array): string {
  const typed = Buffer.from([type, ...publicKey]);
  const id = createHash('sha256').update(`${NAME}\n`).update(typed).digest('hex').slice(0, 8);
  return `${NAME}+${id}+${typed.toString('base64')}`;
}

const byEd25519 = (text: string, at = NOW_S): Uint8Array => WITNESS.sign(text, Number(at) * 1000).bytes;

function signedBy(key: VerifierKey, bytes: Uint8Array, text = TEXT): SignedNote {
  return { text, signatures: [{ keyName: key.name, keyId: key.id, bytes }] };
}

/**
 * verify reads a note back from its text and returns its outcome: the code unless it
 * holds, else the time stated.
 */
async function verify(note: SignedNote, key: VerifierKey): Promise<string | number> {
  const { verdict, signedAtMs } = await verifyNote(readSignedNote(writeSignedNote(note)), key, NOW_MS);
  if (verdict.outcome === 'holds') return signedAtMs ?? 'without a time';
  expect(verdict.outcome).toBe('cannot-check');
  return 'code' in verdict ? verdict.code : '';
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('a signed note', () => {
  it.each(PUBLISHED)('of the published key %s is verified', async (vkey, text) => {
    const key = readVerifierKey(vkey);
    const note = readSignedNote(text);
    expect(writeVerifierKey(key)).toBe(vkey);
    expect(writeSignedNote(note)).toBe(text);
    expect(await verify(note, key)).toBe('without a time');
    expect(await verify({ ...note, text: note.text.replace('is', 'was') }, key)).toBe('signature-invalid');
  });

  it("is read as the specification's example has it", async () => {
    const note = readSignedNote(SPECIFICATION);
    expect(readCheckpointText(note.text)).toEqual({
      origin: 'example.com/behind-the-sofa',
      checkpoint: {
        logSize: 20_852_163,
        rootHash: '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62',
      },
    });
    expect(note.signatures.map(({ keyName, keyId }) => [keyName, keyId])).toEqual([
      ['example.com/behind-the-sofa', '033de0ae'],
      ['witness.example.com/w1', '8d66cf3f'],
    ]);
    expect(Buffer.from(note.signatures[1]?.bytes ?? []).readBigUInt64BE()).toBe(1_679_315_147n);
    expect(writeSignedNote(note)).toBe(SPECIFICATION);
    expect(readSignedNote(`before\n\n${SPECIFICATION}`).text).toBe(`before\n\n${note.text}`);
    expect(await verify(note, ED25519)).toBe('not-signed');
  });

  // Further ones, with the published checker: evidence/check-bundle.test.ts.
  it.each([
    ['an empty line only', '\n\n'],
    ['two spaces', SPECIFICATION.replace('w1 jWb', 'w1  jWb'), 6],
    ['a plus sign in the name', SPECIFICATION.replace('w1 jWb', 'w+1 jWb'), 6],
    ['base64 with a bit that no byte has', SPECIFICATION.replace('nA==', 'nB=='), 6],
    ['base64 for URLs', SPECIFICATION.replace('+mbI', '-mbI'), 6],
    ['a key ID and no signature', `${TEXT}\n\u2014 a AAAAAA==\n`, 5],
    ['a text beyond all limits', `${'a'.repeat(1_000_000)}\n${SPECIFICATION}`],
  ])('with %s is refused, and it is said where', (_, text, line = 0) => {
    const result = read(() => readSignedNote(text));
    expect(result).toBeInstanceOf(NoteError);
    if (line) expect(result).toMatchObject({ message: expect.stringMatching(`^line ${line} is `) });
  });

  it.each([
    ['no root', 'a\n1\n'],
    ['a size beyond 2^53-1', writeCheckpointText('a', HEAD).replace('295', '9007199254740992')],
    ['no origin', writeCheckpointText('', HEAD)],
    ['an empty line', `${TEXT}\nmore\n`],
  ])('is no checkpoint with %s', (_, text) => {
    expect(read(() => readCheckpointText(text))).toBeInstanceOf(NoteError);
  });
});

describe('a key', () => {
  it.each([ED25519, keyOf('ed25519', PUBLIC)])('$type is written and read', (key) => {
    expect(readVerifierKey(writeVerifierKey(key))).toEqual(key);
  });

  const line = writeVerifierKey(ED25519);
  it.each([
    ['another name', line.replace('w1', 'w2')],
    ['an ID in capitals', line.replace(ED25519.id, ED25519.id.toUpperCase().replace(/^\d+$/, 'AB'))],
    ['a byte less', writeVerifierKey(keyOf('ed25519', PUBLIC.subarray(1)))],
    ['an unknown type', lineOf(2, PUBLIC)],
    ['a type that is not read', lineOf(6, new Uint8Array(1312).fill(7))],
    ['no name', writeVerifierKey(keyOf('ed25519', PUBLIC, ''))],
    ['a space in the name', writeVerifierKey(keyOf('ed25519', PUBLIC, 'a b'))],
  ])('with %s is refused', (_, text) => {
    expect(read(() => readVerifierKey(text))).toBeInstanceOf(NoteError);
  });
});

describe('a cosignature', () => {
  const key = ED25519;
  const make = byEd25519;
  const bytes = make(TEXT);
  const LONG = writeCheckpointText('a'.repeat(256), HEAD);

  it('is verified, with its time', async () => {
    expect(await verify(signedBy(key, bytes), key)).toBe(NOW_MS);
  });

  it.each([
    ['another size', bytes, TEXT.replace('295', '296')],
    ['another origin', bytes, TEXT.replace('country', 'county')],
    [
      'another root',
      bytes,
      writeCheckpointText('country.example/v2#items', { ...HEAD, rootHash: OTHER_ROOT }),
    ],
    ['a bit changed in its time', flipped(bytes, 7), TEXT],
    ['a bit changed in its last byte', flipped(bytes, bytes.length - 1), TEXT],
    ['its last byte cut off', bytes.subarray(0, -1), TEXT],
    ['an origin of more bytes than can be told', make(LONG), LONG],
    ['the year 300,000', make(TEXT, 9_400_000_000_000n), TEXT],
    ['a text that is no checkpoint', bytes, 'hello\n'],
  ])('is invalid with %s', async (_name, given, text) => {
    expect(await verify(signedBy(key, given, text), key)).toBe('signature-invalid');
  });

  it('with a time of 0 states no time', async () => {
    expect(await verify(signedBy(key, make(TEXT, 0n)), key)).toBe('without a time');
  });

  it('of a time to come is none', async () => {
    const later = make(TEXT, NOW_S + 3600n);
    expect(await verify(signedBy(key, later), key)).toBe('signature-invalid');
    const skewed = make(TEXT, NOW_S + 60n);
    expect(await verify(signedBy(key, skewed), key)).toBe(NOW_MS + 60_000);
  });

  it('counts once where it is repeated, with its latest time, and not at all beside an invalid one', async () => {
    const { signatures } = signedBy(key, bytes);
    const [own] = signatures;
    if (own === undefined) throw new Error('no signature');
    const twice = { text: TEXT, signatures: [own, own] };
    expect(await verify(twice, key)).toBe(NOW_MS);
    const again = { text: TEXT, signatures: [own, { ...own, bytes: make(TEXT, NOW_S - 60n) }] };
    expect(await verify(again, key)).toBe(NOW_MS);
    const corrupted = { text: TEXT, signatures: [own, { ...own, bytes: flipped(bytes, 30) }] };
    expect(await verify(corrupted, key)).toBe('signature-invalid');
  });

  it('of another name or key ID is ignored', async () => {
    const note = signedBy(key, bytes);
    const other = keyOf(key.type, key.publicKey, 'other.example');
    expect(await verify(note, other)).toBe('not-signed');
    for (const renamed of [{ keyId: '00000000' }, { keyName: 'other.example' }]) {
      const signatures = note.signatures.map((one) => ({ ...one, ...renamed }));
      expect(await verify({ ...note, signatures }, key)).toBe('not-signed');
    }
  });
});

describe('a signature that this browser cannot check', () => {
  const verdictOf = async (bytes = byEd25519(TEXT)) =>
    (await verifyNote(signedBy(ED25519, bytes), ED25519, NOW_MS)).verdict;
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each<[string, () => void, RegExp]>([
    [
      'without Ed25519',
      () =>
        vi
          .spyOn(crypto.subtle, 'importKey')
          .mockRejectedValue(new DOMException('Unrecognized name.', 'NotSupportedError')),
      /this browser cannot check Ed25519/,
    ],
    ['in a page over http', () => vi.stubGlobal('crypto', {}), /was not loaded over https/],
    [
      'that fails',
      () => vi.spyOn(crypto.subtle, 'verify').mockRejectedValue(new DOMException('', 'OperationError')),
      /failed to check/,
    ],
  ])('%s is not called invalid', async (_, break_, reason) => {
    break_();
    const expected = {
      outcome: 'cannot-check',
      code: 'signatures-unsupported',
      reason: expect.stringMatching(reason),
    };
    expect(await verdictOf()).toEqual(expected);
    expect(await verdictOf(flipped(byEd25519(TEXT), 30))).toEqual(expected);
  });

  it('is invalid if its key is no point of the curve, whatever a browser says of it', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'DataError'));
    expect(await verdictOf()).toMatchObject({ code: 'signature-invalid' });
  });
});

// https://eprint.iacr.org/2020/1244, table 1, and the fields' other encodings: implementations differ on these.
const Y_OF_ORDER_8 = [
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];
const ONES = 'f'.repeat(60);
const WEAK = [
  '0'.repeat(64),
  `01${'0'.repeat(62)}`,
  ...Y_OF_ORDER_8,
  `ec${ONES}7f`,
  // p, p + 1 and the highest number of 255 bits.
  `ed${ONES}7f`,
  `ee${ONES}7f`,
  `ff${ONES}7f`,
].flatMap((hex) => {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
  const negative = Uint8Array.from(bytes);
  negative[31] = (negative[31] ?? 0) | 0x80;
  return [bytes, negative];
});

describe.each(WEAK.map((point) => [Buffer.from(point).toString('hex'), point] as const))('%s', (_, point) => {
  it('is no key: anybody could sign with it', () => {
    expect(read(() => readVerifierKey(lineOf(4, point)))).toBeInstanceOf(NoteError);
    expect(read(() => readVerifierKey(lineOf(1, point)))).toBeInstanceOf(NoteError);
  });

  it('verifies nothing, as a key or in a signature', async () => {
    const forged = Uint8Array.from([...point, ...new Uint8Array(32)]);
    const identity = Uint8Array.from([1, ...new Uint8Array(63)]);
    for (let text = 0; text < 8; text += 1) {
      const message = Uint8Array.of(text);
      expect(await verifyEd25519(point, identity, message)).toBe(false);
      expect(await verifyEd25519(point, forged, message)).toBe(false);
      expect(await verifyEd25519(PUBLIC, forged, message)).toBe(false);
    }
  });
});

it('the highest y below 2^255-19 is none of them', () => {
  const bytes = Uint8Array.from(Buffer.from(`eb${ONES}7f`, 'hex'));
  expect(isStrictPoint(bytes)).toBe(true);
});
