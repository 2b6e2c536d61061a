import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { definitionsQuery, mayLink } from '../../query/definitions-query.ts';
import { sessionFor } from '../sessions.ts';
import { LinkContext } from './link-context.ts';
import { possibleSources } from './link-target.ts';
import { LinkingRecords } from './linking-records.tsx';
import styles from './links.module.css';

/**
 * Backlinks offers to look for the records that link to a record, in the registers opened in this browser
 * that may hold such links.
 */
export function Backlinks({ recordKey }: { recordKey: string }) {
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
      {isOpen && <LinkingRecords {...{ sources, from, recordKey }} />}
    </details>
  );
}
