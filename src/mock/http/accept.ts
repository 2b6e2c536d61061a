/** Format is a form in which an answer can be had. */
export type Format = 'json' | 'csv';

/** MEDIA_TYPES are the exact content types of the two forms. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv;charset=UTF-8',
};

const RANGES: Readonly<Record<Format, readonly string[]>> = {
  json: ['application/json', 'application/*', '*/*'],
  csv: ['text/csv', 'text/*', '*/*'],
};

/**
 * chooseFormat picks the form with the greater weight in an Accept header, JSON where they tie or nothing is asked for (RFC 9110 12.5.1).
 * Returns undefined where the header admits neither.
 */
export function chooseFormat(accept: string | null): Format | undefined {
  if (accept === null || accept.trim() === '') return 'json';
  const weights = new Map(accept.split(',').map(parseRange));
  const weigh = (format: Format): number => {
    const closest = RANGES[format].find((range) => weights.has(range));
    return closest === undefined ? 0 : (weights.get(closest) ?? 0);
  };
  const json = weigh('json');
  const csv = weigh('csv');
  if (json === 0 && csv === 0) return undefined;
  return json >= csv ? 'json' : 'csv';
}

function parseRange(text: string): [range: string, weight: number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [range, /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0];
}
