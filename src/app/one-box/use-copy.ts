import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { READ_WITHOUT_ASKING, replicaAnswer, replicaDeskOf } from '../../query/replica.ts';
import type { RegisterSession } from '../../query/session.ts';
import type { OpenRegister, RecordMatch } from './box-context.ts';
import { abbreviatedDigits } from './read-hash.ts';

/** MATCHES is how many records are asked for. */
const MATCHES = 8;
/** LONGEST is the longest text that is searched for, in characters. */
const LONGEST = 200;

/**
 * useCopy asks the copy of the register for words and abbreviated hashes. A small register is read whole when there is something to look for; of a larger one only
 * a copy that is there already is asked.
 */
export function useCopy(
  session: RegisterSession,
  settled: string,
  head: Checkpoint | undefined,
  at: number | undefined,
): Pick<OpenRegister['found'], 'matches' | 'hashes'> {
  const queries = useQueryClient();
  const desk = replicaDeskOf(session, queries);
  const phase = useSyncExternalStore(desk.subscribe, desk.phase);
  const text = settled.trim();
  const digits = abbreviatedDigits(text);
  const hasWords =
    text.length > 1 && text.length <= LONGEST && /^[^[{/]*\p{L}/u.test(text) && !text.includes('://');
  const isWanted = hasWords || digits !== undefined;
  const isDue =
    isWanted && phase.phase === 'absent' && head !== undefined && head.logSize <= READ_WITHOUT_ASKING;
  useEffect(() => {
    if (isDue) desk.read(head.logSize, head);
  }, [desk, isDue, head]);
  const replica = phase.phase === 'ready' ? phase.replica : undefined;
  const { data } = useQuery({
    // The key of a query is kept: not a whole file that was pasted.
    queryKey: [session.id, 'box', replica?.id ?? '', isWanted ? text : '', at ?? 0],
    queryFn: async () => {
      if (replica === undefined) return null;
      const size = Math.min(at ?? replica.size, replica.size);
      const [records, entries] = await Promise.all([
        queries.ensureQueryData(
          replicaAnswer(session, replica, 'records', {
            text: hasWords ? text : '',
            former: true,
            today: new Date().toISOString().slice(0, 10),
            at: size,
            from: 0,
            count: hasWords ? MATCHES : 0,
          }),
        ),
        digits === undefined
          ? []
          : queries.ensureQueryData(
              replicaAnswer(session, replica, 'hashes', { ...digits, at: size, count: MATCHES }),
            ),
      ]);
      return { records: records.rows, entries };
    },
    enabled: isWanted && replica !== undefined,
    staleTime: Infinity,
    structuralSharing: false,
  });
  return useMemo(() => {
    if (data === undefined || data === null) return {};
    const hashes = data.entries.flatMap((entry) =>
      entry.itemHashes
        .filter((hash) => hash.startsWith(digits?.start ?? '') && hash.endsWith(digits?.end ?? ''))
        .map((hash) => ({ hash, kind: 'data' as const, entry })),
    );
    return { matches: { text, records: data.records.map(matchOf) }, hashes };
    // `digits` and `text` are what `data` was asked for.
  }, [data, digits?.start, digits?.end, text]);
}

function matchOf({
  key,
  items,
  found,
  former = [],
}: {
  readonly key: string;
  readonly items: readonly ReadonlyMap<string, unknown>[];
  readonly found: readonly { readonly attribute: string; readonly value: string }[];
  readonly former?: readonly { readonly value: string }[];
}): RecordMatch {
  const name = items[0]?.get('name');
  const today = found.find(({ attribute }) => attribute !== '');
  const because = today?.value ?? former[0]?.value;
  return {
    key,
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(because === undefined ? {} : { because }),
    former: today === undefined && former.length > 0,
  };
}
