import { normalizeEscapes } from '../core/escapes.ts';

/**
 * canonicalBase returns the normal form of a base address (RFC 3986, 6.2.2), without a trailing slash: every
 * spelling is the same register, with the same memory.
 */
export function canonicalBase(base: string): string {
  if (!URL.canParse(base)) return base;
  const { origin, pathname } = new URL(base);
  return origin + normalizeEscapes(pathname).replace(/\/+$/, '');
}

/** originOf returns the origin in the id of a register on a server; undefined for any other id. */
export function originOf(registerId: string): string | undefined {
  return /^https?:\/\/[^/]*/.exec(registerId)?.[0];
}
