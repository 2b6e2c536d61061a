import type { RegisterSource } from '../source.ts';
import { country } from './country.ts';
import { currency } from './currency.ts';
import { planet } from './planet.ts';
import { unfaithful, UNFAITHFUL_TITLE } from './unfaithful.ts';

/** BundledRegister is a register that comes with the program. Its entries are built when they are first read. */
export interface BundledRegister {
  readonly name: string;
  readonly title: string;
  load(): RegisterSource;
}

/** BUNDLED lists the registers that come with the program, in the order in which to offer them. Their content never depends on anything outside. */
export const BUNDLED: readonly BundledRegister[] = [
  ...[country, currency, planet].map((source) => ({
    name: source.name,
    title: source.title ?? source.name,
    load: () => source,
  })),
  { name: 'unfaithful', title: UNFAITHFUL_TITLE, load: unfaithful },
];
