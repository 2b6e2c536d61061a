import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { definitionsQuery } from '../../query/definitions-query.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { type Rich, RichContext } from '../../ui/values/rich-context.ts';
import { LinkName, LinkValue } from './link-value.tsx';
import { sessionFor } from '../sessions.ts';
import styles from './links.module.css';
import { mayLink, nameIn, possibleSources } from './link-target.ts';
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
 * richOf finds the definitions of a register's attributes, and the targets of its values. It resolves once
 * the register itself has answered; additions of a field register update the same query later.
 */
async function richOf(queries: QueryClient, session: RegisterSession, register: RegisterId): Promise<Rich> {
  const summary = await queries.ensureQueryData(registerQuery(session));
  const context: LinkContext = {
    register,
    name: summary.name ?? nameIn(register),
    variant: summary.variant,
  };
  const places = definitionPlaces(context);
  const rich: Rich = {
    own: context.name,
    definitions: await queries.ensureQueryData(
      definitionsQuery(session, { description: places.description }),
    ),
    Link: (props) => <LinkValue {...props} context={context} />,
    NameOf: ({ to }) => <LinkName to={to} context={context} />,
    Backlinks: ({ recordKey }) => <Backlinks context={context} recordKey={recordKey} />,
  };
  if (places.fieldRegister !== undefined)
    queries.ensureQueryData(definitionsQuery(session, places)).then(
      (definitions) => queries.setQueryData<Rich>([session.id, 'rich'], { ...rich, definitions }),
      () => undefined,
    );
  return rich;
}

// A first visit knows no other register that could link to this one.
const LinkingRecords = lazy(async () => ({
  default: (await import('./linking-records.tsx')).LinkingRecords,
}));

/**
 * Backlinks lists the records of the registers opened in this browser that link to a record, with
 * the extent of each search.
 */
function Backlinks({ context, recordKey }: { context: LinkContext; recordKey: string }) {
  const queries = useQueryClient();
  const sources = possibleSources(context).filter(({ register, name }) => {
    const { queryKey } = definitionsQuery(sessionFor(register), {});
    const known = queries.getQueryData(queryKey);
    return known === undefined || mayLink(known, name, context.name);
  });
  const none = (
    <p className={`faint ${styles.backlinks}`}>
      No linking records found in the registers you opened.{' '}
      <Link to={pathTo({ view: 'start' })}>Open another</Link>
    </p>
  );
  if (sources.length === 0) return none;
  return (
    <Suspense>
      <LinkingRecords {...{ sources, context, recordKey, none }} />
    </Suspense>
  );
}
