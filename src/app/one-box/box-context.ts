import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { Attribute } from '../../core/model.ts';
import { copyIn, type RegisterCopy } from '../../query/copy-controller.ts';
import { copyAnswer, copyControllerOf, HELD_AT_MOST, READ_WITHOUT_ASKING } from '../../query/copy.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, SessionContext } from '../../query/session.ts';
import { bundledQuery, useSite } from '../../query/site.ts';
import { useAt } from '../../ui/at.ts';
import { formatRegisterId, parseRegisterId } from '../../ui/paths.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { PAGES_ADDRESS, REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import { openedBefore } from '../local-storage.ts';
import { nameIn } from '../links/link-target.ts';
import { sessionFor } from '../sessions.ts';
import {
  type BoxContext,
  EXAMPLE,
  type CopyMatches,
  type KnownRegister,
  matchOf,
  type RegisterOnView,
} from './offers.ts';
import { hashEnds, isSearched } from './understand.ts';

/** MATCHES is the most records, and the most entries with an abbreviated hash, to request. */
const MATCHES = 6;
/** EXACT is the most attributes offered with a text as exact value. */
const EXACT = 5;
/** SMALL is the largest bundled register, in entries, that is read whole for a search outside a register. */
const SMALL = 1_000;

/** useKnownRegisters lists the registers this browser opened before and the bundled ones, without the one on view. */
export function useKnownRegisters(here?: string): readonly KnownRegister[] {
  const { data: bundled } = useQuery(bundledQuery(useSite()));
  return useMemo(() => {
    const listed = new Map<string, string>();
    for (const { id, title } of openedBefore.read()) listed.set(id, title);
    for (const { name, title } of bundled ?? []) if (!listed.has(name)) listed.set(name, title);
    return [...listed].flatMap(([written, title]): KnownRegister[] => {
      const id = parseRegisterId(written);
      if (id === undefined || written === here) return [];
      const { totalEntries = 0 } = bundled?.find(({ name }) => name === written) ?? {};
      const exact = totalEntries > HELD_AT_MOST ? [] : undefined;
      return [{ id, title, name: nameIn(id) ?? '', exact }];
    });
  }, [bundled, here]);
}

/**
 * useBoxContext returns what is known of the register on view and of others, and whether answers for `text` are pending. It reads a small register on view, or
 * small bundled ones if none is, whole; of others it asks only existing copies.
 */
export function useBoxContext(text: string): readonly [context: BoxContext, isComing: boolean] {
  const queries = useQueryClient();
  const session = use(SessionContext);
  const id = use(RegisterContext);
  const at = useAt();
  const registers = useKnownRegisters(session?.id);
  const { data: bundled = [], isLoading } = useQuery(bundledQuery(useSite()));
  const isAsked = isSearched(text);
  const { data: found, isFetching } = useQuery({
    queryKey: ['box', session?.id, registers.map((register) => formatRegisterId(register.id)), at, text],
    queryFn: () => {
      const small = bundled.filter(
        ({ name, totalEntries = Infinity }) => name !== EXAMPLE && totalEntries <= SMALL,
      );
      const asked: readonly (readonly [RegisterSession, number])[] =
        session === undefined
          ? registers.map((one) => [
              sessionFor(one.id),
              small.some(({ name }) => name === formatRegisterId(one.id)) ? SMALL : 0,
            ])
          : [[session, READ_WITHOUT_ASKING]];
      return Promise.all(
        asked.map(([one, most]) => findIn(queries, one, most, text, at).catch(() => undefined)),
      );
    },
    enabled: isAsked,
    gcTime: 0,
    structuralSharing: false,
    networkMode: 'always',
  });
  const isComing = isAsked && (isFetching || (session === undefined && isLoading));
  return [
    useMemo(
      () => ({
        site: PAGES_ADDRESS,
        registersAddress: REGISTERS_ADDRESS,
        here: session && id && { ...onView(queries, session, id, at), found: found?.[0] },
        registers:
          session === undefined
            ? registers.map((register, index) => ({ ...register, found: found?.[index] }))
            : registers,
      }),
      [queries, session, id, at, found, registers],
    ),
    isComing,
  ];
}

/** onView returns what this page knows of the register on view, without requests. */
function onView(
  queries: QueryClient,
  session: RegisterSession,
  id: KnownRegister['id'],
  at = Infinity,
): RegisterOnView {
  const register = queries.getQueryData(registerQuery(session).queryKey);
  const size = queries.getQueryData(headQuery(session).queryKey)?.logSize ?? register?.totalEntries;
  const name = register?.name ?? nameIn(id) ?? '';
  const schema = register?.schema ?? [];
  return {
    id,
    name,
    title: register?.title ?? name,
    base: session.base,
    isBlobs: register?.variant === 'blob',
    logSize: size === undefined ? undefined : Math.min(at, size),
    attributes: schema.map((attribute) => attribute.id),
    // At an earlier size no server filters.
    exact:
      size === undefined || size <= HELD_AT_MOST ? undefined : at === Infinity ? textsIn(schema, name) : [],
    heads: session.trust.publishedHeads().filter(({ logSize }) => logSize > 0 && logSize <= at),
  };
}

/** textsIn returns the first few attributes, except the key, whose values may be any text. */
function textsIn(schema: readonly Attribute[], key: string): readonly string[] {
  const texts = schema.filter(
    ({ id, datatype = 'string' }) => id !== key && (datatype === 'string' || datatype === 'text'),
  );
  return texts.slice(0, EXACT).map(({ id }) => id);
}

/** findIn searches a register's copy for a text, as words and as an abbreviated hash, at the size on view; undefined without a copy. */
async function findIn(
  queries: QueryClient,
  session: RegisterSession,
  most: number,
  text: string,
  at?: number,
): Promise<CopyMatches | undefined> {
  const copy = await copyOf(queries, session, most);
  if (copy === undefined) return undefined;
  const size = Math.min(at ?? copy.size, copy.size);
  const today = new Date().toISOString().slice(0, 10);
  const digits = hashEnds(text);
  const [{ rows, total, attributes }, entries = []] = await Promise.all([
    queries.ensureQueryData(
      copyAnswer(session, copy, 'records', { text, former: true, today, at: size, from: 0, count: MATCHES }),
    ),
    digits &&
      queries.ensureQueryData(copyAnswer(session, copy, 'hashes', { ...digits, at: size, count: MATCHES })),
  ]);
  // Data missing in a copy may have been added after it was read.
  const needed = at ?? queries.getQueryData(headQuery(session).queryKey)?.logSize ?? Infinity;
  return {
    records: rows.map((row) => matchOf(row, text)),
    total,
    isWhole: copy.size >= needed && copy.missing === 0,
    attributes: attributes.map(({ attribute }) => attribute),
    entries,
  };
}

/** copyOf returns the copy of a register, reading one of at most `most` entries. */
async function copyOf(
  queries: QueryClient,
  session: RegisterSession,
  most: number,
): Promise<RegisterCopy | undefined> {
  const controller = copyControllerOf(session, queries);
  if (copyIn(controller.phase()) !== undefined || most === 0) return copyIn(controller.phase());
  const head = await queries.ensureQueryData(headQuery(session));
  if (head.logSize > most) return undefined;
  return new Promise((resolve) => {
    const end = controller.subscribe(look);
    if (controller.phase().phase === 'absent') controller.read(head.logSize, head);
    look();

    function look(): void {
      const phase = controller.phase();
      if (phase.phase !== 'ready' && phase.phase !== 'failed') return;
      end();
      resolve(copyIn(phase));
    }
  });
}
