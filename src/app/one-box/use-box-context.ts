import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-desk.ts';
import { copyDeskOf, READ_WITHOUT_ASKING } from '../../query/copy.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { bundledQuery } from '../../query/site.ts';
import { useAt } from '../../ui/at.ts';
import { formatRegisterId } from '../../ui/paths.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { REGISTERS_ADDRESS, SITE_ADDRESS } from '../../ui/site-address.ts';
import { nameIn } from '../links/link-target.ts';
import { sessionFor } from '../sessions.ts';
import { site } from '../site.ts';
import { findInCache, findInCopy, isSearched, readOf } from './find-records.ts';
import { type BoxContext, EXAMPLE, type NamedRegister } from './model.ts';
import { useNamedRegisters } from './named-registers.ts';
import { abbreviatedDigits } from './read-hash.ts';

declare const __SINGLE_FILE__: boolean;

/** SITE is what a path of this site follows in an address. */
export const SITE = (__SINGLE_FILE__ ? location.href.replace(/#.*|$/s, '#') : SITE_ADDRESS).replace(
  /\/$/,
  '',
);

/** LOOKED_AT is of how many registers is looked what was read of them. */
const LOOKED_AT = 12;
/** SMALL is up to how many entries a bundled register is read whole because someone looks for something. */
const SMALL = 1_000;

/** useContextIn is what is known of the register on view and of others; `settled` is the text for which the log and its copy are searched. Opening the box asks nothing of a register. */
export function useContextIn(session: RegisterSession, settled: string): BoxContext {
  const { register: id } = usePaths();
  const queries = useQueryClient();
  const at = useAt();
  const text = settled.trim();
  const client = useQuery({ ...clientQuery(session), enabled: false });
  const { data: register } = useQuery({ ...registerQuery(session), enabled: false });
  const { data: head, isFetching } = useQuery({ ...headQuery(session), enabled: false });
  const presentSize = head?.logSize ?? register?.totalEntries;
  const logSize = at === undefined || presentSize === undefined ? presentSize : Math.min(at, presentSize);
  const [read] = useState(() => readOf(queries, session, at));
  const registers = useNamedRegisters(session.id);
  const { copy, isReading } = useOwnCopy(session, text, client.isSuccess ? head : undefined);
  const size = copy && Math.min(at ?? copy.size, copy.size);
  const { answers, isFetching: isAsking } = useAnswers([{ session, copy, size }], text);
  const isComing = isReading || isAsking || (head === undefined && (client.isFetching || isFetching));
  return useMemo(() => {
    const name = register?.name ?? nameIn(id) ?? '';
    const found = answers?.[0];
    // What a copy does not have may have come after it was read.
    const isWhole = (copy?.size ?? 0) >= (logSize ?? 0);
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
          copy !== undefined || (presentSize === undefined ? undefined : presentSize <= READ_WITHOUT_ASKING),
        attributes: (register?.schema ?? []).map((attribute) => attribute.id),
        hashes: [...read.hashes, ...(found?.hashes ?? [])],
        find: (typed) => {
          if (found === undefined || typed !== text) return findInCache(read, typed);
          return isWhole ? found : { records: found.records };
        },
      },
      registers,
      asked: { text, isComing },
    };
  }, [id, session, register, presentSize, logSize, at, read, copy, answers, registers, text, isComing]);
}

/** useOwnCopy is the copy of the register on view. A small register is read whole when there is something to look for; of a larger one only a copy that is there already is used. */
function useOwnCopy(session: RegisterSession, text: string, head: Checkpoint | undefined) {
  const desk = copyDeskOf(session, useQueryClient());
  const phase = useSyncExternalStore(desk.subscribe, desk.phase);
  const isWords = isSearched(text) && text.length > 1 && /\p{L}/u.test(text);
  const isWanted = isWords || abbreviatedDigits(text) !== undefined;
  const isSmall = head !== undefined && head.logSize <= READ_WITHOUT_ASKING;
  const isDue = isWanted && phase.phase === 'absent' && isSmall;
  useEffect(() => {
    if (isDue) desk.read(head?.logSize ?? 0, head);
  }, [desk, isDue, head]);
  return {
    copy: copyIn(phase),
    isReading: isWanted && isSmall && (isDue || phase.phase === 'reading'),
  };
}

