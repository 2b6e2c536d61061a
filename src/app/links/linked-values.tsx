import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { definitionsQuery, ownDefinitionsQuery } from '../../query/definitions-query.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { AttributeName } from '../../ui/values/attribute-name.tsx';
import { type Rich, RichContext } from '../../ui/values/rich-context.ts';
import { Backlinks } from './backlinks.tsx';
import { EndedMark, LinkName, LinkValue } from './link-value.tsx';
import { nameIn } from './link-target.ts';
import { definitionPlaces, type LinkContext } from './linked-session.ts';

/** LinkedValues provides definitions and links to the values within it. */
export function LinkedValues({ children }: { children: ReactNode }) {
  const { register } = usePaths();
  const session = useSession();
  const { data } = useQuery({
    queryKey: [session.id, 'rich'],
    queryFn: ({ client }) => richOf(client, session, register),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });
  return <RichContext value={data}>{children}</RichContext>;
}

/**
 * richOf finds the definitions of a register's attributes, and the targets of its values. It resolves once the register itself has answered; additions of a field
 * register update the same query later.
 */
async function richOf(queries: QueryClient, session: RegisterSession, register: RegisterId): Promise<Rich> {
  const summary = await queries.ensureQueryData(registerQuery(session));
  const world: LinkContext = {
    register,
    name: summary.name ?? nameIn(register),
    variant: summary.variant,
  };
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
      (definitions) => queries.setQueryData<Rich>([session.id, 'rich'], { ...rich, definitions }),
      () => undefined,
    );
  return rich;
}
