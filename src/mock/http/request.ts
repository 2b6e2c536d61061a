import type { Variant } from '../../core/model.ts';
import type { RegisterLog } from '../engine/register-log.ts';
import { type Format, badRequest, quoted } from './response.ts';

/** VARIANT_NAMES are the variants as they are in addresses. */
export const VARIANT_NAMES: Readonly<Record<Variant, string>> = { item: 'v2', blob: 'earlier' };

/** variantNamed is the variant that addresses call so. */
export function variantNamed(name: string | undefined): Variant | undefined {
  return (['item', 'blob'] as const).find((variant) => VARIANT_NAMES[variant] === name);
}

/**
 * chooseFormat picks the form with the greater weight in an Accept header, JSON where they tie or nothing is
 * asked for (RFC 9110 12.5.1).
 * Returns undefined if the header admits neither.
 */
export function chooseFormat(accept: string | null): Format | undefined {
  const weights = new Map((accept?.trim() || '*/*').split(',').map(parseRange));
  const weigh = (type: string, group: string): number =>
    weights.get(type) ?? weights.get(group) ?? weights.get('*/*') ?? 0;
  const json = weigh('application/json', 'application/*');
  const csv = weigh('text/csv', 'text/*');
  if (json === 0 && csv === 0) return undefined;
  return json >= csv ? 'json' : 'csv';
}

/** chooseEncoding picks br or gzip, the one with the greater weight in an Accept-Encoding header; none by default. */
export function chooseEncoding(accepted: string | null): 'br' | 'gzip' | undefined {
  const weights = new Map((accepted ?? '').split(',').map(parseRange));
  const [br = 0, gzip = 0] = ['br', 'gzip'].map((name) => weights.get(name) ?? weights.get('*') ?? 0);
  if (br === 0 && gzip === 0) return undefined;
  return br >= gzip ? 'br' : 'gzip';
}

function parseRange(text: string): [range: string, weight: number] {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [range, /^[01](\.\d{0,3})?$/.test(weight) ? Math.min(1, Number(weight)) : 0];
}

const DIGITS = /^(0|[1-9][0-9]{0,15})$/;

/**
 * parseDigits reads a whole number from 0 to 2^53-1 written in decimal digits without leading zeros;
 * undefined for anything else.
 */
export function parseDigits(text: string): number | undefined {
  if (!DIGITS.test(text)) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** single reads a query parameter that may be given at most once. @throws Problem 400 */
export function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw badRequest(`The parameter ${name} is given ${values.length} times.`);
  return values[0];
}

/**
 * positiveParameter reads a whole number from 1 to `most`, or the fallback where the parameter is
 * absent. @throws Problem 400
 */
export function positiveParameter(
  query: URLSearchParams,
  name: string,
  fallback: number,
  most: number,
): number {
  const text = single(query, name);
  return text === undefined ? fallback : wholeNumber(text, `The parameter ${name} takes`, most);
}

/** wholeNumber reads a number from `least` to `most`; its message begins with `what`. @throws Problem 400 */
export function wholeNumber(text: string, what: string, most: number, least = 1): number {
  const number = parseDigits(text);
  if (number === undefined || number < least || number > most)
    throw badRequest(`${what} a whole number from ${least} to ${most}, not ${quoted(text)}.`);
  return number;
}

/**
 * keySegment writes a key as a path segment. URL parsers remove `.` and `..` even where their dots are
 * percent-encoded, so that these two keys can only travel encoded twice.
 */
export function keySegment(key: string): string {
  return key === '.' || key === '..' ? key.replaceAll('.', '%252E') : encodeURIComponent(key);
}

const TWICE_ENCODED = /^(%2e){1,2}$/i;

/** keyOf reads a decoded path segment as a key, `%2E%2E` as `..` (see keySegment). */
export function keyOf(segment: string): string {
  return TWICE_ENCODED.test(segment) ? segment.replaceAll(/%2e/gi, '.') : segment;
}

/**
 * splitSuffix takes `.json` or `.csv` off a percent-encoded path, unless it ends a key or a value that the
 * register has: what is literally there wins over the suffix. Without a register (`log` absent) nothing is
 * literally there. One trailing slash means nothing.
 */
export function splitSuffix(suffixed: string, log?: RegisterLog): { path: string; format?: Format } {
  const path = suffixed.replace(/\/$/, '');
  const [suffix = '', format] = /\.(json|csv)$/.exec(path) ?? [];
  if (format === undefined || (log && isLiteral(path, log))) return { path };
  return { path: path.slice(0, -suffix.length), format: format as Format };
}

function isLiteral(path: string, log: RegisterLog): boolean {
  const [, resource, first = '', second, ...more] = path.split('/').map(decodeURIComponent);
  if (more.length > 0) return false;
  if (resource === 'snapshots') return second !== undefined && log.trail(keyOf(second)).length > 0;
  if (resource !== 'records') return false;
  if (second === undefined) return log.trail(keyOf(first)).length > 0;
  return (log.keysWhere(first, second) ?? []).length > 0;
}
