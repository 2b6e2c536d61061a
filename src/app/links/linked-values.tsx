import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useMemo, useState } from 'react';
import { Part } from '../../ui/part.tsx';
import { definitionsQuery } from './definition-queries.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useRegister } from '../../ui/link.tsx';
import { type RegisterDefinitions, DefinitionContext } from '../../ui/values/definition-context.ts';
import { LinkingRecords } from '../parts.ts';
import { sessionFor } from '../sessions.ts';
import { definitionPlaces, LinkContext, type LinkingRegister } from './link-context.ts';
import { LinkName, LinkValue } from './link-value.tsx';
import styles from './links.module.css';
import { mayLink, nameIn, possibleSources } from './link-target.ts';

/** LinkedValues provides definitions and links to the values within it, once the register has answered. */
export function LinkedValues({ children }: { children: ReactNode }) {
  const register = useRegister();
  const session = useSession();
  const { data: summary } = useSummary();
  const { name = nameIn(register), variant } = summary ?? {};
  const from = useMemo(
    (): LinkingRegister | undefined => variant && { register, name, variant },
    [register, name, variant],
  );
  const places = from === undefined ? {} : definitionPlaces(from);
  const own = useQuery({
    ...definitionsQuery(session, { description: places.description }),
    enabled: from !== undefined,
  });
  const all = useQuery({
    ...definitionsQuery(session, places),
    enabled: own.data !== undefined && places.fieldRegister !== undefined,
  });
  const definitions = all.data ?? own.data;
  const context = useMemo(
    (): RegisterDefinitions | undefined =>
      definitions && { own: name, definitions, Link: LinkValue, NameOf: LinkName, Backlinks },
    [name, definitions],
  );
  return (
    <LinkContext value={from}>
      <DefinitionContext value={context}>{children}</DefinitionContext>
    </LinkContext>
  );
}

/**
 * Backlinks offers to look for the records that link to a record, in the registers opened in this browser
 * that may hold such links.
 */
function Backlinks({ recordKey }: { recordKey: string }) {
  const queries = useQueryClient();
  const from = use(LinkContext);
  const [openFor, setOpenFor] = useState<string>();
  const isOpen = openFor === recordKey;
  if (from === undefined) return null;
  const sources = possibleSources(from).filter(({ register, name }) => {
    const { queryKey } = definitionsQuery(sessionFor(register), {});
    const known = queries.getQueryData(queryKey);
    return known === undefined || mayLink(known, name, from.name);
  });
  if (sources.length === 0) return null;
  return (
    <details
      open={isOpen}
      className={styles.backlinks}
      onToggle={({ currentTarget }) => setOpenFor(currentTarget.open ? recordKey : undefined)}
    >
      <summary className="opener">Which records link here?</summary>
      {isOpen && (
        <Part>
          <LinkingRecords {...{ sources, from, recordKey }} />
        </Part>
      )}
    </details>
  );
}
