import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { READ_WITHOUT_ASKING, copyAnswer, copyDeskOf } from '../../query/copy.ts';
import type { RegisterSession } from '../../query/session.ts';
import { useAt } from '../../ui/at.ts';
import type { RegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { nameIn } from '../links/link-target.ts';
import { findInCache, readOf } from './find-records.ts';
import { findInCopy, isSearched } from './find-records.ts';
import type { BoxContext, Found, KnownHash } from './model.ts';
import { findSpan, readDateSpan } from './read-date.ts';
import { abbreviatedDigits } from './read-hash.ts';
import { SITE, useNamedRegisters } from './use-context-anywhere.ts';

/** HASHES is how many entries with an abbreviated hash are asked for. */
const HASHES = 8;
/** READ_FOR_A_YEAR is the longest log, in entries, in which a year is looked up unasked: four digits are more often a number. */
const READ_FOR_A_YEAR = 1_000;

/** useContextIn is what is known of the register on view and of others; `settled` is the text for which the log and its copy are searched. Opening the box asks nothing of a register. */
export function useContextIn(session: RegisterSession, id: RegisterId, settled: string): BoxContext {
  const queries = useQueryClient();
  const at = useAt();
  const text = settled.trim();
  const client = useQuery({ ...clientQuery(session), enabled: false });
  const isOpen = client.isSuccess;
  const { data: register } = useQuery({ ...registerQuery(session), enabled: false });
  const { data: head, isFetching } = useQuery({ ...headQuery(session), enabled: false });
  const presentSize = head?.logSize ?? register?.totalEntries;
  const logSize = at === undefined || presentSize === undefined ? presentSize : Math.min(at, presentSize);
  const [read] = useState(() => readOf(queries, session, at));
  const span = useSpan(session, text, isOpen ? presentSize : undefined);
  const registers = useNamedRegisters(session.id);
  const copy = useCopy(session, text, isOpen ? head : undefined, at, logSize);
  const isComing = copy.isComing || (head === undefined && (client.isFetching || isFetching));
  return useMemo(() => {
    const name = register?.name ?? nameIn(id) ?? '';
    return {
      site: SITE,
      registersAddress: REGISTERS_ADDRESS,
      here: {
        id,
        name,
        title: register?.title ?? name,
        base: session.base,
        isBlobs: register?.variant === 'blob',
        logSize,
        at,
        presentSize,
        searchesAll:
          copy.isReady || (presentSize === undefined ? undefined : presentSize <= READ_WITHOUT_ASKING),
        attributes: (register?.schema ?? []).map((attribute) => attribute.id),
        hashes: [...read.hashes, ...copy.hashes],
        span,
        find: (typed) => (typed === text ? copy.found : undefined) ?? findInCache(read, typed),
      },
      registers,
      asked: { text, isComing },
    };
  }, [id, session, register, presentSize, logSize, at, read, copy, span, registers, text, isComing]);
}

/** CopyAnswer is what the copy of the register found, and whether its answer is still to come. */
interface CopyAnswer {
  readonly found?: Found | undefined;
  readonly hashes: readonly KnownHash[];
  readonly isReady: boolean;
  readonly isComing: boolean;
}

/**
 * useCopy asks the copy of the register for keys, words and abbreviated hashes. A small register is read whole when there is something to look for; of a larger
 * one only a copy that is there already is asked. `logSize` is the size on view.
 */
function useCopy(
  session: RegisterSession,
  text: string,
  head: Checkpoint | undefined,
  at: number | undefined,
  logSize: number | undefined,
): CopyAnswer {
  const queries = useQueryClient();
  const desk = copyDeskOf(session, queries);
  const phase = useSyncExternalStore(desk.subscribe, desk.phase);
  const digits = abbreviatedDigits(text);
  const isLine = isSearched(text);
  const isWanted = digits !== undefined || (isLine && text.length > 1 && /\p{L}/u.test(text));
  const isSmall = head !== undefined && head.logSize <= READ_WITHOUT_ASKING;
  const isDue = isWanted && phase.phase === 'absent' && isSmall;
  useEffect(() => {
    if (isDue) desk.read(head?.logSize ?? 0, head);
  }, [desk, isDue, head]);
  const copy = phase.phase === 'ready' ? phase.copy : undefined;
  const isAsked = copy !== undefined && isLine;
  const { data, isFetching } = useQuery({
    queryKey: [session.id, 'box', copy?.id ?? '', isAsked ? text : '', at ?? 0, logSize ?? 0],
    queryFn: async () => {
      if (copy === undefined) return null;
      const size = Math.min(at ?? copy.size, copy.size);
      const [{ whole, records }, entries] = await Promise.all([
        findInCopy(queries, session, copy, text, size),
        digits === undefined
          ? []
          : queries.ensureQueryData(
              copyAnswer(session, copy, 'hashes', { ...digits, at: size, count: HASHES }),
            ),
      ]);
      const hashes = entries.flatMap((entry) =>
        entry.itemHashes.map((hash): KnownHash => ({ hash, kind: 'data', entry })),
      );
      // What a copy does not have may have come after it was read.
      const found: Found = copy.size >= (logSize ?? 0) ? { records, whole } : { records };
      return { hashes, found };
    },
    enabled: isAsked,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  const isReading = isWanted && isSmall && (isDue || phase.phase === 'reading');
  const isComing = isReading || (isAsked && isFetching);
  const isReady = copy !== undefined;
  return useMemo(
    () => ({ isComing, isReady, hashes: data?.hashes ?? [], found: data?.found }),
    [data, isComing, isReady],
  );
}

function useSpan(session: RegisterSession, text: string, logSize: number | undefined) {
  const queries = useQueryClient();
  const read = readDateSpan(text);
  const span = typeof read === 'object' ? read : undefined;
  const isWanted = logSize !== undefined && (text.length > 4 || logSize <= READ_FOR_A_YEAR);
  const { data } = useQuery({
    queryKey: [session.id, 'span', span?.fromMs ?? 0, span?.untilMs ?? 0, logSize ?? 0],
    queryFn: () => (span === undefined ? null : findSpan(queries, session, span)),
    enabled: span !== undefined && isWanted,
    staleTime: Infinity,
  });
  return data ?? undefined;
}
