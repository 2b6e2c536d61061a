import { bytesToHex } from '@noble/hashes/utils.js';

/** grown returns the array if it has room for `length` members, else a copy at least twice as long. */
export function grown<T extends Uint8Array | Uint32Array | Float64Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const make = array.constructor as new (length: number) => T;
  const larger = new make(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

/** MOST_ROOM bounds what is set aside on a server's word for the size of its log. */
export const MOST_ROOM = 2_000_000;

/** slotsFor is how many slots a table of up to `members` has: a power of two, at most half of them full. */
export function slotsFor(members: number): number {
  let slots = 1024;
  while (slots < 2 * members) slots *= 2;
  return slots;
}

/** randomId is 32 hexadecimal digits that no other has. */
export function randomId(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
