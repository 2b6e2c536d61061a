import type { Hash } from '../../core/hash.ts';

/** Word is a piece of a sentence: plain text, text of the copy, or a hash, with the digit marked in which it differs from another. */
export type Word = string | { readonly code: string } | { readonly hash: Hash; readonly differsFrom?: Hash };

/** Words is a sentence or several. */
export type Words = readonly Word[];

/** plainText writes words as text alone, hashes by their ends. */
export function plainText(words: Words): string {
  return words
    .map((word) =>
      typeof word === 'string'
        ? word
        : 'code' in word
          ? word.code
          : `${word.hash.slice(0, 6)}…${word.hash.slice(-4)}`,
    )
    .join('');
}

/** listed joins parts as an English list: `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly Words[]): Words {
  return parts.flatMap((part, index) => {
    const before = index === 0 ? '' : index === parts.length - 1 ? ' and ' : ', ';
    return [before, ...part];
  });
}

/** asSentence gives a reason of the verifier its capital and its full stop. */
export function asSentence(reason: string): string {
  const text = reason.trim().replace(/[.\s]+$/, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
