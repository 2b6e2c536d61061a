import { crc32 } from './crc32.ts';
import { KIND_WORDS } from './evidence/misbehaviour-words.ts';
import { parseRememberedRoot, type Recalled, type RememberedRoot } from './remembered-root.ts';

/** KEPT_VERSION is written with every remembered root. Up to version 3 alarms have their kind in the words of reports. Roots of version 2 have no `before`; those without a version are of the first pages that kept any, and have no sum. */
const KEPT_VERSION = 4;

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
  if (isFirst || (version === KEPT_VERSION && sum === sumOf(root))) return root;
  return (version === 2 || version === 3) && sum === sumOf(withKindWords(root)) ? root : undefined;
}

/** recallKept says what a stored value tells of a register: what is damaged, of a later version, or of another register, is neither a first visit nor a root. */
export function recallKept(stored: unknown, registerId: string): Recalled {
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
      'what this browser kept of this register cannot be read. Forget it under Remembered roots to begin anew',
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
