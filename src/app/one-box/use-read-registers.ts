import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { replicaDeskOf } from '../../query/replica.ts';
import { formatRegisterId } from '../../ui/paths.ts';
import { sessionFor } from '../sessions.ts';
import { askCopy } from './ask-copy.ts';
import type { FoundWords, NamedRegister, ReadRegister } from './box-context.ts';
import { knownOf } from './known.ts';
import { useBundledCopies } from './use-bundled-copies.ts';
import { isSearched } from './use-copy.ts';

/** LOOKED_AT is of how many registers is looked what was read of them. */
const LOOKED_AT = 12;

/**
 * useReadRegisters looks for a text in the small bundled registers, and in what was read of others in this visit: their copies, else their records. Nothing is
 * asked of any server but the page's own.
 */
export function useReadRegisters(
  registers: readonly NamedRegister[],
  settled: string,
): { readonly read: readonly ReadRegister[]; readonly isComing: boolean } {
  const queries = useQueryClient();
  const text = settled.trim();
  const { come, isReading } = useBundledCopies(isSearched(text) && /\p{L}.*\p{L}/su.test(text));
  // `come`: another copy is there to be asked.
  const read = useMemo(() => readIn(queries, registers, come), [queries, registers, come]);
  const isAsked = isSearched(text) && read.some(({ replica }) => replica !== undefined);
  const { data, isFetching } = useQuery({
    queryKey: ['box', read.map(({ replica }) => replica?.id ?? ''), isAsked ? text : ''],
    queryFn: () =>
      Promise.all(
        read.map(async ({ session, replica }): Promise<FoundWords | undefined> =>
          replica === undefined ? undefined : askCopy(queries, session, replica, text, replica.size),
        ),
      ),
    enabled: isAsked,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  return useMemo(
    () => ({
      read: read.map(({ register, known }, index): ReadRegister => {
        const matches = data?.[index];
        return { ...register, known, found: matches === undefined ? {} : { matches } };
      }),
      isComing: isReading || (isAsked && isFetching),
    }),
    [read, data, isReading, isAsked, isFetching],
  );
}

function readIn(queries: QueryClient, registers: readonly NamedRegister[], _come: number) {
  return registers.slice(0, LOOKED_AT).flatMap((register) => {
    const id = formatRegisterId(register.id);
    if (queries.getQueryCache().findAll({ queryKey: [id] }).length === 0) return [];
    const session = sessionFor(register.id);
    const phase = replicaDeskOf(session, queries).phase();
    const replica = phase.phase === 'ready' ? phase.replica : undefined;
    return [{ register, session, replica, known: knownOf(queries, session) }];
  });
}
