import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { parseHash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion, inclusionPathLength } from '../../core/inclusion.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { EntryCheck } from '../protocol.ts';
import type { TlogProof } from './tlog-proof.ts';
import { type FileOutcome, outcomeOf } from './check-evidence.ts';

/** CheckedTlogProof is what a tlog-proof shows, computed from nothing but its text. */
export interface CheckedTlogProof {
  /** Whether the leaf bytes in the text lead to its root. Without them nothing does: then only the number of hashes can be wrong. */
  readonly climb: Verdict;
  /** Whether the leaf bytes are an entry of that number. The bytes of a blob's leaf are a hash, out of which no entry can be read. */
  readonly leaf: Verdict;
  /** The entry read back out of the leaf bytes, with the climb from it, where there is one. Show this one. */
  readonly entry?: EntryCheck;
  /** Whether the data is what the entry names: a tlog-proof holds none. */
  readonly data: Verdict;
  /** Whether a key of the register signed the root: this API has none. */
  readonly signature: Verdict;
  /** What the climb, and the leaf where an entry can be read out of it, come to. */
  readonly outcome: FileOutcome;
}

type Found = Pick<CheckedTlogProof, 'climb' | 'leaf' | 'entry'>;

const NO_DATA: Verdict = {
  outcome: 'not-checked',
  code: 'not-in-file',
  reason:
    'A tlog-proof holds no data: what the entry says is not in it. The proof bundle (JSON) of the same entry holds the data as well.',
};

/** checkTlogProof makes every check that the text allows, with no network. Never throws for bad data. */
export function checkTlogProof(proof: TlogProof): CheckedTlogProof {
  const found = proof.leaf ? withLeaf(proof, proof.leaf) : withoutLeaf(proof);
  const { climb, leaf } = found;
  return {
    ...found,
    outcome: outcomeOf(leaf.outcome === 'cannot-check' ? [climb] : [climb, leaf]),
    data: NO_DATA,
    signature: signatureOf(proof),
  };
}

function withoutLeaf({ entryNumber, auditPath, checkpoint: { logSize }, foreignExtra }: TlogProof): Found {
  const due = inclusionPathLength(entryNumber, logSize);
  const reason = `the text does not hold the bytes of the entry${foreignExtra ? ' in a form that this page knows' : ''}`;
  const leaf: Verdict = { outcome: 'cannot-check', code: 'not-in-file', reason };
  if (auditPath.length !== due)
    return {
      climb: {
        outcome: 'does-not-match',
        code: 'path-length',
        reason: `the proof has ${auditPath.length} hashes; for entry ${entryNumber} in a log of ${logSize} it has exactly ${due}`,
      },
      leaf,
    };
  return {
    climb: {
      outcome: 'cannot-check',
      code: 'not-in-file',
      reason: `${reason}, so that there is nothing to begin the path with`,
    },
    leaf,
  };
}

function withLeaf(
  { entryNumber, auditPath, checkpoint }: TlogProof,
  { rule, bytes }: NonNullable<TlogProof['leaf']>,
): Found {
  const start = performance.now();
  const leafBytes = hexToBytes(bytes);
  const leafHash = hashFromBytes(hashLeaf(leafBytes));
  const { logSize, rootHash } = checkpoint;
  const climbed = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash });
  const computedInMs = performance.now() - start;
  const { id, title: leafRuleTitle, variant } = leafRule(rule);
  if (variant === 'blob')
    return {
      climb: climbed.verdict,
      leaf: { outcome: 'cannot-check', code: 'not-in-file', reason: ONLY_A_HASH },
    };
  const entry = entryIn(leafBytes, rule);
  if (entry === undefined)
    return {
      climb: climbed.verdict,
      leaf: {
        outcome: 'does-not-match',
        code: 'file-inconsistent',
        reason: 'the leaf bytes are not an entry as the leaf rule in the text writes it',
      },
    };
  const leaf: Verdict =
    entry.entryNumber === entryNumber
      ? { outcome: 'holds' }
      : {
          outcome: 'does-not-match',
          code: 'file-inconsistent',
          reason: `the leaf bytes are those of entry ${entry.entryNumber}, and the proof is for the place of entry ${entryNumber}`,
        };
  return {
    climb: climbed.verdict,
    leaf,
    entry: {
      ...climbed,
      entry,
      checkpoint,
      leafRule: id,
      leafRuleTitle,
      triedRules: [id],
      leafBytes,
      leafHash,
      computedInMs,
    },
  };
}

const ONLY_A_HASH =
  'the leaf of a register with blobs is a hash over number, key, timestamp and data, out of which none of them can be read: which entry it is, only the proof bundle shows';

/** entryIn reads an entry out of leaf bytes of the item rules; undefined where the rule would not write just these bytes for it. */
function entryIn(leafBytes: Uint8Array, rule: NonNullable<TlogProof['leaf']>['rule']): Entry | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(leafBytes);
    const fields = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const named = fields['item-hash'];
    const hashes = (Array.isArray(named) ? named : [named]).map((hash) => parseHash(String(hash), 'item'));
    const entryNumber = Number(fields['entry-number']);
    const entry: Entry = {
      entryNumber,
      indexEntryNumber: Number(fields['index-entry-number'] ?? entryNumber),
      timestamp: String(fields['entry-timestamp']),
      key: String(fields['key']),
      itemHashes: hashes.filter((hash) => hash !== undefined),
    };
    const again = leafRule(rule).leafBytes(entry);
    return again && bytesToHex(again) === bytesToHex(leafBytes) ? entry : undefined;
  } catch {
    return undefined;
  }
}

function signatureOf({ signatures }: TlogProof): Verdict {
  const reason =
    signatures === 0
      ? 'The checkpoint in the text is unsigned: the register signs nothing, so that its root is the word of whoever made the text.'
      : `The checkpoint has ${signatures === 1 ? 'a signature' : `${signatures} signatures`}. This page has no key to check ${signatures === 1 ? 'it' : 'them'} with: the API describes none.`;
  return { outcome: 'not-checked', code: signatures === 0 ? 'unsigned' : 'no-key', reason };
}
