import { type Guard, fieldsOf, isWhole, listOf, object, oneOf, optional } from '../core/guards.ts';
import { type Hash, isHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { Variant, LeafRuleId } from '../core/model.ts';
import { canonicalBase } from './spellings.ts';
import { isKind, KIND_WORDS, type Misbehaviour, type SeenHead } from '../verify/evidence/misbehaviour.ts';

/**
 * Alarm is a misbehaviour this browser saw; every page of its register shows it until
 * the reader dismisses it.
 */
export interface Alarm {
  readonly misbehaviour: Misbehaviour;
  readonly read: boolean;
}

/**
 * RememberedRoot is what this browser remembers of one register between visits. Its root is set only after
 * every check of a visit held, or by the reader.
 */
export interface RememberedRoot {
  /** The name it is stored under; in most cases the first segment of its addresses. */
  readonly registerId: string;
  /** The base address it was read from. */
  readonly base: string;
  readonly variant: Variant;
  /** At least 1: the root of an empty log says nothing. */
  readonly logSize: number;
  readonly rootHash: Hash;
  readonly leafRule: LeafRuleId;
  /**
   * When the first root of this register was remembered, and when this one last held;
   * milliseconds since 1970.
   */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** When the newest page that confirmed it was opened; absent for an imported root. See earlierHead. */
  readonly openedAtMs?: number;
  /** When it was imported from a file; absent for a root that this browser saw itself. */
  readonly importedAtMs?: number;
  /** The root remembered when this visit began; absent in the first one. See earlierHead. */
  readonly before?: SeenHead;
  /** Grows by one with each write, so that a writer notices a write by another tab. */
  readonly revision: number;
  readonly alarms: readonly Alarm[];
  /** Roots that the reader replaced, oldest first. */
  readonly givenUp: readonly SeenHead[];
}

/**
 * RecallResult is the result of reading a remembered root. An unreadable one is neither a first
 * visit nor a misbehaviour.
 */
export type RecallResult =
  | { readonly kind: 'first-visit'; readonly sameHost?: readonly string[] }
  | {
      readonly kind: 'remembered';
      readonly root: RememberedRoot;
      /** Roots stored under other spellings of the address, which were not compared yet. */
      readonly spellings?: readonly Spelling[];
      /** The ids of other registers at the same host that are remembered. */
      readonly sameHost?: readonly string[];
    }
  | {
      readonly kind: 'cannot-recall';
      readonly reason: string;
      /** The reason without advice, if it has any. */
      readonly summary?: string;
      /** There may be a root that was not compared: it is unreadable, or storage has not answered yet. */
      readonly mayBe?: 'there' | 'late';
    };

/** VISIT_MS is the longest pause within a visit: a later page load begins a new one. */
const VISIT_MS = 30 * 60_000;

/**
 * earlierHead returns the root of an earlier visit, for a page opened at `openedAtMs` (milliseconds since
 * 1970); undefined in the first visit. An imported root counts as earlier. A write by a tab left open for
 * hours does not count as a page load of that later time.
 */
export function earlierHead(root: RememberedRoot, openedAtMs: number): SeenHead | undefined {
  const pageOpenedMs = root.openedAtMs ?? root.lastSeenMs;
  const isOfThisVisit = root.importedAtMs === undefined && pageOpenedMs > openedAtMs - VISIT_MS;
  return isOfThisVisit ? root.before : seenIn(root);
}

/** seenIn returns the head of a remembered root, with the time it last held. */
export function seenIn({ logSize, rootHash, lastSeenMs, importedAtMs }: RememberedRoot): SeenHead {
  return { logSize, rootHash, seenAtMs: lastSeenMs, ...(importedAtMs !== undefined && { imported: true }) };
}

type Members = Readonly<Record<string, unknown>>;

/** same is a step that only allows a further member, or the checksum. */
const same = (root: Members): Members => root;

/** withKinds gives the kinds of alarms their codes in place of the words of reports. */
const withKinds = ({ alarms, ...root }: Members): Members => ({
  ...root,
  alarms:
    Array.isArray(alarms) &&
    alarms.map((alarm: unknown) => {
      const misbehaviour = fieldsOf(fieldsOf(alarm)['misbehaviour']);
      const [kind] = Object.entries(KIND_WORDS).find(([, words]) => words === misbehaviour['kind']) ?? [];
      return { ...fieldsOf(alarm), misbehaviour: { ...misbehaviour, kind } };
    }),
});

/**
 * STEPS make of a root stored by each earlier version, from 1 on, that of the next one. Version 1 wrote neither
 * version nor checksum, version 2 no `before`, version 4 no `openedAtMs`.
 */
const STEPS = [same, same, withKinds, same];

/** KEPT_VERSION is written with every remembered root. */
const KEPT_VERSION = STEPS.length + 1;

/**
 * StoredRoot is a remembered root in storage and files, with a checksum, so that a damaged root does not
 * pass for a published one.
 */
interface StoredRoot extends RememberedRoot {
  readonly version: number;
  /**
   * CRC-32 of the root without `version` and `sum`, as JSON with its members in the order of
   * parseRememberedRoot. It guards against damage, not against anyone.
   */
  readonly sum: number;
}

/** toStored returns the stored form of a root. Throws for one that fromStored would refuse. */
export function toStored(root: RememberedRoot): StoredRoot {
  const plain = parseRememberedRoot(root);
  if (plain === undefined) throw new RangeError('not a remembered root');
  return { ...plain, version: KEPT_VERSION, sum: sumOf(plain) };
}

/**
 * fromStored reads a root that this version of the page stored, or an earlier one: undefined if it is damaged or
 * of a later version. Never throws.
 */
export function fromStored(value: unknown): RememberedRoot | undefined {
  const own = fieldsOf(value);
  const { version, sum } = own;
  // What has no version has none of the members that came later: else it lost its version.
  const isFirst = ['version', 'sum', 'before', 'openedAtMs'].every((name) => own[name] === undefined);
  if (!isFirst && !(isWhole(version, 2) && version <= KEPT_VERSION)) return undefined;
  const steps = STEPS.slice(isFirst ? 0 : Number(version) - 1);
  const root = parseRememberedRoot(steps.reduce((stored, step) => step(stored), own));
  return root !== undefined && (isFirst || sum === sumOf(membersOf(own))) ? root : undefined;
}

/** isOfLaterVersion reports whether a stored value was written by a later version of this page. */
export function isOfLaterVersion(value: unknown): boolean {
  return isWhole(fieldsOf(value)['version'], KEPT_VERSION + 1);
}

/** rootIn reads the root of a register as fromStored does: undefined also for one of another register. */
export function rootIn(stored: unknown, registerId: string | undefined): RememberedRoot | undefined {
  const root = fromStored(stored);
  return root?.registerId === registerId ? root : undefined;
}

/** unreadable returns why a stored value is not read. */
export function unreadable(stored: unknown) {
  const isLater = isOfLaterVersion(stored);
  const summary = isLater
    ? 'a later version of this page remembered this register'
    : 'what this browser kept of this register cannot be read';
  const advice = isLater ? ': load that version' : '. Forget it in Settings to start again';
  return { kind: 'cannot-recall', mayBe: 'there', reason: summary + advice, summary } as const;
}

/**
 * sumOf returns the checksum of a stored value: the CRC-32 (ISO-HDLC, as in gzip) of its JSON, 0 <= sum <
 * 2^32. It finds damage and is not a cryptographic hash.
 */
function sumOf(stored: object): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of new TextEncoder().encode(JSON.stringify(stored))) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xed_b8_83_20 : sum >>> 1;
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}

