import { dataHash } from '../core/data-hash.ts';
import { type Hash, hashFromBytes } from '../core/hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import { hashLeaf } from '../core/merkle.ts';
import { auditPath, consistencyPath, MerkleLog, rootAt } from '../core/merkle-log.ts';
import type { AttributeValue, Checkpoint, Entry, LeafRuleId } from '../core/model.ts';
import { checkEntry } from '../verify/check-entry.ts';
import { checkRecordData } from '../verify/check-data.ts';
import type { ProofBundle, SignedCheckpoint } from '../verify/evidence/formats.ts';
import type { Misbehaviour } from '../verify/evidence/misbehaviour.ts';
import { makeBundle } from '../verify/evidence/write-evidence.ts';
import { writeSignedNote } from '../verify/witness/signed-note.ts';
import { anEntry, anItem, leaves, logOf } from './builders.ts';
import { witnessSigner, writeCheckpointText } from './witness-signer.ts';

/** LEAF_RULE_IDS are all leaf rules. */
export const LEAF_RULE_IDS: readonly LeafRuleId[] = LEAF_RULE_NAMES.map(({ id }) => id);

/** NOON is when the evidence of tests is made. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** ODD_TEXTS are keys and values that are easily misread. */
export const ODD_TEXTS: readonly string[] = [
  '__proto__',
  `'; touch owned; '`,
  '$(touch owned) `id`',
  'line\nline\r\n\t%s%n \\ \\u00ab \u0001\u001f\u007f',
  '\u202Eright to left \u{1F30D} é e\u0301',
  '',
];

/** BundleOptions are the content of aBundle. */
interface BundleOptions {
  readonly rule?: LeafRuleId;
  readonly entryNumber?: number;
  readonly logSize?: number;
  /** The size that the log has grown to since: the bundle is then about the earlier `logSize`. */
  readonly grownTo?: number;
  readonly key?: string;
  readonly data?: Readonly<Record<string, AttributeValue>>;
  /** Changes the entry after its leaf went into the log. */
  readonly shown?: Partial<Entry>;
}

/** aBundle makes a bundle of one entry of a log with arbitrary other leaves. */
export function aBundle({
  rule = 'item-json',
  entryNumber = 6,
  logSize = 11,
  grownTo = logSize,
  key = 'GB',
  data = { name: 'United Kingdom', 'citizen-names': ['Briton', 'British citizen'] },
  shown = {},
}: BundleOptions = {}): ProofBundle {
  const variant = rule.startsWith('item') ? 'item' : 'blob';
  const item = anItem(data);
  const entry = anEntry(entryNumber, { key, itemHashes: [dataHash(variant, item)] });
  const leafHash = hashFromBytes(hashLeaf(leafRule(rule).leafBytes(entry) ?? new Uint8Array()));
  const log = logOf(leaves(grownTo).map((other, index) => (index === entryNumber - 1 ? leafHash : other)));
  const sent = { ...entry, ...shown };
  const statement = {
    variant,
    entry: sent,
    auditPath: auditPath(log, entryNumber, logSize),
    leafRule: rule,
  } as const;
  const bundle = makeBundle({
    register: {
      title: 'Country',
      address: 'https://country.example/v2',
      variant,
      place: 'https://country.example/v2',
    },
    entry: checkEntry({
      ...statement,
      checkpoint: { logSize: grownTo, rootHash: rootAt(log, grownTo) },
      ...(grownTo > logSize && { earlier: { logSize, path: consistencyPath(log, logSize, grownTo) } }),
    }),
    data: checkRecordData({ variant, items: [item], entry: sent }),
    madeAtMs: NOON,
  });
  if (bundle === undefined) throw new Error('no bundle');
  return bundle;
}

/** headsOf makes two heads of one growing log, with the consistency proof from the smaller to the larger. */
export function headsOf(
  from: number,
  to: number,
): { old: { logSize: number; rootHash: Hash }; new: { logSize: number; rootHash: Hash }; path: Hash[] } {
  const log: MerkleLog = logOf(leaves(to));
  return {
    old: { logSize: from, rootHash: rootAt(log, from) },
    new: { logSize: to, rootHash: rootAt(log, to) },
    path: consistencyPath(log, from, to),
  };
}

/**
 * aMisbehaviour makes a register whose new log, with a proof that leads nowhere, does not begin with the old
 * one; the given members replace its own.
 */
export function aMisbehaviour(given: Partial<Misbehaviour> = {}): Misbehaviour {
  const heads = headsOf(7, 11);
  const other = rootAt(logOf(leaves(12).slice(1)), 11);
  return {
    kind: 'not-a-continuation',
    base: 'https://country.example/v2',
    variant: 'item',
    registerId: 'https://country.example/v2',
    old: { ...heads.old, seenAtMs: NOON - 86_400_000 },
    new: { logSize: 11, rootHash: other, seenAtMs: NOON },
    path: heads.path,
    addresses: {
      head: 'https://country.example/v2/proof/register/merkle:sha-256',
      consistency: 'https://country.example/v2/proof/consistency/7/11/merkle:sha-256',
    },
    ...given,
  };
}

/** signedBy makes a note of a head with the cosignatures of witnesses of these names, and their keys. */
export function signedBy(
  names: readonly string[],
  head: Checkpoint,
  origin = 'country.example/v2#items',
): SignedCheckpoint {
  const text = writeCheckpointText(origin, head);
  const witnesses = names.map((name) => witnessSigner(name));
  const signatures = witnesses.map(({ sign }) => sign(text, NOON));
  return { note: writeSignedNote({ text, signatures }), keys: witnesses.map(({ vkey }) => vkey) };
}
