import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from '../../core/hash.ts';
import type { ProofStep, Verdict } from '../../core/verdict.ts';
import type { EntryCheck, ItemCheck, RecordDataCheck } from '../protocol.ts';
import type {
  AuditReport,
  MisbehaviourReport,
  ProofBundle,
  SignedCheckpoint,
  StatedVerdict,
} from './formats.ts';
import { KIND_WORDS, type Misbehaviour, type SeenHead } from './misbehaviour.ts';

/** writeEvidence returns the text of an evidence file. */
export function writeEvidence(evidence: ProofBundle | MisbehaviourReport | AuditReport): string {
  return `${JSON.stringify(evidence, null, 2)}\n`;
}

/**
 * fileName makes a safe file name from parts that may come from a server: letters, digits and
 * hyphens only, each part cut to 40 characters, no leading dot or hyphen, never empty. `extension`
 * is fixed text such as `.json`.
 */
export function fileName(parts: readonly (string | number)[], extension: string): string {
  const safe = parts
    .map((part) =>
      String(part)
        .normalize('NFKD')
        .replaceAll(/[^A-Za-z0-9]+/g, '-')
        .slice(0, 40)
        .replaceAll(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '');
  return `${safe.length === 0 ? 'evidence' : safe.join('-')}${extension}`;
}

/** inventedNote is what a saved file says first of an example register; its id alone has no colon. Empty for others. */
export function inventedNote(place: string): string {
  return place.includes(':') ? '' : 'Demonstration data, dates invented. ';
}

/** HOW_TO_CHECK and UNSIGNED end the description in a file. */
export const HOW_TO_CHECK =
  'Register Explorer opens this file at /check. Without a browser: node check-bundle.mjs FILE. That script comes with the site.';

const BUNDLE_ABOUT = `One entry of a register with its data and the proof that it is in the log with this root hash. ${HOW_TO_CHECK} proof-bundle.schema.json describes the file. Only data, entry, path and root hash are computed again: the rest is stated by the author of the file.`;

const EARLIER_ABOUT = `${BUNDLE_ABOUT} It is about an earlier size of the log, whose root hash nobody published: the path in growth connects it to growth.head, which the register published.`;

/** BundleInput is the content of a bundle: the checks themselves, so that the hashed bytes are saved. */
interface BundleInput {
  readonly register: ProofBundle['register'];
  /** At the head, or at an earlier size with the consistency proof. */
  readonly entry: EntryCheck;
  readonly data: RecordDataCheck;
  /** What witnesses signed of the published head. */
  readonly signed?: SignedCheckpoint | undefined;
  /** Milliseconds since 1970. */
  readonly madeAtMs: number;
}

/**
 * makeBundle makes a bundle of the checks of an entry and its data, with their verdicts, mismatches included.
 * It returns undefined if a check lacks bytes, a hash or a path to save.
 */
export function makeBundle({
  register,
  entry: check,
  data,
  signed,
  madeAtMs,
}: BundleInput): ProofBundle | undefined {
  const { entry, leafBytes, leafRule, computedRoot, checkpoint, head, consistency } = check;
  const { start, newSteps = [] } = consistency ?? {};
  const isEarlier = head !== undefined && head.logSize !== checkpoint.logSize;
  const isHashed = data.items.length > 0 && data.items.every(({ computed }) => computed !== undefined);
  const isBlob = register.variant === 'blob';
  if (!/^(?:holds|does-not-match)$/.test(data.verdict.outcome) || !isHashed) return undefined;
  if (leafBytes === undefined || leafRule === undefined || computedRoot === undefined) return undefined;
  if (isEarlier && (start === undefined || newSteps.length === 0)) return undefined;
  if (isBlob && data.items.length !== 1) return undefined;
  // In the order of the entry's hashes.
  const placeOf = ({ expected }: ItemCheck): number => entry.itemHashes.indexOf(expected);
  const items = data.items.toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    format: 'register-proof-bundle',
    version: isEarlier ? 2 : 1,
    about: inventedNote(register.place) + (isEarlier ? EARLIER_ABOUT : BUNDLE_ABOUT),
    madeAt: isoTime(madeAtMs),
    register,
    entry,
    ...(isBlob
      ? // fromEntries defines each name as the object's own, `__proto__` too. The hashed blob holds no null.
        { blob: Object.fromEntries([...(items[0]?.item ?? [])].map(([name, value]) => [name, value ?? ''])) }
      : { items: items.map((item) => item.hashedText) }),
    leaf: { rule: leafRule, bytes: bytesToHex(leafBytes) },
    auditPath: check.steps.map(sentHash),
    checkpoint,
    ...(isEarlier && {
      growth: { head, path: [...(start?.sent ? [start.hash] : []), ...newSteps.map(sentHash)] },
    }),
    ...(signed && { signed }),
    verdicts: { data: stated(data.verdict), entry: stated(check.verdict) },
  };
}

