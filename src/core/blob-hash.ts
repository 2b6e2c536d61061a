import { type Hash, parseHash } from './hash.ts';
import type { AttributeValue, Item } from './model.ts';
import { dictHash, setHash, textHash } from './objecthash.ts';

/** BlobText is one string of a blob with its hash. A redacted one is not hashed: it carries the hash of the value it stands for. */
export interface BlobText {
  readonly text: string;
  readonly hash: Hash;
  readonly redacted: boolean;
}

/** BlobAttributeStep is the hashing of one attribute: its name hash H(75 ‖ name) and its value hash. */
export interface BlobAttributeStep {
  readonly kind: 'attribute';
  readonly name: string;
  readonly nameHash: Hash;
  /** The tag under which the value was hashed: `u` a string, `s` a set. */
  readonly tag: 'u' | 's';
  /** The normalised value that was hashed. */
  readonly value: string | readonly string[];
  readonly valueHash: Hash;
  /** The whole value is withheld; `valueHash` was read out of it, not computed. */
  readonly redacted: boolean;
  /** The members of a set, in the order in which they were hashed. */
  readonly members?: readonly BlobText[];
}

/** BlobDictStep is the last step: the hash over all pairs, which is the blob hash. */
export interface BlobDictStep {
  readonly kind: 'dict';
  readonly tag: 'd';
  readonly hash: Hash;
}

/** BlobHashStep is one line of the account of how a blob hash comes about. */
export type BlobHashStep = BlobAttributeStep | BlobDictStep;

const REDACTED = '**REDACTED**';

/**
 * redactedHash returns the value hash that a redacted string carries: `**REDACTED**` and 64 lower-case hexadecimal digits, or 1220 and 64.
 * It returns undefined for anything else, which is an ordinary string (hashing.md, "Redaction").
 */
export function redactedHash(value: string): Hash | undefined {
  if (!value.startsWith(REDACTED)) return undefined;
  const rest = value.slice(REDACTED.length);
  return parseHash(rest, 'bare') ?? parseHash(rest, 'blob');
}

// A list is hashed as a set, and the document leaves open whether a member that is repeated belongs to the set once or each time (hashing.md: the
// sorted member hashes). Both are possible, for a whole blob alike: hashed each time is tried first, and once where only that gives the hash an
// entry names. Whoever compares hands that hash over, so that this file alone knows of the two.

/**
 * normaliseBlob drops what is not set (null, `""`, `[]`, empty members, sets left empty) and puts values into Unicode NFC (hashing.md,
 * "Normalise first"). Names are kept as sent, and so are repeated members. What is shown of a blob is this value.
 */
export function normaliseBlob(item: Item): Item {
  const normal = new Map<string, AttributeValue>();
  for (const [name, value] of item) {
    const normalised =
      typeof value === 'string'
        ? value.normalize('NFC')
        : (value ?? []).filter((member) => member !== '').map((member) => member.normalize('NFC'));
    if (normalised.length > 0) normal.set(name, normalised);
  }
  return normal;
}

/**
 * blobHashes are the hashes that a blob may have, without the 1220 prefix: the objecthash of the normalised blob with repeated members hashed each
 * time, and where a list has such members also the one with each hashed once. Throws UnhashableError for a lone surrogate in a name or value.
 */
export function blobHashes(item: Item): readonly [Hash, ...Hash[]] {
  const steps = attributeSteps(item);
  const once = steps.map(withoutRepeats);
  return once.some((step, index) => step !== steps[index])
    ? [dictHash(steps), dictHash(once)]
    : [dictHash(steps)];
}

/** blobHash is the expected one of blobHashes, and the first where that is none of them or nothing is expected. Throws as that does. */
export function blobHash(item: Item, expected?: Hash): Hash {
  const hashes = blobHashes(item);
  return hashes.find((hash) => hash === expected) ?? hashes[0];
}

/**
 * explainBlobHash returns the steps that lead to the blob hash: the attributes in the order in which their pairs are hashed, then the dictionary.
 * The item is normalised first. Of the hashes that it may have, the steps are those of the expected one, and of the first where that is none of
 * them. Throws UnhashableError for a lone surrogate.
 */
export function explainBlobHash(item: Item, expected?: Hash): BlobHashStep[] {
  const steps = attributeSteps(item);
  const once = steps.map(withoutRepeats);
  const matched = dictHash(steps) !== expected && dictHash(once) === expected ? once : steps;
  const attributes = matched.sort((a, b) => ascending(a.nameHash + a.valueHash, b.nameHash + b.valueHash));
  return [...attributes, { kind: 'dict', tag: 'd', hash: dictHash(attributes) }];
}

/** withoutRepeats is a step with every member of a set hashed once; the step itself where none is repeated. */
function withoutRepeats(step: BlobAttributeStep): BlobAttributeStep {
  const members = step.members?.filter(({ hash }, at, all) => hash !== all[at - 1]?.hash);
  if (members === undefined || members.length === step.members?.length) return step;
  const left = new Set(members.map(({ text }) => text));
  return {
    ...step,
    // In the order in which they were sent. Set.delete tells the first of equal texts from the next.
    value: [step.value].flat().filter((text) => left.delete(text)),
    valueHash: setHash(members.map(({ hash }) => hash)),
    members,
  };
}

function attributeSteps(item: Item): BlobAttributeStep[] {
  const steps: BlobAttributeStep[] = [];
  for (const [name, value] of normaliseBlob(item)) {
    if (value !== null) steps.push(attributeStep(name, value));
  }
  return steps;
}

function attributeStep(name: string, value: string | readonly string[]): BlobAttributeStep {
  const nameHash = textHash(name);
  if (typeof value === 'string') {
    const { hash, redacted } = blobText(value);
    return { kind: 'attribute', name, nameHash, tag: 'u', value, valueHash: hash, redacted };
  }
  const members = value.map(blobText).sort((a, b) => ascending(a.hash, b.hash));
  const valueHash = setHash(members.map((member) => member.hash));
  return { kind: 'attribute', name, nameHash, tag: 's', value, valueHash, redacted: false, members };
}

function blobText(text: string): BlobText {
  const given = redactedHash(text);
  return { text, hash: given ?? textHash(text), redacted: given !== undefined };
}

function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
