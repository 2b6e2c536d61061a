const MOMENT =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

/**
 * isRealDatetime reports whether a `datetime` value, which may be only a year or a month, exists in the
 * calendar. Engines read 31 February as a day in March.
 */
export function isRealDatetime(text: string): boolean {
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] =
    MOMENT.exec(text)
      ?.slice(1)
      .filter((part) => part !== undefined)
      .map(Number) ?? [];
  if (year === undefined || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days && hour <= 24 && minute <= 59 && second <= 60;
}

/**
 * hasBegun reports whether a `datetime` value, which may be only a year or a month, is not after
 * `now`, a UTC timestamp or the beginning of one (api/servers.md, "Keys and values"). A text that is not
 * a real date never begins.
 */
export function hasBegun(text: string, now: string): boolean {
  return text <= now && isRealDatetime(text);
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * instantOf reads a register's timestamp, or a clock's, as milliseconds since 1970; one without a zone is UTC
 * (hashing.md: some lack the `Z`). Undefined if it is not a timestamp.
 */
export function instantOf(timestamp: string | number): number | undefined {
  if (typeof timestamp === 'number') return timestamp;
  const parts = TIMESTAMP.exec(timestamp);
  // oxlint-disable-next-line no-restricted-globals -- reads no clock
  const time = Date.parse(parts?.[1] === undefined ? `${timestamp}Z` : timestamp);
  return parts === null || Number.isNaN(time) ? undefined : time;
}
