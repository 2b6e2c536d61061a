import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { isRedacted } from '../../ui/value.tsx';
import type { Change, ChangedPart } from './changes.ts';
import { sameValue } from './changes.ts';
import { readHash, wholeNumber, type Copy, type CopyChecks, type Original } from './copy.ts';
import { asSentence, listed, type Word, type Words } from './words.ts';

/** Finding is one named check of the copy, with why it came out so. */
export interface Finding {
  readonly id: 'data' | 'entry' | 'root';
  readonly verdict: Verdict;
  readonly title: string;
  readonly why: Words;
}

/** Findings are the three checks, in the order in which one leads to the next. */
export type Findings = readonly [data: Finding, entry: Finding, root: Finding];

interface Case {
  readonly original: Original;
  readonly copy: Copy;
  readonly checks: CopyChecks;
  readonly changes: readonly Change[];
  /** The root that this browser remembers of the register, where it does. */
  readonly kept?: Checkpoint | undefined;
}

/** findingsOf says of each check how it came out and why; the checks must be those of this very copy, and the changes too. */
export function findingsOf(about: Case): Findings {
  const { data, entry } = about.checks;
  const root = rootVerdict(about);
  return [
    { id: 'data', verdict: data.verdict, title: dataTitle(about), why: dataWhy(about) },
    { id: 'entry', verdict: entry.verdict, title: entryTitle(about), why: entryWhy(about) },
    { id: 'root', verdict: root, title: ROOT_TITLE[root.outcome], why: rootWhy(about, root) },
  ];
}

/** saidOf says what was changed among some parts: `You changed the key and the timestamp and removed hash 2 of the proof.` */
function saidOf(changes: readonly Change[], ...parts: readonly ChangedPart[]): Words {
  const of = among(changes, parts);
  const named = of.length > 4 ? of.slice(0, 3) : of;
  if (named.length === 0) return [];
  const rest: readonly Words[] = of.length > 4 ? [[`${of.length - 3} more things`]] : [];
  const verbs = [...new Set(named.map((change) => change.verb))];
  const words: Word[] = ['You '];
  for (const [index, verb] of verbs.entries()) {
    const whats = named.filter((change) => change.verb === verb).map((change) => change.what);
    const last = index === verbs.length - 1;
    words.push(index === 0 ? '' : last ? ', and ' : ', ', `${verb} `);
    words.push(...listed(last ? [...whats, ...rest] : whats));
  }
  words.push('. ');
  return words;
}

function among(changes: readonly Change[], parts: readonly ChangedPart[]): readonly Change[] {
  return changes.filter((change) => parts.includes(change.part));
}

function dataTitle({ original, checks }: Case): string {
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const titles = {
    holds: `${noun} matches its hash`,
    'does-not-match': `${noun} does not match its hash`,
    'cannot-check': `${noun} cannot be checked`,
    'not-checked': `${noun} was not checked`,
  };
  return titles[checks.data.verdict.outcome];
}

function dataWhy(about: Case): Words {
  const { original, copy, checks, changes } = about;
  const { verdict, items } = checks.data;
  if ('reason' in verdict) return [...saidOf(changes, 'item', 'item-hash'), asSentence(verdict.reason)];
  const noun = original.variant;
  const entry = `entry ${copy.entryNumber}`;
  if (verdict.outcome === 'does-not-match') {
    const { expected, computed } = verdict;
    const now = among(changes, ['item', 'item-hash']).length === 0 ? '' : 'now ';
    return [
      ...saidOf(changes, 'item', 'item-hash'),
      `The ${noun} ${now}hashes to `,
      { hash: computed, differsFrom: expected },
      `, but ${entry} names `,
      { hash: expected, differsFrom: computed },
      ': this check stops.',
    ];
  }
  const hash = items[0]?.computed;
  const named: Words = hash === undefined ? [] : [{ hash }];
  const inItem = among(changes, ['item']);
  const inHash = among(changes, ['item-hash']);
  if (inItem.length > 0 && inHash.length > 0) {
    return [
      ...saidOf(changes, 'item', 'item-hash'),
      `The ${noun} hashes to `,
      ...named,
      `, and ${entry} names just that. They fit each other again: a hash is computed in no time, by anybody. Whether the log has this entry is the next question.`,
    ];
  }
  if (inItem.length > 0) return [...saidOf(changes, 'item'), ...sameHashWhy(about, named)];
  return [
    ...saidOf(changes, 'item-hash'),
    `The ${noun} hashes to `,
    ...named,
    `, which ${entry} names. ${inHash.length === 0 ? 'Neither of the two was changed.' : ''}`.trimEnd(),
  ];
}

