import { readHash, wholeNumber } from './copy.ts';

// What is wrong with a field is said beside it. The verdict is the verifier's: it looks at the same field by itself.

/** hashProblem says why a text is no hash, or undefined where it is one. */
export function hashProblem(text: string): string | undefined {
  if (readHash(text) !== undefined) return undefined;
  const digits = text.replace(/^sha-256:/, '');
  if (digits === '') return 'Not a hash: it is empty.';
  if (readHash(text.toLowerCase()) !== undefined)
    return 'Not a hash as registers write it: its digits are in lower case.';
  if (!/^[0-9a-f]*$/.test(digits)) return 'Not a hash: its digits are 0 to 9 and a to f.';
  return `Not a hash: it has 64 digits, and here are ${digits.length}.`;
}

/** numberProblem says why a text is no whole number of at least `least`, or undefined where it is one. */
export function numberProblem(text: string, least: number): string | undefined {
  const value = wholeNumber(text);
  return value >= least ? undefined : `Not a whole number from ${least} to 2^53-1, in digits alone.`;
}

/** textProblem says why a text cannot be hashed, or undefined where it can. */
export function textProblem(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? 'Half a character (a lone surrogate): UTF-8 cannot write it, so no hash of it exists.'
    : undefined;
}
