import { parseHash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';

/** readTheirs reads another person's head out of an address's query: `size` and `root` (64 digits, with or without a prefix). Undefined where neither is there. */
export function readTheirs(
  search: string,
): { readonly head: Checkpoint } | { readonly problem: string } | undefined {
  const query = new URLSearchParams(search);
  const size = query.get('size');
  const root = query.get('root');
  if (size === null && root === null) return undefined;
  if (size === null || root === null)
    return { problem: `The address has no ${size === null ? 'size' : 'root'}.` };
  const logSize = /^[1-9]\d{0,15}$/.test(size) ? Number(size) : Number.NaN;
  if (!Number.isSafeInteger(logSize))
    return { problem: `The size in the address is ${quoted(size)}; it is a whole number from 1.` };
  const text = root.trim();
  const rootHash =
    parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  if (rootHash === undefined)
    return { problem: `The root in the address is ${quoted(root)}; it has 64 hexadecimal digits.` };
  return { head: { logSize, rootHash } };
}

const LONGEST = 80;

function quoted(text: string): string {
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
}