/** stated returns a verdict in the form of the file, without code, summary and `madeAgain`. */
function stated(verdict: Verdict): StatedVerdict {
  const {
    madeAgain: _here,
    code: _none,
    summary: _short,
    ...words
  } = {
    code: undefined,
    summary: undefined,
    ...verdict,
  };
  return words;
}

function sentHash(step: ProofStep): Hash {
  return step.side === 'left' ? step.left : step.right;
}

export const UNSIGNED =
  'A register signs nothing. Only the author of this file says that the register published this, unless somebody else saw it too. Hashes cannot show why.';

const IMPORTED = 'The old head was imported from a file: the author of this report did not see it. ';

const SIGNED_BY_WITNESSES =
  'A head with a signed note is not only the word of the author of this file: ask the witnesses whether the keys beside it are theirs. Hashes cannot show why.';

/**
 * makeReport makes a report of a misbehaviour. `madeAtMs` is milliseconds since 1970; `signed` is what
 * witnesses signed of either head.
 */
export function makeReport(
  misbehaviour: Misbehaviour,
  madeAtMs: number,
  signed: { readonly old?: SignedCheckpoint | undefined; readonly new?: SignedCheckpoint | undefined } = {},
): MisbehaviourReport {
  const { kind, base, variant, registerId, old, new: later, addresses } = misbehaviour;
  const consistency = consistencyOf(misbehaviour);
  return {
    format: 'register-misbehaviour-report',
    // Version 3 keeps readers of version 2 from taking an imported head for one that its maker saw.
    version: old.imported ? 3 : 2,
    about: `${inventedNote(registerId)}Two heads of the register at ${base} that contradict each other: ${KIND_WORDS[kind]}. ${old.imported ? IMPORTED : ''}${signed.old || signed.new ? SIGNED_BY_WITNESSES : UNSIGNED} ${HOW_TO_CHECK}`,
    madeAt: isoTime(madeAtMs),
    register: { address: base, variant, place: registerId },
    kind: KIND_WORDS[kind],
    old: { ...seenOf(old, signed.old), ...(old.imported && { imported: true }) },
    new: seenOf(later, signed.new),
    ...(consistency === undefined ? {} : { consistency }),
    addresses,
  };
}

function seenOf({ logSize, rootHash, seenAtMs }: SeenHead, signed?: SignedCheckpoint) {
  return { logSize, rootHash, seenAt: isoTime(seenAtMs), ...(signed && { signed }) };
}

/** consistencyOf returns undefined if no proof can exist: the sizes are equal, or one is 0. */
function consistencyOf({ old, new: later, path }: Misbehaviour): MisbehaviourReport['consistency'] {
  const [from = 0, to = 0] = [old.logSize, later.logSize].sort((a, b) => a - b);
  return path === undefined || from === to || from === 0 ? undefined : { from, to, path };
}

/** isoTime writes milliseconds since 1970 in UTC. Throws RangeError outside the years 0 to 9999. */
export function isoTime(ms: number): string {
  const text = new Date(ms).toISOString();
  if (text.length !== 24) throw new RangeError(`${ms} is no moment of the years 0 to 9999`);
  return text;
}
