import { useSyncExternalStore } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import {
  cannotCheck,
  type EntryRange,
  type Outcome,
  type ProofStep,
  type Verdict,
} from '../../core/verdict.ts';
import { createStore } from '../../core/store.ts';
import { countOf, formatNumber } from '../format.ts';

/** InclusionCheck is the part of the verifier's check of an entry that the pictures need. */
export interface InclusionCheck {
  readonly verdict: Verdict;
  readonly entry: Pick<Entry, 'entryNumber' | 'key' | 'itemHashes'>;
  readonly checkpoint: Checkpoint;
  readonly leafHash?: Hash | undefined;
  /** The bytes under the leaf hash. */
  readonly leafBytes?: Uint8Array | undefined;
  readonly steps: readonly ProofStep[];
  readonly computedRoot?: Hash | undefined;
  readonly computedInMs: number;
  /** The published head, and the proof that the root of an earlier size begins its log. */
  readonly head?: Checkpoint;
  readonly consistency?: { readonly verdict: Verdict };
}

/** DataCheck is the check of the data that an entry names. */
export interface DataCheck {
  readonly verdict: Verdict;
  readonly items: readonly {
    readonly item: Item;
    readonly expected: Hash;
    readonly computed?: Hash;
    readonly hashedText: string;
  }[];
}

/** PathOptions are further parts to draw, and the names of the root and the hashes of the proof. */
export interface PathOptions {
  readonly sentName: string;
  /** The name of what is not a hash of the proof. */
  readonly givenName: string;
  readonly rootName: string;
  /** What a check that holds shows about the root, if not that it equals the published one. */
  readonly rootHolds?: string | undefined;
  readonly data?: PathData | undefined;
  readonly above?: RootAbove | undefined;
}

/**
 * RootAbove is a root that contradicts the drawn one: the remembered root, or the published one if the log of
 * an earlier size is not its beginning.
 */
interface RootAbove extends Checkpoint {
  readonly isRemembered: boolean;
}

/** PathData is the start of a path: the data shown, its hash and the one that the entry names. */
interface PathData {
  readonly text: string;
  /** The data as text, as it is hashed if that is one text. */
  readonly whole?: string | undefined;
  /** The hashed text; undefined for a blob, which is not hashed as one text. */
  readonly hashed?: string | undefined;
  /** undefined if the data could not be hashed. */
  readonly computed: Hash | undefined;
  /** undefined if the entry records no hash for it. */
  readonly recorded: Hash | undefined;
  /** Whether the entry records another number of hashes than there are items. */
  readonly isOtherNumber?: boolean;
  /** Whether the reader changed it, with the entry that records it. */
  readonly isCopy?: boolean;
}

/** Finding is the result of a drawn proof, as a sentence; its outcome is also its colour. */
export interface Finding {
  readonly outcome: Outcome;
  readonly caption: string;
}

/** rangeText names the entries of a range: `entry 205`, `entries 1–128`. */
export function rangeText({ first, last }: EntryRange): string {
  return first === last
    ? `entry ${formatNumber(first)}`
    : `entries ${formatNumber(first)}–${formatNumber(last)}`;
}

/** leafHashOf returns the hash the path starts with; undefined if nothing was hashed. */
export function leafHashOf({
  leafHash,
  steps: [first],
}: Pick<InclusionCheck, 'leafHash' | 'steps'>): Hash | undefined {
  return leafHash ?? (first && (first.side === 'left' ? first.right : first.left));
}

/** computedRootOf returns the root that the steps give, or undefined. */
export function computedRootOf({ steps, computedRoot }: InclusionCheck): Hash | undefined {
  return computedRoot ?? steps.at(-1)?.result;
}

/**
 * leafText writes leaf bytes: readable text, such as the JSON of an entry, as it is,
 * others as hexadecimal digits.
 */
