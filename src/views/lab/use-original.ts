import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Hash } from '../../core/hash.ts';
import type { Attribute, Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/inclusion-queries.ts';
import { recordDataCheckQuery, entryItemsQuery } from '../../query/data-queries.ts';
import { clientQuery } from '../../query/client-query.ts';
import { entryQuery } from '../../query/entry-queries.ts';
import { sentPathQuery } from '../../query/lab-query.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import type { Original } from './copy.ts';

/** Opened is what the lab begins with. */
export interface Opened {
  readonly original: Original;
  readonly schema: readonly Attribute[];
  /** Whether already the register's own data does not hold in some check. */
  readonly doubtful: boolean;
}

/**
 * useOriginal reads and checks one entry as every page does, and makes of it what the lab copies. Once it is there it stays: what is read anew later would
 * take the copy from under the reader's hands.
 */
export function useOriginal(
  entryNumber: number,
  head: Checkpoint,
): { readonly opened: Opened | undefined; readonly failure: Error | null; readonly retrying: boolean } {
  const session = useSession();
  const client = useQuery(clientQuery(session));
  const summary = useQuery(registerQuery(session));
  const entry = useQuery(entryQuery(session, entryNumber));
  const items = useQuery({
    ...entryItemsQuery(session, entry.data?.itemHashes ?? []),
    enabled: entry.data !== undefined,
  });
  const data = useQuery({
    ...recordDataCheckQuery(session, items.data ?? [], entry.data ?? NO_ENTRY),
    enabled: items.data !== undefined,
  });
  const check = useQuery({
    ...entryCheckQuery(session, entry.data ?? NO_ENTRY, head),
    enabled: entry.data !== undefined,
  });
  const climbed = check.data && pathOf(check.data);
  const sent = useQuery({
    ...sentPathQuery(session, entryNumber, check.data?.checkpoint.logSize ?? 0),
    enabled: check.data !== undefined && climbed === undefined,
  });
  const [opened, setOpened] = useState<Opened>();
  const auditPath = climbed ?? sent.data;
  const read = [client, entry, items, data, check, sent];
  // The summary only names the attributes; some servers have none.
  if (opened === undefined && !summary.isPending && auditPath && client.data && items.data) {
    if (check.data && data.data) {
      setOpened({
        original: {
          variant: client.data.variant,
          items: items.data,
          entry: check.data.entry,
          auditPath,
          checkpoint: check.data.checkpoint,
          leafRule: check.data.leafRule,
        },
        schema: summary.data?.schema ?? [],
        doubtful: [check.data, data.data].some(({ verdict }) => verdict.outcome !== 'holds'),
      });
    }
  }
  return {
    opened,
    failure: opened === undefined ? (read.find((query) => query.error !== null)?.error ?? null) : null,
    retrying: read.some((query) => query.isFetching),
  };
}

/** pathOf reads the hashes that were sent out of the steps that were made with them; undefined where none were made, though there may be hashes. */
function pathOf({ steps, checkpoint }: EntryCheck): readonly Hash[] | undefined {
  if (steps.length === 0 && checkpoint.logSize !== 1) return undefined;
  return steps.map((step) => (step.side === 'left' ? step.left : step.right));
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
