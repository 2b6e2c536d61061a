import type { ChangedPart } from './changes.ts';
import { among, saidOf, type Case } from './said.ts';
import { asSentence, type Words } from './words.ts';

/** entryTitle names the check of the entry proof by how it came out. */
export function entryTitle({ copy, checks }: Case): string {
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

/** entryWhy says why the entry leads, or does not lead, to the root of the copy. */
export function entryWhy(about: Case): Words {
  const { checks, changes } = about;
  const { verdict, computedRoot } = checks.entry;
  const said = saidOf(changes, ...READ_BY_PROOF);
  if (verdict.outcome === 'holds')
    return said.length === 0 ? untouchedWhy(about) : [...said, ...stillWhy(about)];
  if ('reason' in verdict) {
    const counted = among(changes, ['proof', 'size', 'entry']).length > 0 && verdict.code === 'path-length';
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