export function leafText(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  const isText = text.startsWith('{') && !text.includes('\uFFFD');
  return isText ? text : Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** reasonOf returns the reason of a verdict as the end of a sentence; empty if the hashes say it. */
export function reasonOf(verdict: Verdict): string {
  return 'reason' in verdict ? `: ${verdict.reason.trim().replace(/[.\s]+$/, '')}` : '';
}

/** rootFinding says how the computed root compares with the given one. */
export function rootFinding(check: InclusionCheck, { rootName, rootHolds, above }: PathOptions): Finding {
  const { verdict, checkpoint } = check;
  const reason = reasonOf(verdict);
  const holds = `The root computed here ${rootHolds ?? `equals the ${rootName}`}`;
  const caption = {
    holds,
    'does-not-match': reason
      ? `This proof does not give the ${rootName}${reason}`
      : `The root computed here does not match the ${rootName}`,
    'cannot-check':
      'code' in verdict && verdict.code === 'unknown-leaf-rule'
        ? `None of the proofs tried gives the ${rootName}`
        : `This proof cannot be checked${reason}`,
    'not-checked': `This proof was not checked${reason}`,
  };
  // A root contradicted only from above is not at fault.
  const isSame = above !== undefined && computedRootOf(check) === checkpoint.rootHash;
  const { outcome } = verdict;
  return { outcome, caption: outcome === 'cannot-check' && isSame ? holds : caption[outcome] };
}

/**
 * dataFinding compares data with the hashes that its entry records; a path without data has no difference.
 */
export function dataFinding(data: PathData | undefined, entryNumber: number): Finding {
  const entry = `${data?.isCopy ? 'your copy of ' : ''}entry ${formatNumber(entryNumber)} records`;
  if (data?.isOtherNumber)
    return { outcome: 'does-not-match', caption: `The number of items is not the one that ${entry}` };
  if (data !== undefined && data.computed === undefined) {
    const caption = `The data could not be hashed, so it was not compared with the hash that ${entry}`;
    return { outcome: 'cannot-check', caption };
  }
  return data?.computed === data?.recorded
    ? { outcome: 'holds', caption: `The hash of the data is the one that ${entry}` }
    : { outcome: 'does-not-match', caption: `The hash of the data is not the one that ${entry}` };
}

/** aboveFinding says how a root above contradicts. */
export function aboveFinding({ isRemembered }: RootAbove, rootName: string): Finding {
  const what = isRemembered
    ? 'contradicts the one this browser remembers'
    : 'is not proved to continue this one';
  return { outcome: 'does-not-match', caption: `The ${rootName} ${what}` };
}

/** findingOf returns the result of the whole path: any break is red, and green needs matching data. */
export function findingOf(check: InclusionCheck, options: PathOptions): Finding {
  const { data, above, rootName } = options;
  const ofData = dataFinding(data, check.entry.entryNumber);
  const ofRoot = rootFinding(check, options);
  if (ofData.outcome === 'does-not-match') return ofData;
  if (above !== undefined && ofRoot.outcome !== 'does-not-match') return aboveFinding(above, rootName);
  return ofRoot.outcome === 'holds' && ofData.outcome !== 'holds' ? ofData : ofRoot;
}

/**
 * pathData returns the start of the path: of several items the one that does not match, or could not be
 * hashed, or the first. Hashed data that could not be judged, as an answer of another age, has no finding.
 */
export function pathData(data: DataCheck | undefined): PathData | undefined {
  if (data === undefined) return undefined;
  const { items, verdict } = data;
  if (verdict.outcome === 'does-not-match' && verdict.code === 'item-count')
    return {
      text: `${countOf(items.length, 'item')} shown on this page`,
      computed: undefined,
      recorded: undefined,
      isOtherNumber: true,
    };
  const isJudged = verdict.outcome === 'holds' || verdict.outcome === 'does-not-match';
  const unhashed = items.find(({ computed }) => computed === undefined);
  const differing = items.find(({ computed, expected }) => computed !== undefined && computed !== expected);
  const shown = isJudged ? (differing ?? unhashed ?? items[0]) : unhashed;
  if (shown === undefined) return undefined;
  const which = items.length === 1 ? 'Data' : `Item ${items.indexOf(shown) + 1} of ${items.length}`;
  return {
    text: `${which} shown`,
    hashed: shown.hashedText || undefined,
    whole: shown.hashedText || JSON.stringify(Object.fromEntries(shown.item)),
    computed: shown.computed,
    recorded: shown.expected,
  };
}

/**
 * checkAtEarlierSize returns a check for the picture, and the name of a root that holds. At an earlier size
 * there is no published root to compare with the computed one: if its consistency is unknown, the picture
 * leaves the root in doubt, and breaks above it if that does not hold.
 */
export function checkAtEarlierSize(check: InclusionCheck): Pick<PathOptions, 'rootHolds' | 'above'> & {
  readonly check: InclusionCheck;
} {
  const { head, consistency, verdict } = check;
  const { logSize } = check.checkpoint;
  if (head === undefined || logSize >= head.logSize) return { check };
  const rootHolds = `is the root at size ${formatNumber(logSize)}`;
  if (verdict.outcome === 'holds' || consistency === undefined) return { check, rootHolds };
  const inDoubt = cannotCheck('root-not-shown', 'the root it gives is not proved to begin the log now');
  const isBroken = consistency.verdict.outcome === 'does-not-match';
  return {
    rootHolds,
    above: isBroken ? { ...head, isRemembered: false } : undefined,
    check: { ...check, verdict: inDoubt },
  };
}

/** Contradiction is a published head and the remembered one that it contradicts. */
interface Contradiction {
  readonly published: Checkpoint;
  readonly remembered: Checkpoint;
}

const known = createStore<Contradiction | undefined>(undefined);

/**
 * showContradiction makes every drawn proof of the published root also show the remembered one, until
 * the returned function is called. The code of alarms is loaded after that of the pictures, so that
 * neither includes the other.
 */
export function showContradiction(contradiction: Contradiction): () => void {
  known.set(contradiction);
  return () => {
    if (known.get() === contradiction) known.set(undefined);
  };
}

/** useRememberedAbove returns the remembered root that a published one contradicts; undefined if none. */
export function useRememberedAbove(published: Hash): RootAbove | undefined {
  const found = useSyncExternalStore(known.subscribe, known.get, known.get);
  return found?.published.rootHash === published ? { ...found.remembered, isRemembered: true } : undefined;
}
