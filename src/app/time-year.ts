/** FIRST_YEAR is from which on a number of four digits reads like a year: registers' entries are of this century or the last. */
const FIRST_YEAR = 1900;

/** endOfYearMeant is the last day of the year that a log size reads like, as it travels in an address: `2012-12-31`. Undefined where it reads like none, or like one to come. */
export function endOfYearMeant(size: string, now: Date): string | undefined {
  const year = /^\d{4}$/.test(size) ? Number(size) : 0;
  return year >= FIRST_YEAR && year <= now.getUTCFullYear() ? `${size}-12-31` : undefined;
}
