const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** momentOf reads a timestamp as milliseconds since 1970; one without a zone is UTC (wire notes: some lack the `Z`). Undefined where it is no moment. */
export function momentOf(timestamp: string): number | undefined {
  const found = TIMESTAMP.exec(timestamp);
  if (found === null) return undefined;
  const moment = Date.parse(found[1] === undefined ? `${timestamp}Z` : timestamp);
  return Number.isNaN(moment) ? undefined : moment;
}
