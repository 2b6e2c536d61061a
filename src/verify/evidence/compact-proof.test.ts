import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBundle, LEAF_RULE_IDS, ODD_TEXTS, signedBy } from '../../testing/evidence-builders.ts';
import { crc32 } from '../remembered-root.ts';
import { checkBundle } from './check-evidence.ts';
import { writeCompactProof } from './compact-proof.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';

function reopened(text: string): ProofBundle {
  const opened = decodeEvidence(text);
  if (opened.kind !== 'bundle') throw new Error(JSON.stringify(opened));
  return opened.file;
}

const sum = (text: string): Buffer => Buffer.from(text.slice('proof='.length), 'base64url');
const compact = (bytes: Uint8Array): string => `proof=${Buffer.from(bytes).toString('base64url')}`;

describe('a compact proof', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...ODD_TEXTS));
  const value = fc.oneof(text, fc.array(text, { maxLength: 3 }));

  it('comes back as the bundle that was written, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEAF_RULE_IDS),
        fc.dictionary(text, value, { minKeys: 1 }),
        text,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.boolean(),
        (rule, data, key, entryNumber, later, growth, isSigned) => {
          const logSize = entryNumber + later;
          const made = aBundle({
            rule,
            data: { name: 'x', ...data },
            key,
            entryNumber,
            logSize,
            grownTo: logSize + growth,
          });
          const head = made.growth?.head ?? made.checkpoint;
          const { about: _, ...bundle } = isSigned
            ? { ...made, signed: signedBy(['ada', 'ben'], head) }
            : made;
          const back = reopened(writeCompactProof(bundle));
          expect(back).toEqual(bundle);
          expect(checkBundle(back).outcome).toBe('not-checked');
        },
      ),
      { numRuns: 60 },
    );
  });

  const good = writeCompactProof({ ...aBundle(), signed: signedBy(['ada'], aBundle().checkpoint) });
  const bytes = sum(good);

  it('is refused with any byte changed, left out or added, and with any end cut off', () => {
    expect(decodeEvidence(good).kind).toBe('bundle');
    for (let at = 0; at < bytes.length; at += 1) {
      const flipped = Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 0x10 : byte));
      const shorter = bytes.filter((_, index) => index !== at);
      const longer = Buffer.concat([bytes.subarray(0, at), Buffer.of(7), bytes.subarray(at)]);
      for (const spoilt of [flipped, shorter, longer, bytes.subarray(0, at)])
        expect([at, decodeEvidence(compact(spoilt)).kind]).toEqual([at, 'unreadable']);
    }
  });

  it.each([
    ['nothing', 'proof=', /byte 1/],
    ['another alphabet', good.replace(/[-_]|$/, '+'), /base64url/],
    ['padding', `${good}=`, /base64url/],
    ['a later form', compact(Buffer.of(2, ...bytes.subarray(1))), /newer Register Explorer/],
    [
      'a changed byte',
      compact(Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)])),
      /changed on its way/,
    ],
  ])('of %s is refused with what is wrong and what to do', (_, spoilt, words) => {
    const opened = decodeEvidence(spoilt);
    if (opened.kind !== 'unreadable') throw new Error(opened.kind);
    expect(JSON.stringify(opened.problems)).toMatch(words);
    expect(opened.remedy).toMatch(/again/);
  });

  it('is never thrown at, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(bytes.length - 5), (random, at) => {
        const body = Buffer.concat([bytes.subarray(0, at), random]);
        const sum4 = Buffer.alloc(4);
        sum4.writeUInt32BE(crc32(body));
        expect(decodeEvidence(compact(random)).kind).toBe('unreadable');
        expect(decodeEvidence(compact(Buffer.concat([body, sum4]))).kind).toMatch(/unreadable|bundle/);
      }),
    );
  });
});