/** sameHashWhy says why data that was changed still has its hash: the earlier variant hashes a normalised blob, in which a redacted value stands for its hash. */
function sameHashWhy({ original, copy }: Case, named: Words): Words {
  const redacted = copy.items.some((item, index) =>
    [...item.values()]
      .flat()
      .some(
        (value) =>
          value !== null &&
          isRedacted(value) &&
          ![...(original.items[index] ?? new Map()).values()].flat().includes(value),
      ),
  );
  return redacted
    ? [
        'A redacted value is stood for by its hash, and only that hash goes into the hash of the blob: it is ',
        ...named,
        ' as before. So a register can withhold a value, and the rest can still be checked.',
      ]
    : [
        'What is hashed is the same as before: nothing of this is among the hashed bytes. It is still ',
        ...named,
        '.',
      ];
}

function entryTitle({ copy, checks }: Case): string {
  const entry = /^\d+$/.test(copy.entryNumber) ? `Entry ${copy.entryNumber}` : 'The entry';
  const titles = {
    holds: `${entry} leads to the root of the copy`,
    'does-not-match': `${entry} does not lead to the root of the copy`,
    'cannot-check': `${entry} cannot be proved`,
    'not-checked': `${entry} was not proved`,
  };
  return titles[checks.entry.verdict.outcome];
}

const READ_BY_PROOF = ['entry', 'item-hash', 'proof', 'order', 'size', 'root'] as const;

function entryWhy(about: Case): Words {
  const { checks, changes } = about;
  const { verdict, computedRoot } = checks.entry;
  const said = saidOf(changes, ...READ_BY_PROOF);
  if (verdict.outcome === 'holds')
    return said.length === 0 ? untouchedWhy(about) : [...said, ...stillWhy(about)];
  if ('reason' in verdict) {
    const counted =
      among(changes, ['proof', 'size', 'entry']).length > 0 && verdict.outcome === 'does-not-match';
    return [
      ...said,
      asSentence(verdict.reason),
      counted
        ? ' How many hashes a proof has follows from the entry number and the log size alone, so one with a hash too many or too few is refused before anything is hashed.'
        : '',
    ];
  }
  if (verdict.outcome !== 'does-not-match') return said;
  const { expected, computed } = verdict;
  return [
    ...said,
    ...effects(about),
    'The path ends in ',
    { hash: computedRoot ?? computed, differsFrom: expected },
    ', and the root of the copy is ',
    { hash: expected, differsFrom: computed },
    '.',
  ];
}

function untouchedWhy({ checks, changes, original }: Case): Words {
  const root = checks.entry.computedRoot;
  return [
    among(changes, ['item']).length > 0
      ? `The proof never reads the ${original.variant}, only the hash by which the entry names it. Entry and proof are untouched, so this still holds: it leads to `
      : 'Nothing that goes into it was changed: the path leads to ',
    ...(root === undefined ? ['the root'] : [{ hash: root }]),
    '.',
  ];
}

function stillWhy({ changes, copy }: Case): Words {
  if (among(changes, ['root']).length > 0) {
    return [
      'Within the copy everything fits, because the root was computed to fit. A root that nobody else has seen costs nothing.',
    ];
  }
  if (among(changes, ['size']).length > 0) {
    return [
      `For entry ${copy.entryNumber} the way up takes the same turns in a log of ${copy.logSize} entries, so the same root comes out. A proof alone does not settle the size: that is why a root is never published without it.`,
    ];
  }
  return ['None of that is among the hashed bytes, or it is equal to what it replaced.'];
}

