import { createContext } from 'react';
import type { Variant } from '../../core/model.ts';
import type { DefinitionPlaces } from './definition-queries.ts';
import type { LinkedRegister } from './link-queries.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { sessionFor } from '../sessions.ts';
import { type LinkSource, mayRequest, targetOf } from './link-target.ts';

/** LinkingRegister is the register whose values link to others. */
export interface LinkingRegister extends LinkSource {
  readonly variant: Variant;
}

/** LinkContext carries the register on view to the links in it. */
export const LinkContext = createContext<LinkingRegister | undefined>(undefined);

/** linkedRegister returns a register that another one links to; by default both are of one variant. */
export function linkedRegister(register: RegisterId, { variant }: LinkingRegister): LinkedRegister {
  return { session: sessionFor(register), variant };
}

/**
 * definitionPlaces returns further sources of a register's definitions: its system entries, as
 * the mock describes bundled registers and files; for others a field register that may be requested.
 */
export function definitionPlaces(from: LinkingRegister): DefinitionPlaces {
  const { register } = from;
  if (register.kind !== 'remote') {
    const name = register.kind === 'bundled' ? register.name : encodeURIComponent(register.file);
    return {
      description: { address: `${REGISTERS_ADDRESS}/${name}`, transport: sessionFor(register).transport },
    };
  }
  const field = targetOf(from, 'field');
  return field === undefined || !mayRequest(field, register)
    ? {}
    : { fieldRegister: linkedRegister(field, from) };
}
