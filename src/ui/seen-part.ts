import { createContext } from 'react';
import type { Checkpoint } from '../core/model.ts';

/** SENT_DIGITS is how many hexadecimal digits of a root hash a link carries: 128 bits. */
export const SENT_DIGITS = 32;

/** LONGEST_FRAGMENT is how much of a fragment is read. */
export const LONGEST_FRAGMENT = 200;

/** SeenContext is the part that links to the page on view carry: the head verified there. Empty for none. */
export const SeenContext = createContext('');

/** seenPart writes a head as the part of a link. */
export function seenPart({ logSize, rootHash }: Checkpoint): string {
  return `seen=${logSize}.${rootHash.slice(0, SENT_DIGITS)}`;
}

/** hasSeen reports whether the fragment of an address says what its sender saw. */
export function hasSeen(fragment: string): boolean {
  return /[#&]seen(?:=|%3D)/i.test(fragment.slice(0, LONGEST_FRAGMENT));
}
