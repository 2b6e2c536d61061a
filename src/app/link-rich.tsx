import type { QueryClient } from '@tanstack/react-query';
import { definitionsQuery, ownDefinitionsQuery } from '../query/definitions-query.ts';
import { registerQuery } from '../query/register-queries.ts';
import type { RegisterSession } from '../query/session.ts';
import type { RegisterId } from '../ui/paths.ts';
import { AttributeName } from '../ui/values/attribute-name.tsx';
import type { Rich } from '../ui/values/rich-context.ts';
import { EndedMark } from './link-ended-mark.tsx';
import { LinkName } from './link-name.tsx';
import { LinkValue } from './link-value.tsx';
import { definitionPlaces, type LinkWorld } from './link-world.ts';
import { Backlinks } from './link-backlinks.tsx';
import { noteOpened } from './link-opened.ts';
import { nameIn } from './link-target.ts';

/** richKey is the query of what is known beyond the values of a register. */
function richKey(session: RegisterSession): readonly string[] {
  return [session.id, 'rich'];
}

/**
 * richOf finds out what the attributes of a register mean, and where its values lead. It resolves as soon as the register itself has been asked; what a field
 * register adds is put into the same query later.
 */
export async function richOf(
  queries: QueryClient,
  session: RegisterSession,
  register: RegisterId,
): Promise<Rich> {
  const summary = await queries.ensureQueryData(registerQuery(session));
  const world: LinkWorld = {
    register,
    name: summary.name ?? nameIn(register),
    variant: summary.variant,
  };
  noteOpened(world, summary.title);
  const places = definitionPlaces(world);
  const rich: Rich = {
    own: world.name,
    definitions: await queries.ensureQueryData(ownDefinitionsQuery(session, places)),
    Name: AttributeName,
    Ended: EndedMark,
    Link: (props) => <LinkValue {...props} world={world} />,
    NameOf: ({ to }) => <LinkName to={to} world={world} />,
    Backlinks: ({ recordKey }) => <Backlinks world={world} recordKey={recordKey} />,
  };
  if (places.fieldRegister !== undefined)
    queries.ensureQueryData(definitionsQuery(session, places)).then(
      (definitions) => queries.setQueryData<Rich>(richKey(session), { ...rich, definitions }),
      () => undefined,
    );
  return rich;
}
