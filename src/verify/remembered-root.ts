import { type Hash, parseHash } from '../core/hash.ts';
import { LEAF_RULES, type LeafRuleId } from '../core/leaf-rules.ts';
import type { Variant } from '../core/model.ts';
import type { Misbehaviour, MisbehaviourKind, SeenHead } from './evidence/misbehaviour.ts';

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
  | { readonly kind: 'cannot-recall'; readonly reason: string };

const KINDS: readonly MisbehaviourKind[] = [
  'another root for the same size',
  'the log is shorter than it was',
  'the new log does not begin with the old one',
];

/**
 * parseRememberedRoot reads what storage or a file holds. It was written by another version, or by anyone: undefined for whatever is not a remembered root to
 * the letter. Never throws.
 */
export function parseRememberedRoot(value: unknown): RememberedRoot | undefined {
  const root = fieldsOf(value);
  const leafRule = LEAF_RULES.find(
    (rule) => rule.id === root['leafRule'] && rule.variant === root['variant'],
  );
  const { registerId, base, firstSeenMs, lastSeenMs, importedAtMs, revision, alarms, givenUp } = root;
  if (leafRule === undefined || !isText(registerId) || !isText(base)) return undefined;
  if (!isWhole(firstSeenMs, 0) || !isWhole(lastSeenMs, 0) || !isWhole(revision, 1) || !isHead(root))
    return undefined;
  if (!isListOf(alarms, isAlarm) || !isListOf(givenUp, isGivenUp)) return undefined;
  if (importedAtMs !== undefined && !isWhole(importedAtMs, 0)) return undefined;
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
    revision,
    alarms,
    givenUp,
  };
}

function isAlarm(value: unknown): value is Alarm {
  const { misbehaviour, read } = fieldsOf(value);
  return typeof read === 'boolean' && isMisbehaviour(misbehaviour);
}

function isMisbehaviour(value: unknown): value is Misbehaviour {
  const said = fieldsOf(value);
  const addresses = fieldsOf(said['addresses']);
  const { path } = said;
  return (
    KINDS.some((kind) => kind === said['kind']) &&
    isText(said['base']) &&
    isText(said['registerId']) &&
    (said['variant'] === 'item' || said['variant'] === 'blob') &&
    isSeenHead(said['old']) &&
    isSeenHead(said['new'], 0) &&
    (path === undefined || isListOf(path, isHash)) &&
    isText(addresses['head']) &&
    (addresses['consistency'] === undefined || isText(addresses['consistency']))
  );
}

function isGivenUp(value: unknown): value is SeenHead {
  return isSeenHead(value);
}

function isSeenHead(value: unknown, least = 1): value is SeenHead {
  const head = fieldsOf(value);
  return isWhole(head['seenAtMs'], 0) && isHead(head, least);
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && parseHash(value, 'bare') !== undefined;
}

function isWhole(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
