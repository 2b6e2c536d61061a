import { memoize } from '../../core/memoize.ts';
import type { Variant } from '../../core/model.ts';
import type { DefinitionPlaces } from '../../query/definitions-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { fileAddress, type RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { sessionFor } from '../sessions.ts';
import { isAtHand, isOpenedHere, type LinkSource, targetOf } from './link-target.ts';

/** LinkContext has the targets of links in one register. */
export interface LinkContext extends LinkSource {
  readonly variant: Variant;
}

/** The sessions for links by their main session, so that both are dropped together. */
const bothOf = memoize((session: RegisterSession): Readonly<Record<Variant, RegisterSession>> => ({
  item: { ...session, variant: 'item' },
  blob: { ...session, variant: 'blob' },
}));

/** linkSession returns the session for links to a register: its own, but for a remote one with the variant of the linking register. */
export function linkSession(id: RegisterId, variant: Variant): RegisterSession {
  const session = sessionFor(id);
  return id.kind === 'remote' ? bothOf(session)[variant] : session;
}

/** UNOPENED_AT_MOST is the most registers never opened in this browser that are asked for names: data may name a thousand. */
const UNOPENED_AT_MOST = 20;

const unopened = new Set<string>();

/** mayBeNamed reports whether a linked register may be asked for names before the reader opens a link. */
export function mayBeNamed(id: RegisterId): boolean {
  if (fileAddress(id) !== undefined) return isAtHand(id);
  if (id.kind !== 'remote' || isOpenedHere(id)) return true;
  if (unopened.size < UNOPENED_AT_MOST) unopened.add(id.base);
  return unopened.has(id.base);
}

/**
 * definitionPlaces returns further sources of a register's definitions: its system entries, as the mock describes bundled registers and files; for others a field
 * register beside it, or one opened in this browser before.
 */
export function definitionPlaces(world: LinkContext): DefinitionPlaces {
  const { register, variant } = world;
  if (register.kind !== 'remote') {
    const name = register.kind === 'bundled' ? register.name : encodeURIComponent(register.file);
    return {
      description: { address: `${REGISTERS_ADDRESS}/${name}`, transport: sessionFor(register).transport },
    };
  }
  const field = targetOf(world, 'field');
  return field === undefined ? {} : { fieldRegister: linkSession(field, variant) };
}
