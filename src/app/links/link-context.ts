import { createContext } from 'react';
import type { Variant } from '../../core/model.ts';
import type { DefinitionPlaces } from '../../query/definitions-query.ts';
import type { LinkedRegister } from '../../query/link-query.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { sessionFor } from '../sessions.ts';
import type { LinkSource } from './link-target.ts';

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
 * descriptionOf returns where the mock describes a bundled register or a file, with the definitions in its system
 * entries; undefined for a register of another server.
 */
export function descriptionOf({ register }: LinkingRegister): DefinitionPlaces['description'] {
  if (register.kind === 'remote') return undefined;
  const name = register.kind === 'bundled' ? register.name : encodeURIComponent(register.file);
  return { address: `${REGISTERS_ADDRESS}/${name}`, transport: sessionFor(register).transport };
}
