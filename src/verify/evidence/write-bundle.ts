import {
  type BundleGrowth,
  type BundleRegister,
  BUNDLE_ABOUT,
  BUNDLE_FORMAT,
  EARLIER_ABOUT,
  type ProofBundle,
  type StatedVerdict,
} from './bundle.ts';
import type { Hash } from '../../core/hash.ts';
import type { ProofStep, Verdict } from '../../core/verdict.ts';
import type { EarlierEntryCheck, EntryCheck, ItemCheck, RecordDataCheck } from '../protocol.ts';
import { hexOf, isoTime } from './file-parts.ts';

/** BundleInput is what a bundle is made of: the checks themselves, so that what is kept is what was hashed. */
export interface BundleInput {
  readonly register: BundleRegister;
  /** At the head, or at an earlier size with the proof of growth since. */
  readonly entry: EntryCheck | EarlierEntryCheck;
  readonly data: RecordDataCheck;
  /** Milliseconds since 1970. */
  readonly madeAtMs: number;
}

/**
 * makeBundle puts the checks of an entry and its data into a bundle, with their verdicts: also of what does not match, which is what one wants to keep most. It is
 * undefined where a check was not made to its end, so that there are no bytes, no hash or no path to keep, and where data and entry are of different ages.
 */
export function makeBundle({ register, entry, data, madeAtMs }: BundleInput): ProofBundle | undefined {
  if (!isDecided(data.verdict)) return undefined;
  if (entry.leafBytes === undefined || entry.leafRule === undefined || entry.computedRoot === undefined)
    return undefined;
  const items = inOrderOf(entry.entry.itemHashes, data.items);
  const growth = growthOf(entry);
  if (growth === 'not made') return undefined;
  if (items.length === 0 || items.some((item) => item.computed === undefined)) return undefined;
  const blob = register.variant === 'blob' ? items[0]?.item : undefined;
  if (register.variant === 'blob' && items.length !== 1) return undefined;
  return {
    format: BUNDLE_FORMAT,
    version: growth === undefined ? 1 : 2,
    about: growth === undefined ? BUNDLE_ABOUT : EARLIER_ABOUT,
    madeAt: isoTime(madeAtMs),
    register,
    entry: entry.entry,
    ...(blob === undefined
      ? { items: items.map((item) => item.hashedText) }
      : // fromEntries defines each name as the object's own, `__proto__` too. The hashed blob holds no null.
        { blob: Object.fromEntries([...blob].map(([name, value]) => [name, value ?? ''])) }),
    leaf: { rule: entry.leafRule, bytes: hexOf(entry.leafBytes) },
    auditPath: entry.steps.map(sentHash),
    checkpoint: entry.checkpoint,
    ...(growth === undefined ? {} : { growth }),
    verdicts: { data: stated(data.verdict), entry: stated(entry.verdict) },
  };
}

/** writeBundle writes a bundle as the text of its file. */
export function writeBundle(bundle: ProofBundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`;
}

/** inOrderOf puts the items of a record, which come in any order, into that of the hashes that the entry names. */
function inOrderOf(hashes: readonly Hash[], items: readonly ItemCheck[]): readonly ItemCheck[] {
  return [...items].sort((a, b) => hashes.indexOf(a.expected) - hashes.indexOf(b.expected));
}

/** stated is a verdict as the file has it: how it was come by in this browser is nothing to who opens it, and codes are no part of the format. */
function stated({ madeAgain: _here, ...verdict }: Verdict): StatedVerdict {
  if (verdict.outcome === 'holds') return verdict;
  const { code: _none, ...words } = verdict;
  return words;
}

function isDecided({ outcome }: Verdict): boolean {
  return outcome === 'holds' || outcome === 'does-not-match';
}

/** growthOf is the consistency proof that a check at an earlier size rests on; undefined at the head itself. */
function growthOf(entry: EntryCheck | EarlierEntryCheck): BundleGrowth | undefined | 'not made' {
  if (!('head' in entry) || entry.head.logSize === entry.checkpoint.logSize) return undefined;
  const { start, newSteps = [] } = entry.growth ?? {};
  if (start === undefined || newSteps.length === 0) return 'not made';
  return { head: entry.head, path: [...(start.sent ? [start.hash] : []), ...newSteps.map(sentHash)] };
}

function sentHash(step: ProofStep): Hash {
  return step.side === 'left' ? step.left : step.right;
}
