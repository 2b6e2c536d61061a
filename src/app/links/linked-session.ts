import { memoize } from '../../core/memoize.ts';
import type { Variant } from '../../core/model.ts';
import type { DefinitionPlaces } from '../../query/definitions-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { sessionFor } from '../sessions.ts';
import { type LinkSource, targetOf } from './link-target.ts';

/** LinkContext has the targets of links in one register. */
export interface LinkContext extends LinkSource {
  readonly variant: Variant;
}

/** The sessions for links by their main session, so that both are dropped together. */
const bothOf = memoize((session: RegisterSession): Readonly<Record<Variant, RegisterSession>> => ({
  item: { ...session, variant: 'item' },
  blob: { ...session, variant: 'blob' },
}));

/**
 * linkSession returns the session for links to a register: its own, but for a remote one with the variant
 * of the linking register.
 */
export function linkSession(id: RegisterId, variant: Variant): RegisterSession {
  const session = sessionFor(id);
  return id.kind === 'remote' ? bothOf(session)[variant] : session;
}

/**
 * definitionPlaces returns further sources of a register's definitions: its system entries, as
 * the mock describes bundled registers and files; for others a field register beside it, or one
 * opened in this browser before.
 */
export function definitionPlaces(context: LinkContext): DefinitionPlaces {
  const { register, variant } = context;
  if (register.kind !== 'remote') {
    const name = register.kind === 'bundled' ? register.name : encodeURIComponent(register.file);
    return {
      description: { address: `${REGISTERS_ADDRESS}/${name}`, transport: sessionFor(register).transport },
    };
  }
  const field = targetOf(context, 'field');
  return field === undefined ? {} : { fieldRegister: linkSession(field, variant) };
}
