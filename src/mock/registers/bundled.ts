import type { LoadSource } from '../engine/register.ts';
import type { RegisterSource } from '../source.ts';
import { country } from './country.ts';
import { currency } from './currency.ts';
import { hostile } from './hostile.ts';
import { planet } from './planet.ts';
import { premises } from './premises.ts';
import { unfaithful, UNFAITHFUL_TITLE } from './unfaithful.ts';

/** BundledRegister is a register that comes with the program. Its entries are built when they are first read. */
export interface BundledRegister {
  readonly name: string;
  readonly title: string;
  load(): RegisterSource;
}

/** BUNDLED lists the registers that come with the program and are kept in memory, in the order in which to offer them. Their content never depends on anything outside. */
export const BUNDLED: readonly BundledRegister[] = [
  ...[country, currency, planet].map((source) => ({
    name: source.name,
    title: source.title ?? source.name,
    load: () => source,
  })),
  { name: 'unfaithful', title: UNFAITHFUL_TITLE, load: unfaithful },
];

/**
 * bundledRegisters are all registers that come with the program, as createApp takes them: those of BUNDLED, the million of premises, which is reckoned when asked
 * for, and that of hostile values, which is offered nowhere.
 */
export function bundledRegisters(): Map<string, LoadSource> {
  const registers = new Map<string, LoadSource>(
    BUNDLED.map((bundled) => [bundled.name, () => bundled.load()]),
  );
  return registers.set('premises', () => premises()).set('hostile', hostile);
}
