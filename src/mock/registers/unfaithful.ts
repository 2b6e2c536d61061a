import type { RegisterSource } from '../source.ts';
import { country } from './country.ts';

/** UNFAITHFUL_TITLE is how the register is listed. */
export const UNFAITHFUL_TITLE = 'Unfaithful countries';

/**
 * unfaithful is country under another name, for showing what a server can do that lies: whoever remembers its root from one address and comes back to
 * another (`~v2+fork`, `~v2+rollback`) sees one register that changed its mind. Called late, so that country's entries are built when they are read.
 */
export function unfaithful(): RegisterSource {
  return {
    ...country,
    name: 'unfaithful',
    title: UNFAITHFUL_TITLE,
    text: 'The countries once more, from a server that cannot be trusted. A demonstration: honest here, it misbehaves where the address asks for it, as /unfaithful~v2+fork does.',
  };
}
