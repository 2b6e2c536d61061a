import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { headQuery } from '../../query/register-queries.ts';
import { copyDeskOf } from '../../query/copy.ts';
import { bundledQuery } from '../../query/site.ts';
import { formatRegisterId, parseRegisterId } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS, SITE_ADDRESS } from '../../ui/site-address.ts';
import { nameIn } from '../links/link-target.ts';
import { readRecent } from '../kept-lists.ts';
import { sessionFor } from '../sessions.ts';
import { site } from '../site.ts';
import { findInCache, readOf } from './find-records.ts';
import { findInCopy, isSearched } from './find-records.ts';
import type { BoxContext, NamedRegister, ReadRegister } from './model.ts';

declare const __SINGLE_FILE__: boolean;

/** SITE is what a path of this site follows in an address. */
export const SITE = (__SINGLE_FILE__ ? location.href.replace(/#.*|$/s, '#') : SITE_ADDRESS).replace(
  /\/$/,
  '',
);

/** LOOKED_AT is of how many registers is looked what was read of them. */
const LOOKED_AT = 12;
/** SMALL is up to how many entries a bundled register is read whole because somebody looks for something. */
const SMALL = 1_000;
/** EXAMPLE repeats another register, to show what lies look like. */
const EXAMPLE = 'unfaithful';

/**
 * useContextAnywhere is what is known where no register is on view: `settled` is looked for in the small bundled registers, and in what was read of others in this
 * visit: their copies, else their records. Nothing is asked of any server but the page's own.
 */
export function useContextAnywhere(settled: string): BoxContext {
  const queries = useQueryClient();
  const registers = useNamedRegisters();
  const text = settled.trim();
  const { done, isReading } = useBundledCopies(isSearched(text) && /\p{L}.*\p{L}/su.test(text));
  // `done`: another copy is there to be asked.
  const read = useMemo(() => readIn(queries, registers, done), [queries, registers, done]);
  const isAsked = isSearched(text) && read.some(({ copy }) => copy !== undefined);
  const { data, isFetching } = useQuery({
    queryKey: ['box', read.map(({ copy }) => copy?.id ?? ''), isAsked ? text : ''],
    queryFn: () =>
      Promise.all(
        read.map(async ({ session, copy }) =>
          copy === undefined ? undefined : findInCopy(queries, session, copy, text, copy.size),
        ),
      ),
    enabled: isAsked,
    staleTime: Infinity,
    structuralSharing: false,
    networkMode: 'always',
  });
  const isComing = isReading || (isAsked && isFetching);
  return useMemo(
    () => ({
      site: SITE,
      registersAddress: REGISTERS_ADDRESS,
      here: undefined,
      registers,
      read: read.map(({ register, cached }, index): ReadRegister => {
        const answer = data?.[index];
        return {
          ...register,
          find: (typed) => (answer !== undefined && typed === text ? answer : findInCache(cached, typed)),
        };
      }),
      asked: { text, isComing },
    }),
    [registers, read, data, text, isComing],
  );
}

function readIn(queries: QueryClient, registers: readonly NamedRegister[], _done: number) {
  return registers.slice(0, LOOKED_AT).flatMap((register) => {
    const id = formatRegisterId(register.id);
    if (queries.getQueryCache().findAll({ queryKey: [id] }).length === 0) return [];
    const session = sessionFor(register.id);
    const phase = copyDeskOf(session, queries).phase();
    const copy = phase.phase === 'ready' ? phase.copy : undefined;
    return [{ register, session, copy, cached: readOf(queries, session) }];
  });
}

/** useBundledCopies reads the small bundled registers whole once `isWanted`: how many of them are done, and whether any is still being read. */
function useBundledCopies(isWanted: boolean): { readonly done: number; readonly isReading: boolean } {
  const queries = useQueryClient();
  const { data: bundled } = useQuery(bundledQuery(site));
  const [done, setDone] = useState(0);
  const sessions = useMemo(
    () =>
      (bundled ?? [])
        .filter(({ name, totalEntries = Infinity }) => name !== EXAMPLE && totalEntries <= SMALL)
        .map(({ name }) => sessionFor({ kind: 'bundled', name, mount: 'v2' })),
    [bundled],
  );
  useEffect(() => {
    if (!isWanted) return;
    const desks = sessions.map((session) => copyDeskOf(session, queries));
    const count = (): void =>
      setDone(desks.filter((desk) => ['ready', 'failed'].includes(desk.phase().phase)).length);
    const ends = desks.map((desk) => desk.subscribe(count));
    let isOver = false;
    for (const [index, session] of sessions.entries()) {
      const desk = desks[index];
      if (desk?.phase().phase !== 'absent') continue;
      // Where it cannot be read, its records are offered unseen, as those of any other register.
      queries.ensureQueryData(headQuery(session)).then(
        (head) => isOver || desk.read(head.logSize, head),
        () => setDone((before) => before + 1),
      );
    }
    count();
    return () => {
      isOver = true;
      for (const end of ends) end();
    };
  }, [isWanted, sessions, queries]);
  return { done, isReading: isWanted && done < sessions.length };
}

/** useNamedRegisters lists the registers this browser opened before and the bundled ones, without the one on view. */
export function useNamedRegisters(here?: string): readonly NamedRegister[] {
  const { data: bundled } = useQuery(bundledQuery(site));
  return useMemo(() => {
    const listed = [
      ...readRecent().map(({ id, title }) => ({ id, title })),
      ...(bundled ?? []).map(({ name, title }) => ({ id: name, title })),
    ];
    const seen = new Set([here]);
    return listed.flatMap(({ id: written, title }): NamedRegister[] => {
      const id = parseRegisterId(written);
      if (id === undefined || seen.has(written)) return [];
      seen.add(written);
      return [{ id, title, name: nameIn(id) ?? '' }];
    });
  }, [bundled, here]);
}
