import { type Hash, parseHash, hashFromBytes, hashToBytes } from './hash.ts';
import type { Item } from './model.ts';
import {
  compareDigests,
  comparePairs,
  dictDigest,
  type ObjecthashPair,
  setDigest,
  textDigest,
} from './objecthash.ts';

/**
 * BlobText is one string of a blob with its hash. A redacted one is not hashed: it carries the hash of
 * the value it stands for.
 */
interface BlobText {
  readonly text: string;
  readonly hash: Hash;
  readonly redacted: boolean;
}

/** BlobAttributeStep is the hashing of one attribute: its name hash H(75 ‖ name) and its value hash. */
interface BlobAttributeStep {
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
interface BlobDictStep {
  readonly kind: 'dict';
  readonly tag: 'd';
  readonly hash: Hash;
}

/** BlobHashStep is one line of the account of how a blob hash is computed. */
export type BlobHashStep = BlobAttributeStep | BlobDictStep;

const REDACTED = '**REDACTED**';

/**
 * redactedHash returns the value hash that a redacted string carries: `**REDACTED**` and 64 lower-case
 * hexadecimal digits, or 1220 and 64.
 * It returns undefined for anything else, which is an ordinary string (hashing.md, "Blobs").
 */
export function redactedHash(value: string): Hash | undefined {
  if (!value.startsWith(REDACTED)) return undefined;
  const rest = value.slice(REDACTED.length);
  return parseHash(rest, 'bare') ?? parseHash(rest, 'blob');
}

// A list is hashed as a set, and the document leaves open whether a repeated member counts once or
// each time (hashing.md, "Blobs"). Both are tried, for a whole blob alike: each time
// first, then once if only that gives the hash an entry names. Callers pass that hash, so that only
// this file knows of the two.

/** NFC changes no character below U+0300; searching is faster than normalising. */
const MAY_CHANGE = /[\u0300-\uFFFF]/;

function normalText(text: string): string {
  return MAY_CHANGE.test(text) ? text.normalize('NFC') : text;
}

/**
 * normaliseBlob drops what is not set (null, `""`, `[]`, empty members, sets left empty) and puts values into
 * Unicode NFC (hashing.md, "Blobs"). Names are kept as sent, and so are repeated members. The page
 * shows this value of a blob.
 */
export function normaliseBlob(item: Item): ReadonlyMap<string, string | readonly string[]> {
  const normal = new Map<string, string | readonly string[]>();
  for (const [name, sent] of item) {
    const value =
      typeof sent === 'string'
        ? normalText(sent)
        : (sent ?? []).filter((member) => member !== '').map(normalText);
    if (value.length > 0) normal.set(name, value);
  }
  return normal;
}

/** BlobReading is the attributes of a blob as they may be hashed, and the hash that they give. */
interface BlobReading {
  readonly attributes: readonly HashedAttribute[];
  readonly hash: Hash;
}

/** readings hash the repeated members of lists each time, and where there are such members also once. */
function readings(item: Item): readonly [BlobReading, ...BlobReading[]] {
  const read = (attributes: readonly HashedAttribute[]): BlobReading => ({
    attributes,
    hash: hashFromBytes(dictDigest(attributes)),
  });
  const each = hashAttributes(item);
  const once = each.map(withoutRepeats);
  return once.some((attribute, index) => attribute !== each[index]) ? [read(each), read(once)] : [read(each)];
}

/** readingOf returns the reading that gives the expected hash, else the first. */
function readingOf(item: Item, expected: Hash | undefined): BlobReading {
  const all = readings(item);
  return all.find(({ hash }) => hash === expected) ?? all[0];
}

/**
 * blobHashes are the hashes that a blob may have, without the 1220 prefix: the objecthash of the normalised
 * blob with repeated members hashed each time, and where a list has such members also the one with each
 * hashed once. Throws UnhashableError for a lone surrogate in a name or value.
 */
export function blobHashes(item: Item): readonly [Hash, ...Hash[]] {
  const [each, ...once] = readings(item);
  return [each.hash, ...once.map(({ hash }) => hash)];
}

/**
 * blobHash returns the expected hash if it is one of blobHashes, else the first of them.
 * Throws as blobHashes does.
 */
export function blobHash(item: Item, expected?: Hash): Hash {
  return readingOf(item, expected).hash;
}

/**
 * explainBlobHash returns the steps that lead to the blob hash: the attributes in the order in which their
 * pairs are hashed, then the dictionary.
 * The item is normalised first. Of the hashes that it may have, the steps are those of the expected one, or
 * of the first if the expected one is not among them. Throws UnhashableError for a lone surrogate.
 */
export function explainBlobHash(item: Item, expected?: Hash): BlobHashStep[] {
  const { attributes, hash } = readingOf(item, expected);
  const steps = attributes.toSorted(comparePairs).map(stepOf);
  return [...steps, { kind: 'dict', tag: 'd', hash }];
}

function stepOf({
  name,
  nameDigest,
  value,
  valueDigest,
  redacted,
  members,
}: HashedAttribute): BlobAttributeStep {
  return {
    kind: 'attribute',
    name,
    nameHash: hashFromBytes(nameDigest),
    tag: members === undefined ? 'u' : 's',
    value,
    valueHash: hashFromBytes(valueDigest),
    redacted,
    ...(members && {
      members: members.map(({ digest, ...text }) => ({ ...text, hash: hashFromBytes(digest) })),
    }),
  };
}

/** HashedText is one string of a blob with its digest. */
interface HashedText extends Omit<BlobText, 'hash'> {
  readonly digest: Uint8Array;
}

/** HashedAttribute is one attribute with its digests. */
interface HashedAttribute extends Pick<BlobAttributeStep, 'name' | 'value' | 'redacted'>, ObjecthashPair {
  /** The members of a set, in the order in which they are hashed. */
  readonly members?: readonly HashedText[];
}

function hashAttributes(item: Item): HashedAttribute[] {
  return Array.from(normaliseBlob(item), ([name, value]) => {
    const nameDigest = textDigest(name);
    if (typeof value === 'string') {
      const { digest, redacted } = hashText(value);
      return { name, nameDigest, value, valueDigest: digest, redacted };
    }
    const members = value.map(hashText).sort((one, other) => compareDigests(one.digest, other.digest));
    return { name, nameDigest, value, valueDigest: digestOfSet(members), redacted: false, members };
  });
}

function hashText(text: string): HashedText {
  const redaction = redactedHash(text);
  return redaction === undefined
    ? { text, digest: textDigest(text), redacted: false }
    : { text, digest: hashToBytes(redaction), redacted: true };
}

function digestOfSet(members: readonly HashedText[]): Uint8Array {
  return setDigest(members.map(({ digest }) => digest));
}

/**
 * withoutRepeats returns an attribute with every member of a set hashed once; the attribute itself
 * if no member is repeated.
 */
function withoutRepeats(attribute: HashedAttribute): HashedAttribute {
  const members = attribute.members?.filter(
    ({ digest }, at, all) => at === 0 || compareDigests(digest, all[at - 1]?.digest ?? digest) !== 0,
  );
  if (members === undefined || members.length === attribute.members?.length) return attribute;
  const left = new Set(members.map(({ text }) => text));
  return {
    ...attribute,
    // In the order sent. Set.delete returns true only for the first of equal texts.
    value: [attribute.value].flat().filter((text) => left.delete(text)),
    valueDigest: digestOfSet(members),
    members,
  };
}
