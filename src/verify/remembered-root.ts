import { type Hash, parseHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES, type LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Variant } from '../core/model.ts';
import {
  isKind,
  KIND_WORDS,
  kindOfWords,
  type KindWords,
  type Misbehaviour,
  type MisbehaviourKind,
  type SeenHead,
} from './evidence/misbehaviour.ts';

/** Alarm is a misbehaviour this browser saw; it stands on every page of its register until the person has read it. */
export interface Alarm {
  readonly misbehaviour: Misbehaviour;
  readonly read: boolean;
}

/** RememberedRoot is what this browser keeps of one register between visits. Its root was set only after every check of a visit held, or by the person. */
export interface RememberedRoot {
  /** What the register is remembered as; the first segment of its addresses, in most cases. */
  readonly registerId: string;
  /** The base address it was read from. */
  readonly base: string;
  readonly variant: Variant;
  /** At least 1: every log begins with the empty one, so that its root says nothing. */
  readonly logSize: number;
  readonly rootHash: Hash;
  readonly leafRule: LeafRuleId;
  /** When the first root of this register was remembered, and when this one was last seen to hold; milliseconds since 1970. */
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  /** When the newest page that confirmed it was opened; missing for roots kept up to version 4. See earlierHead. */
  readonly openedAtMs?: number;
  /** When it was imported from a file; missing for what this browser saw itself, which includes any root it advanced to since. */
  readonly importedAtMs?: number;
  /** What was remembered when this sitting began; missing in the first one. See earlierHead. */
  readonly before?: SeenHead;
  /** Grows by one with each write, so that a writer can tell whether somebody else wrote in between. */
  readonly revision: number;
  readonly alarms: readonly Alarm[];
  /** Roots that the person gave up for another one, oldest first. */
  readonly givenUp: readonly SeenHead[];
}

/** RecallResult is what became of looking for a remembered root. What cannot be read is neither a first visit nor a misbehaviour. */
export type RecallResult =
  | { readonly kind: 'first-visit' }
  | { readonly kind: 'remembered'; readonly root: RememberedRoot }
  | {
      readonly kind: 'cannot-recall';
      readonly reason: string;
      /** Something may be remembered that was not compared: it is there and cannot be read, or storage has not answered yet. */
      readonly mayBe?: 'there' | 'late';
    };

/** SITTING_MS is the longest pause in one sitting: another page load within it is the same visit. */
export const SITTING_MS = 30 * 60_000;

/**
 * earlierHead is what this browser remembers of an earlier sitting, for a page that was opened at `openedAtMs` (milliseconds since 1970); undefined in the first
 * sitting. What was imported from a file counts as earlier.
 */
export function earlierHead(root: RememberedRoot, openedAtMs: number): SeenHead | undefined {
  const { logSize, rootHash, lastSeenMs } = root;
  const isOfThisSitting = root.importedAtMs === undefined && pageOpenedMs(root) > openedAtMs - SITTING_MS;
  return isOfThisSitting ? root.before : { logSize, rootHash, seenAtMs: lastSeenMs };
}

/**
 * pageOpenedMs is when the newest page that confirmed the root was opened. What a tab that stays open writes hours later does not count as a page load of that
 * later time. Roots kept up to version 4 have only the time of the confirmation.
 */
function pageOpenedMs({ openedAtMs, lastSeenMs }: RememberedRoot): number {
  return openedAtMs ?? lastSeenMs;
}

/** KEPT_VERSION is written with every remembered root. Roots of version 4 and before have no `openedAtMs`. Up to version 3 alarms have their kind in the words of reports. Roots of version 2 have no `before`; those without a version are of the first pages that kept any, and have no sum. */
const KEPT_VERSION = 5;

/** KeptRoot is a remembered root as storage and files have it: with a sum, so that damage is not taken for what the register once published. */
export interface KeptRoot extends RememberedRoot {
  readonly version: number;
  /** CRC-32 of the root without `version` and `sum`, as JSON with its members in the order of parseRememberedRoot. It guards against damage, not against anyone. */
  readonly sum: number;
}

/** toKept is the form in which a root is kept. Throws for one that could not be read again. */
export function toKept(root: RememberedRoot): KeptRoot {
  const plain = parseRememberedRoot(root);
  if (plain === undefined) throw new RangeError('not a remembered root');
  return { ...plain, version: KEPT_VERSION, sum: sumOf(plain) };
}

/** fromKept reads a root as it is kept: undefined for whatever is damaged, 'newer' where a later version of this page wrote it. Never throws. */
export function fromKept(value: unknown): RememberedRoot | 'newer' | undefined {
  const { version, sum } = typeof value === 'object' && value !== null ? { ...(value as Marks) } : {};
  if (typeof version === 'number' && Number.isSafeInteger(version) && version > KEPT_VERSION) return 'newer';
  const root = parseRememberedRoot(value);
  if (root === undefined) return undefined;
  const isFirst = version === undefined && sum === undefined;
  if (isFirst || ((version === KEPT_VERSION || version === 4) && sum === sumOf(root))) return root;
  return (version === 2 || version === 3) && sum === sumOf(withKindWords(root)) ? root : undefined;
}

/** recallKept says what a stored value tells of a register: what is damaged, of a later version, or of another register, is neither a first visit nor a root. */
export function recallKept(stored: unknown, registerId: string): RecallResult {
  const root = fromKept(stored);
  if (root === 'newer')
    return {
      kind: 'cannot-recall',
      mayBe: 'there',
      reason:
        'what this browser kept of this register was written by a later version of this page. Forget it under Remembered roots, or load that version',
    };
  if (root?.registerId === registerId) return { kind: 'remembered', root };
  return {
    kind: 'cannot-recall',
    mayBe: 'there',
    reason:
      'what this browser kept of this register cannot be read. Forget it under Remembered roots to start again',
  };
}

