import type { LoadSource } from '../engine/register.ts';
import { country } from './country.ts';
import { currency } from './currency.ts';
import { hostile } from './hostile.ts';
import { planet } from './planet.ts';
import { premises } from './premises.ts';
import type { RegisterSource } from '../source.ts';

/** UNFAITHFUL_TITLE is how the register is listed. */
const UNFAITHFUL_TITLE = 'Unfaithful countries';

/**
 * unfaithful is country under another name, to demonstrate a dishonest server: whoever remembers its root from one address and comes back to
 * another (`~v2+fork`, `~v2+rollback`) sees one register that changed its mind. Called late, so that country's entries are built when they are read.
 */
function unfaithful(): RegisterSource {
  return {
    ...country,
    name: 'unfaithful',
    title: UNFAITHFUL_TITLE,
    text: 'Countries, dishonest: a demo that simulates attacks. Honest unless the address names a fault, as /unfaithful~v2+fork does.',
  };
}

/** BundledRegister is a register included in the program. Its entries are built on first use. */
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
 * bundledRegisters are all registers that come with the program, as createApp takes them: those of BUNDLED, the million of premises, which is generated when asked
 * for (`loadPremises`, where a host brings a faster hash), and that of hostile values, which is offered nowhere.
 */
export function bundledRegisters(loadPremises: LoadSource = () => premises()): Map<string, LoadSource> {
  const registers = new Map<string, LoadSource>(
    BUNDLED.map((bundled) => [bundled.name, () => bundled.load()]),
  );
  return registers.set('premises', loadPremises).set('hostile', hostile);
}
