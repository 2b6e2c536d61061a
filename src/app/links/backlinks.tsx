import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type Definitions, ownDefinitionsQuery } from '../../query/definitions-query.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo } from '../../ui/paths.ts';
import { sessionFor } from '../sessions.ts';
import styles from './links.module.css';
import { possibleSources } from './link-target.ts';
import type { LinkContext } from './linked-session.ts';

// A first visit knows no other register that could link to this one.
const LinkingRecords = lazy(async () => ({
  default: (await import('./linking-records.tsx')).LinkingRecords,
}));

/** Backlinks lists the records of the registers opened in this browser that link to a record, with the extent of each search. */
export function Backlinks({ world, recordKey }: { world: LinkContext; recordKey: string }) {
  const queries = useQueryClient();
  const sources = possibleSources(world).filter(({ register, name }) => {
    const key = ownDefinitionsQuery(sessionFor(register), {}).queryKey;
    return mayLink(queries.getQueryData(key), name, world.name);
  });
  if (sources.length === 0)
    return (
      <p className={`faint ${styles.backlinks}`}>
        No linking records found in the registers you opened.{' '}
        <Link to={pathTo({ view: 'start' })}>Open another</Link>
      </p>
    );
  return (
    <div className={styles.backlinks}>
      <Suspense>
        <LinkingRecords sources={sources} world={world} recordKey={recordKey} />
      </Suspense>
    </div>
  );
}

/** mayLink reports whether an attribute of a register may hold keys of the one named `to`; true if its definitions are not known. The attribute that repeats its own key does not count. */
function mayLink(
  definitions: Definitions | undefined,
  own: string | undefined,
  to: string | undefined,
): boolean {
  if (definitions === undefined) return true;
  const known = [...definitions].filter(([attribute]) => attribute !== own || own !== to);
  return known.some(
    ([, { datatype, register }]) => datatype === undefined || datatype.is === 'curie' || register?.is === to,
  );
}
