import type { DefinitionPlaces } from '../../query/definitions-query.ts';
import { descriptionOf, linkedRegister, type LinkingRegister } from './link-context.ts';
import { mayRequest, targetOf } from './link-target.ts';

/**
 * definitionPlaces returns further sources of a register's definitions: its system entries, as
 * the mock describes bundled registers and files; for others a field register that may be requested.
 */
export function definitionPlaces(from: LinkingRegister): DefinitionPlaces {
  const { register } = from;
  if (register.kind !== 'remote') return { description: descriptionOf(from) };
  const field = targetOf(from, 'field');
  return field === undefined || !mayRequest(field, register)
    ? {}
    : { fieldRegister: linkedRegister(field, from) };
}
