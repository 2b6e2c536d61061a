import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Checkpoint, Variant } from '../../core/model.ts';
import { READ_WITHOUT_ASKING, replicaAnswer, replicaDeskOf } from '../../query/replica.ts';
import type { RegisterSession } from '../../query/session.ts';
import { askCopy } from './ask-copy.ts';
import type { FoundData, FoundWords, OpenRegister } from './box-context.ts';
import { pastedIn } from './pasted.ts';
import { abbreviatedDigits } from './read-hash.ts';

/** HASHES is how many entries with an abbreviated hash are asked for. */
const HASHES = 8;
/** LONGEST is the longest text that is searched for, in characters. */
const LONGEST = 200;

/** CopyFound is what the copy of the register found, and whether its answer is still to come. */
interface CopyFound extends Pick<OpenRegister['found'], 'matches' | 'hashes' | 'data'> {
  readonly isComing: boolean;
}

/**
 * useCopy asks the copy of the register for keys, words and abbreviated hashes, and for what a pasted text names. A small register is read whole when there is something to look for; of a larger
 * one only a copy that is there already is asked. `logSize` is the size on view.
 */
export function useCopy(
  session: RegisterSession,
  settled: string,
  head: Checkpoint | undefined,
  { at, logSize, variant = 'item' }: View,
): CopyFound {
  const queries = useQueryClient();
  const desk = replicaDeskOf(session, queries);
  const phase = useSyncExternalStore(desk.subscribe, desk.phase);
  const text = settled.trim();
  const digits = abbreviatedDigits(text);
  const isLine = isSearched(text);
  const pasted = useMemo(() => pastedIn(text, variant), [text, variant]);
  const isWanted =
    digits !== undefined || pasted !== undefined || (isLine && text.length > 1 && /\p{L}/u.test(text));
  const isSmall = head !== undefined && head.logSize <= READ_WITHOUT_ASKING;
  const isDue = isWanted && phase.phase === 'absent' && isSmall;
  useEffect(() => {
    if (isDue) desk.read(head?.logSize ?? 0, head);
  }, [desk, isDue, head]);
  const replica = phase.phase === 'ready' ? phase.replica : undefined;
  const isAsked = replica !== undefined && (isLine || digits !== undefined || pasted !== undefined);
  const { data, isFetching } = useQuery({
    // The key of a query is kept: not a whole file that was pasted.
    queryKey: [session.id, 'box', replica?.id ?? '', isAsked ? (pasted ?? text) : '', at ?? 0, logSize ?? 0],
    queryFn: async () => {
      if (replica === undefined) return null;
      const size = Math.min(at ?? replica.size, replica.size);
      const nothing: FoundWords = { text, records: [] };
      const [{ whole, ...found }, entries, data] = await Promise.all([
        isLine ? askCopy(queries, session, replica, text, size) : nothing,
        digits === undefined
          ? []
          : queries.ensureQueryData(
              replicaAnswer(session, replica, 'hashes', { ...digits, at: size, count: HASHES }),
            ),
        pasted && queries.ensureQueryData(replicaAnswer(session, replica, 'held', { ...pasted, at: size })),
      ]);
      // What a copy does not have may have come after it was read.
      const reaches = replica.size >= (logSize ?? 0);
      return {
        matches: whole !== undefined && reaches ? { ...found, whole } : found,
        entries,
        data: reaches && data ? { ...data, asked: new Set(pasted?.hashes) } : undefined,
      };
    },
    enabled: isAsked,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  const isReading = isWanted && isSmall && (isDue || phase.phase === 'reading');
  const isComing = isReading || (isAsked && isFetching);
  return useMemo(() => {
    if (data === undefined || data === null) return { isComing };
    const hashes = data.entries.flatMap((entry) =>
      entry.itemHashes
        .filter((hash) => hash.startsWith(digits?.start ?? '') && hash.endsWith(digits?.end ?? ''))
        .map((hash) => ({ hash, kind: 'data' as const, entry })),
    );
    const found: FoundData | undefined = data.data && { text, ...data.data };
    return { isComing, matches: data.matches, hashes, ...(found && { data: found }) };
    // `digits` and `text` are what `data` was asked for.
  }, [data, isComing, text, digits?.start, digits?.end]);
}

/** What of the register is on view. */
interface View {
  readonly at: number | undefined;
  readonly logSize: number | undefined;
  readonly variant: Variant | undefined;
}

/** isSearched says whether a text is looked for in copies of registers. */
export function isSearched(text: string): boolean {
  return text !== '' && text.length <= LONGEST && !/^[[{]/.test(text);
}
