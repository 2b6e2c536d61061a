import { type Hash, parseHash } from '../core/hash.ts';
import { numberIn } from './paths.ts';

/** SentRoot is the root that another person put into a link: that of a log of `logSize` entries, or of the whole log where the link names no size. */
export interface SentRoot {
  readonly rootHash: Hash;
  readonly logSize?: number;
}

/** readSentRoot reads `size` and `root` (64 digits, with or without a prefix) from the query of an address. Undefined where there is no root. */
export function readSentRoot(search: string): SentRoot | { readonly problem: string } | undefined {
  const query = new URLSearchParams(search);
  const size = query.get('size');
  const root = query.get('root');
  if (root === null) return undefined;
  const logSize = numberIn(size);
  if (size !== null && Number.isNaN(logSize))
    return { problem: `The size in the address is ${quoted(size)}; it is a whole number from 1.` };
  const text = root.trim();
  const rootHash =
    parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text.toLowerCase(), 'bare');
  if (rootHash === undefined)
    return { problem: `The root in the address is ${quoted(root)}; it has 64 hexadecimal digits.` };
  return { rootHash, ...(size !== null && { logSize }) };
}

const LONGEST = 80;

function quoted(text: string): string {
  return `“${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}”`;
}
