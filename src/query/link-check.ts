import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Entry, Item } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { entryCheckQuery, recordDataCheckQuery } from './check-queries.ts';
import { entryQuery } from './entry-queries.ts';
import { queryKey } from './keys.ts';
import { trailQuery } from './record-queries.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** LinkedCheck is whether the data of a linked record is that of an entry in its register's log: the worse of both verdicts. */
export interface LinkedCheck {
  readonly verdict: Verdict;
  readonly entryNumber: number;
  readonly logSize: number;
}

/**
 * linkedCheckQuery hashes the one item shown of a linked record and proves the entry that names it, against the head of that register. A record that the server itself gives no
 * entry number is the last of its trail. It opens the register and asks it up to four times. Rejects where a request fails: then nothing is known.
 */
export function linkedCheckQuery(
  session: RegisterSession,
  key: string,
  shown: { readonly item: Item; readonly entryNumber: number | undefined },
) {
  return queryOptions({
    queryKey: queryKey(session, 'linked-check', key, shown.entryNumber ?? 0, JSON.stringify([...shown.item])),
    queryFn: async ({ client }): Promise<LinkedCheck> => {
      const entry = await entryOf(client, session, key, shown.entryNumber);
      const head = await client.ensureQueryData(headQuery(session));
      const [data, proof] = await Promise.all([
        client.ensureQueryData(recordDataCheckQuery(session, [shown.item], entry)),
        client.ensureQueryData(entryCheckQuery(session, entry, head)),
      ]);
      const verdict = worse(data.verdict, proof.verdict);
      return { verdict, entryNumber: entry.entryNumber, logSize: proof.checkpoint.logSize };
    },
    staleTime: 60_000,
    retry: false,
  });
}

async function entryOf(
  queries: QueryClient,
  session: RegisterSession,
  key: string,
  entryNumber: number | undefined,
): Promise<Entry> {
  const entry =
    entryNumber === undefined
      ? (await queries.ensureQueryData(trailQuery(session, key))).at(-1)
      : await queries.ensureQueryData(entryQuery(session, entryNumber));
  if (entry === undefined) throw new Error('the server names no entry for this record');
  if (entry.key !== key) throw new Error(`entry ${entry.entryNumber} is one of another key`);
  return entry;
}

const WORST_FIRST: readonly Verdict['outcome'][] = ['does-not-match', 'cannot-check', 'not-checked', 'holds'];

function worse(one: Verdict, other: Verdict): Verdict {
  return WORST_FIRST.indexOf(one.outcome) <= WORST_FIRST.indexOf(other.outcome) ? one : other;
}
