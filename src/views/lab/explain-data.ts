import { isRedacted } from '../../ui/value.tsx';
import { among, saidOf, type Case } from './said.ts';
import { asSentence, type Words } from './words.ts';

/** dataTitle names the check of the data by how it came out. */
export function dataTitle({ original, checks }: Case): string {
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const titles = {
    holds: `${noun} matches its hash`,
    'does-not-match': `${noun} does not match its hash`,
    'cannot-check': `${noun} cannot be checked`,
    'not-checked': `${noun} was not checked`,
  };
  return titles[checks.data.verdict.outcome];
}

/** dataWhy says why the data has, or has not, the hash by which the entry names it. */
export function dataWhy(about: Case): Words {
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
  const redacted = copy.items.some((item, index) => {
    const sent = new Set([...(original.items[index] ?? new Map()).values()].flat());
    return [...item.values()].flat().some((value) => value !== null && isRedacted(value) && !sent.has(value));
  });
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