/** withKindWords is a root as it was kept up to version 3. */
function withKindWords(root: RememberedRoot): object {
  return {
    ...root,
    alarms: root.alarms.map((alarm) => ({
      ...alarm,
      misbehaviour: { ...alarm.misbehaviour, kind: KIND_WORDS[alarm.misbehaviour.kind] },
    })),
  };
}

function sumOf(root: object): number {
  return crc32(new TextEncoder().encode(JSON.stringify(root)));
}

interface Marks {
  readonly version?: unknown;
  readonly sum?: unknown;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value;
});

/** crc32 is the cyclic redundancy check of ISO-HDLC (gzip, PNG), 0 <= crc32 < 2^32. It finds damage, and is no hash that anyone could be held to. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}

/** LONGEST is how many UTF-16 code units a name or an address may have: more than any browser puts into an address, and little enough to show. */
const LONGEST = 8_192;

/** LAST_MS is the last millisecond of the year 9999. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * parseRememberedRoot reads what storage or a file holds. It was written by another version, or by anyone: undefined for whatever is not a remembered root to
 * the letter. Never throws.
 */
export function parseRememberedRoot(value: unknown): RememberedRoot | undefined {
  const root = fieldsOf(value);
  const leafRule = LEAF_RULE_NAMES.find(
    (rule) => rule.id === root['leafRule'] && rule.variant === root['variant'],
  );
  const {
    registerId,
    base,
    firstSeenMs,
    lastSeenMs,
    openedAtMs,
    importedAtMs,
    before,
    revision,
    alarms,
    givenUp,
  } = root;
  if (leafRule === undefined || !isName(registerId) || !isAddress(base)) return undefined;
  if (!isTime(firstSeenMs) || !isTime(lastSeenMs) || !isWhole(revision, 1) || !isHead(root)) return undefined;
  if (!isListOf(alarms, isAlarm) || !isListOf(givenUp, isGivenUp)) return undefined;
  if (openedAtMs !== undefined && !isTime(openedAtMs)) return undefined;
  if (importedAtMs !== undefined && !isTime(importedAtMs)) return undefined;
  if (before !== undefined && !isSeenHead(before)) return undefined;
  const { logSize, rootHash } = root;
  const { id, variant } = leafRule;
  return {
    registerId,
    base,
    variant,
    logSize,
    rootHash,
    leafRule: id,
    firstSeenMs,
    lastSeenMs,
    ...(openedAtMs === undefined ? {} : { openedAtMs }),
    ...(importedAtMs === undefined ? {} : { importedAtMs }),
    ...(before === undefined ? {} : { before }),
    revision,
    alarms: alarms.map(inCodes),
    givenUp,
  };
}

/** StoredAlarm is an alarm as it may be stored: up to version 3 its kind was the words of the report. */
interface StoredAlarm {
  readonly misbehaviour: Omit<Misbehaviour, 'kind'> & { readonly kind: MisbehaviourKind | KindWords };
  readonly read: boolean;
}

/** inCodes leaves all members where they stand: the sum of a kept root is over them in their order. */
function inCodes(alarm: StoredAlarm): Alarm {
  const { kind } = alarm.misbehaviour;
  return {
    ...alarm,
    misbehaviour: { ...alarm.misbehaviour, kind: isKind(kind) ? kind : kindOfWords(kind) },
  };
}

function isAlarm(value: unknown): value is StoredAlarm {
  const { misbehaviour, read } = fieldsOf(value);
  return typeof read === 'boolean' && isMisbehaviour(misbehaviour);
}

function isMisbehaviour(value: unknown): value is StoredAlarm['misbehaviour'] {
  const said = fieldsOf(value);
  const addresses = fieldsOf(said['addresses']);
  const { path } = said;
  return (
    (isKind(said['kind']) || kindOfWords(said['kind']) !== undefined) &&
    isAddress(said['base']) &&
    isName(said['registerId']) &&
    (said['variant'] === 'item' || said['variant'] === 'blob') &&
    isSeenHead(said['old']) &&
    isSeenHead(said['new'], 0) &&
    (path === undefined || isListOf(path, isHash)) &&
    isAddress(addresses['head']) &&
    (addresses['consistency'] === undefined || isAddress(addresses['consistency']))
  );
}

function isGivenUp(value: unknown): value is SeenHead {
  return isSeenHead(value);
}

function isSeenHead(value: unknown, least = 1): value is SeenHead {
  const head = fieldsOf(value);
  return isTime(head['seenAtMs']) && isHead(head, least);
}

function isHead(
  head: Readonly<Record<string, unknown>>,
  least = 1,
): head is { readonly logSize: number; readonly rootHash: Hash } {
  return isWhole(head['logSize'], least) && isHash(head['rootHash']);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isListOf<T>(value: unknown, isMember: (member: unknown) => member is T): value is readonly T[] {
  return Array.isArray(value) && value.every((member) => isMember(member));
}

/** isName is lenient on purpose: a name that no address has can still be listed and forgotten. Half a surrogate pair would throw where an address is made of it. */
function isName(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= LONGEST && !/\p{Surrogate}/u.test(value)
  );
}

function isAddress(value: unknown): value is string {
  return isName(value) && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** isTime is whether a Date can be made of it and written with a year of four digits, as the evidence files have it. */
function isTime(value: unknown): value is number {
  return isWhole(value, 0) && value <= LAST_MS;
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && parseHash(value, 'bare') !== undefined;
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