interface Asked {
  readonly session: RegisterSession;
  readonly copy: RegisterCopy | undefined;
  /** As of how many entries it is asked; without it, of all that it has. */
  readonly size?: number | undefined;
}

/** useAnswers asks copies of registers for a text; there is no answer of those that are not there. */
function useAnswers(asked: readonly Asked[], text: string) {
  const queries = useQueryClient();
  const isAsked = isSearched(text) && asked.some(({ copy }) => copy !== undefined);
  const copies = asked.map(({ copy, size }) => [copy?.id, size]);
  const { data, isFetching } = useQuery({
    // What is forgotten of a register goes by the first part of the key.
    queryKey: [...asked.map(({ session }) => session.id), 'box', copies, isAsked ? text : ''],
    queryFn: () =>
      Promise.all(
        asked.map(async ({ session, copy, size = copy?.size ?? 0 }) =>
          copy === undefined ? undefined : findInCopy(queries, session, copy, text, size),
        ),
      ),
    enabled: isAsked,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  return { answers: data, isFetching: isAsked && isFetching };
}

/**
 * useContextAnywhere is what is known where no register is on view: `settled` is looked for in the small bundled registers, and in what was read of others in this
 * visit: their copies, else their records. Nothing is asked of any server but the page's own.
 */
export function useContextAnywhere(settled: string): BoxContext {
  const queries = useQueryClient();
  const registers = useNamedRegisters();
  const text = settled.trim();
  const bundled = useBundledCopies(isSearched(text) && /\p{L}.*\p{L}/su.test(text));
  // Once they are read there are more copies to be asked.
  const read = useMemo(() => readIn(queries, registers, bundled.data), [queries, registers, bundled.data]);
  const { answers, isFetching } = useAnswers(read, text);
  const isComing = bundled.isLoading || isFetching;
  return useMemo(
    () => ({
      site: SITE,
      registersAddress: REGISTERS_ADDRESS,
      here: undefined,
      registers,
      read: read.map(({ register, cached }, index) => ({
        ...register,
        find: (typed) => (typed === text ? answers?.[index] : undefined) ?? findInCache(cached, typed),
      })),
      asked: { text, isComing },
    }),
    [registers, read, answers, text, isComing],
  );
}

function readIn(queries: QueryClient, registers: readonly NamedRegister[], _copies: unknown) {
  return registers.slice(0, LOOKED_AT).flatMap((register) => {
    const id = formatRegisterId(register.id);
    if (queries.getQueryCache().findAll({ queryKey: [id] }).length === 0) return [];
    const session = sessionFor(register.id);
    const phase = copyDeskOf(session, queries).phase();
    const copy = copyIn(phase);
    return [{ register, session, copy, cached: readOf(queries, session) }];
  });
}

/** useBundledCopies reads the small bundled registers whole once `isWanted`. One that cannot be read is left out: its records are offered unseen, as those of any other register. */
function useBundledCopies(isWanted: boolean) {
  const { data: bundled = [] } = useQuery(bundledQuery(site));
  const names = bundled
    .filter(({ name, totalEntries = Infinity }) => name !== EXAMPLE && totalEntries <= SMALL)
    .map(({ name }) => name);
  return useQuery({
    queryKey: ['box', 'bundled', names],
    queryFn: ({ client }) =>
      Promise.allSettled(
        names.map((name) => readWhole(client, sessionFor({ kind: 'bundled', name, mount: 'v2' }))),
      ),
    enabled: isWanted && names.length > 0,
    staleTime: Infinity,
    networkMode: 'always',
  });
}

/** readWhole reads a register whole; it resolves once that is done, or has failed. */
async function readWhole(queries: QueryClient, session: RegisterSession): Promise<void> {
  const desk = copyDeskOf(session, queries);
  const head = await queries.ensureQueryData(headQuery(session));
  await new Promise<void>((resolve) => {
    const end = desk.subscribe(look);
    if (desk.phase().phase === 'absent') desk.read(head.logSize, head);
    look();

    function look(): void {
      if (!['ready', 'failed'].includes(desk.phase().phase)) return;
      end();
      resolve();
    }
  });
}
