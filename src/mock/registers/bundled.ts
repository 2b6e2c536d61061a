import type { LoadSource } from '../engine/register.ts';
import { country } from './country.ts';
import { currency } from './currency.ts';
import { planet } from './planet.ts';
import { premises } from './premises.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';

/**
 * unfaithful is country under another name, to demonstrate a dishonest server: whoever remembers
 * its root from one address and comes back to another (`~v2+fork`, `~v2+rollback`) sees one
 * register that changed its mind.
 */
function unfaithful(): RegisterSource {
  return {
    ...country,
    name: 'unfaithful',
    title: 'Countries, dishonest',
    text: 'A demo that simulates attacks: honest unless the address names a fault, as /unfaithful~v2+fork does.',
  };
}

/**
 * bundledRegisters are all registers that come with the program, in the order in which to offer them, as
 * createApp takes them. Their content never depends on anything outside. The million of premises is generated
 * when asked for: by `loadPremises`, where a host has a faster way.
 */
export function bundledRegisters(loadPremises: LoadSource = () => premises()): Map<string, LoadSource> {
  return new Map<string, LoadSource>([
    ['country', () => country],
    ['currency', () => currency],
    ['planet', () => planet],
    ['unfaithful', unfaithful],
    ['premises', loadPremises],
  ]);
}
