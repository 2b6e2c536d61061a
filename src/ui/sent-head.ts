import { type Hash, parseHash } from '../core/hash.ts';
import { isolated } from '../core/invisible.ts';
import type { SentHead } from '../core/model.ts';
import { numberIn } from './paths.ts';
import { LONGEST, SENT_DIGITS } from './seen-part.ts';

/**
 * readSeen reads that part of a fragment. Percent-escapes, and what mail and chat programs add to a link, are accepted;
 * all else that is not `size.digits` is a problem, in words.
 */
export function readSeen(fragment: string): SentHead | { readonly problem: string } {
  const parts = unescaped(fragment.slice(0, LONGEST)).match(/[#&]seen=[^&#?]*/gi) ?? [];
  const [part = ''] = parts;
  const text = part.slice('#seen='.length).replace(/:~:.*$|[^\da-z]+$/giu, '');
  const [, size = '', digits = ''] = /^(\d+)\.([0-9a-f]+)$/i.exec(text) ?? [];
  const logSize = numberIn(size);
  if (parts.length > 1) return { problem: 'The link says twice what its sender saw.' };
  if (Number.isNaN(logSize) || digits.length < SENT_DIGITS || digits.length > 64)
    return { problem: `The link is incomplete or was changed: “${isolated(text)}” is no log size and root.` };
  return { logSize, digits: digits.toLowerCase() };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * readSentRoot reads `size` and `root` (64 digits, with or without a prefix) from the query of an address.
 * Undefined without a root.
 */
export function readSentRoot(
  search: string,
): { readonly rootHash: Hash; readonly logSize?: number } | { readonly problem: string } | undefined {
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
