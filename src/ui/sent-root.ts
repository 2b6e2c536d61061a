import { createContext } from 'react';
import { type Hash, parseHash } from '../core/hash.ts';
import { isolated } from '../core/invisible.ts';
import { numberIn } from './paths.ts';

/**
 * SentRoot is the root in another person's link: that of a log of `logSize` entries, or of the whole log
 * if the link has no size.
 */
export interface SentRoot {
  readonly rootHash: Hash;
  readonly logSize?: number;
}

/** SentRootContext is the root added to links to the register on view; undefined if they need none. */
export const SentRootContext = createContext<SentRoot | undefined>(undefined);

/**
 * readSentRoot reads `size` and `root` (64 digits, with or without a prefix) from the query of an address.
 * Undefined without a root.
 */
export function readSentRoot(search: string): SentRoot | { readonly problem: string } | undefined {
  const query = new URLSearchParams(search);
  const size = query.get('size');
  const root = query.get('root');
  if (root === null) return undefined;
  const logSize = numberIn(size);
  if (size !== null && Number.isNaN(logSize))
    return { problem: `The size in the address is “${isolated(size)}”; it is a whole number from 1.` };
  const text = root.trim();
  const rootHash =
    parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  if (rootHash === undefined)
    return { problem: `The root in the address is “${isolated(root)}”; it has 64 hexadecimal digits.` };
  return { rootHash, ...(size !== null && { logSize }) };
}
