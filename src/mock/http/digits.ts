const DIGITS = /^(0|[1-9][0-9]{0,15})$/;

/** parseDigits reads a whole number from 0 to 2^53-1 written in decimal digits without leading zeros; undefined for anything else. */
export function parseDigits(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}
