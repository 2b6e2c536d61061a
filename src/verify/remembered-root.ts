import { type Hash, parseHash } from '../core/hash.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Variant } from '../core/model.ts';
import type { Misbehaviour, MisbehaviourKind, SeenHead } from './evidence/misbehaviour.ts';
import { isKind, isKindWords, kindOfWords, type KindWords } from './evidence/misbehaviour-words.ts';

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
  /** When it was taken over from a file; missing for what this browser saw itself, which includes any root it advanced to since. */
  readonly importedAtMs?: number;
  /** What was remembered when this sitting began; missing in the first one. See earlierHead. */
  readonly before?: SeenHead;
  /** Grows by one with each write, so that a writer can tell whether somebody else wrote in between. */
  readonly revision: number;
  readonly alarms: readonly Alarm[];
  /** Roots that the person gave up for another one, oldest first. */
  readonly givenUp: readonly SeenHead[];
}

/** Recalled is what became of looking for a remembered root. What cannot be read is neither a first visit nor a misbehaviour. */
export type Recalled =
  | { readonly kind: 'first-visit' }
  | { readonly kind: 'remembered'; readonly root: RememberedRoot }
  | {
      readonly kind: 'cannot-recall';
      readonly reason: string;
      /** Something may be remembered that was not compared: it is there and cannot be read, or storage has not answered yet. */
      readonly mayBe?: 'there' | 'late';
    };

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
  const { registerId, base, firstSeenMs, lastSeenMs, importedAtMs, before, revision, alarms, givenUp } = root;
  if (leafRule === undefined || !isName(registerId) || !isAddress(base)) return undefined;
  if (!isTime(firstSeenMs) || !isTime(lastSeenMs) || !isWhole(revision, 1) || !isHead(root)) return undefined;
  if (!isListOf(alarms, isAlarm) || !isListOf(givenUp, isGivenUp)) return undefined;
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
    misbehaviour: { ...alarm.misbehaviour, kind: isKindWords(kind) ? kindOfWords(kind) : kind },
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
    (isKind(said['kind']) || isKindWords(said['kind'])) &&
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
