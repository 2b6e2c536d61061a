import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { type Hash, hashToBytes } from '../../core/hash.ts';

/**
 * rootWords writes a hash as 24 English words (BIP-39), which are easier to compare than 64 digits; the last
 * one has 8 checksum bits.
 */
export function rootWords(hash: Hash): readonly string[] {
  return entropyToMnemonic(hashToBytes(hash), wordlist).split(' ');
}