/**
 * LONGEST is the longest name or address, in UTF-16 code units: more than any browser allows in an address,
 * and short enough to show.
 */
const LONGEST = 8_192;

/** LAST_MS is the last millisecond of the year 9999. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const isSize: Guard = (value) => isWhole(value, 1);
/** Whether a Date writes it with a year of four digits, as evidence files need. */
const isTime: Guard = (value) => isWhole(value, 0) && value <= LAST_MS;
/**
 * Lenient on purpose: a root with an impossible name can still be listed and forgotten. Half a surrogate pair
 * would throw when written into an address.
 */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST && !/\p{Surrogate}/u.test(value);
const isAddress: Guard = (value) => isName(value) && /^https?:\/\//i.test(value) && URL.canParse(value);
const SEEN_HEAD = { logSize: isSize, rootHash: isHash, seenAtMs: isTime, imported: optional(oneOf(true)) };
const isMisbehaviour = object({
  kind: isKind,
  base: isAddress,
  registerId: isName,
  variant: oneOf('item', 'blob'),
  old: object(SEEN_HEAD),
  // A log may have become empty.
  new: object({ ...SEEN_HEAD, logSize: (value) => isWhole(value, 0) }),
  path: optional(listOf(isHash)),
  addresses: object({ head: isAddress, consistency: optional(isAddress) }),
});

/** ROOT has the test of each member, in the order of the checksum. */
const ROOT: Readonly<Record<keyof RememberedRoot, Guard>> = {
  registerId: isName,
  base: isAddress,
  variant: oneOf('item', 'blob'),
  logSize: isSize,
  rootHash: isHash,
  leafRule: oneOf(...LEAF_RULE_NAMES.map(({ id }) => id)),
  firstSeenMs: isTime,
  lastSeenMs: isTime,
  openedAtMs: optional(isTime),
  importedAtMs: optional(isTime),
  before: optional(object(SEEN_HEAD)),
  revision: isSize,
  alarms: listOf(object({ misbehaviour: isMisbehaviour, read: oneOf(true, false) })),
  givenUp: listOf(object(SEEN_HEAD)),
};
const isRoot = object(ROOT);

/**
 * parseRememberedRoot reads a value from storage or a file, which another version, or anyone, may have
 * written: undefined unless it is exactly a remembered root. Never throws.
 */
export function parseRememberedRoot(value: unknown): RememberedRoot | undefined {
  const own = fieldsOf(value);
  const ruleFits = LEAF_RULE_NAMES.some(
    ({ id, variant }) => id === own['leafRule'] && variant === own['variant'],
  );
  if (!ruleFits || !isRoot(own)) return undefined;
  return membersOf(own) as unknown as RememberedRoot;
}

/** membersOf returns the members of a root that are there, in the order of the checksum. */
function membersOf(own: Members): Members {
  const members = Object.keys(ROOT).filter((name) => own[name] !== undefined);
  return Object.fromEntries(members.map((name) => [name, own[name]]));
}

/** Spelling is a root that is stored under another spelling of the address of its register. */
export interface Spelling {
  /** The id under which it is stored. */
  readonly storedAs: string;
  /** The root as that of the register. */
  readonly root: RememberedRoot;
}

/** spelled returns a root that is stored under this id as that of the register. */
export function spelled(storedAs: string, old: RememberedRoot, registerId: string): Spelling {
  const alarms = old.alarms.map(({ misbehaviour, read }) => ({
    misbehaviour: { ...misbehaviour, registerId },
    read,
  }));
  return { storedAs, root: { ...old, registerId, base: canonicalBase(old.base), alarms } };
}