/** effects says what each kind of change does on the way up. */
function effects({ original, checks, changes }: Case): Words {
  const has = (...parts: readonly ChangedPart[]): boolean => among(changes, parts).length > 0;
  const { leafHash } = checks.entry;
  const words: (Words | string)[] = [];
  if (has('entry', 'item-hash') && leafHash !== undefined)
    words.push([
      'The leaf is made of other bytes: it hashes to ',
      { hash: leafHash },
      ', and so every hash above it is another. ',
    ]);
  if (has('order'))
    words.push(
      'From which side a hash joins is not written in the proof: it follows from the entry number and the log size alone. So a hash in another place joins the wrong neighbour. ',
    );
  if (has('proof')) words.push('From a changed hash of the proof upwards, every result is another. ');
  if (has('size')) words.push('In a log of that size the way up takes other turns. ');
  if (has('root') && !has('entry', 'item-hash', 'order', 'proof', 'size'))
    words.push('The path is untouched and leads where it always led. ');
  if (changes.length === 0)
    words.push(
      `You changed nothing: this is what the register sent for entry ${original.entry.entryNumber}. `,
    );
  return words.flat();
}

const ROOT_TITLE = {
  holds: 'The root is the published one',
  'does-not-match': 'The root is not the published one',
  'cannot-check': 'The root cannot be compared',
  'not-checked': 'The root was not compared',
} as const;

/** rootVerdict compares the head of the copy with the one that the register publishes: two roots of one size are equal or not. */
function rootVerdict({ original, copy }: Case): Verdict {
  const root = readHash(copy.rootHash);
  const size = wholeNumber(copy.logSize);
  const published = original.checkpoint;
  if (root === undefined) return { outcome: 'cannot-check', reason: 'the root hash is malformed' };
  if (Number.isNaN(size)) {
    return { outcome: 'cannot-check', reason: 'the log size is not a whole number from 0 to 2^53-1' };
  }
  if (size !== published.logSize) {
    return {
      outcome: 'cannot-check',
      reason: `the copy is of a log of ${size} entries, and the published root is of ${published.logSize}: roots of two sizes are compared by a consistency proof, which the copy has not`,
    };
  }
  if (root === published.rootHash) return { outcome: 'holds' };
  return { outcome: 'does-not-match', expected: published.rootHash, computed: root };
}

function rootWhy(about: Case, verdict: Verdict): Words {
  const { checks, changes } = about;
  if ('reason' in verdict) return [...saidOf(changes, 'root', 'size'), asSentence(verdict.reason)];
  const broken = [checks.data, checks.entry].some((check) => check.verdict.outcome !== 'holds');
  if (verdict.outcome === 'does-not-match') {
    return [
      'The copy says ',
      { hash: verdict.computed, differsFrom: verdict.expected },
      ', and the register publishes ',
      { hash: verdict.expected, differsFrom: verdict.computed },
      broken
        ? '. '
        : '. All the rest of the forgery fits, and this cannot be made to fit: nobody knows how to find other data that leads to a given root. ',
      keptWhy(about),
    ];
  }
  const misled = [checks.data, checks.entry].some((check) => check.verdict.outcome === 'does-not-match');
  return [
    !broken
      ? 'The copy claims the root that the register publishes, and what it holds leads there.'
      : misled && changes.length > 0
        ? 'The copy still claims the root that the register publishes; what was changed no longer leads there.'
        : 'The copy claims the root that the register publishes. Whether the entry leads there is for the check before this one to say.',
    contradicted(about)
      ? ' But this browser remembers another root for a log of this size: the register itself is in doubt.'
      : '',
  ];
}

function contradicted({ original, kept }: Case): boolean {
  const { logSize, rootHash } = original.checkpoint;
  return kept?.logSize === logSize && kept.rootHash !== rootHash;
}

/** keptWhy says who would notice another root. */
function keptWhy({ original, kept }: Case): string {
  const { logSize, rootHash } = original.checkpoint;
  if (kept?.logSize === logSize && kept.rootHash === rootHash)
    return 'This browser remembers the published root and would notice, and so would everyone else who has kept it.';
  return 'Whoever has kept the published root notices.';
}

/** sameItems tells whether the data of the copy is what was sent. */
export function sameItems(original: Original, copy: Copy): boolean {
  return copy.items.every((item, index) => {
    const was = original.items[index];
    return (
      was !== undefined &&
      was.size === item.size &&
      [...item].every(([name, value]) => was.has(name) && sameValue(was.get(name), value))
    );
  });
}
