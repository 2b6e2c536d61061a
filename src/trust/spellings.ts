import { normalizeEscapes } from '../core/escapes.ts';
import type { RememberedRoot } from './remembered-root.ts';

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

/** Spelling is a root that is stored under another spelling of the address of its register. */
export interface Spelling {
  /** The id under which it is stored. */
  readonly storedAs: string;
  /** The root as that of the register. */
  readonly root: RememberedRoot;
}

/** spelled returns a root that is stored under this id as that of the register. */
export function spelled(storedAs: string, old: RememberedRoot, registerId: string): Spelling {
  const alarms = old.alarms.map(({ misbehaviour, read }) => ({
    misbehaviour: { ...misbehaviour, registerId },
    read,
  }));
  return { storedAs, root: { ...old, registerId, base: canonicalBase(old.base), alarms } };
}
