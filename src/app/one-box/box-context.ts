import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { copyIn, type RegisterCopy } from '../../query/copy-controller.ts';
import { copyAnswer, copyControllerOf, HELD_AT_MOST, READ_WITHOUT_ASKING } from '../../query/copy.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, SessionContext } from '../../query/session.ts';
import { bundledQuery, useSite } from '../../query/site-context.ts';
import { parseRegisterId, type RegisterId, simulatesAttacks } from '../../ui/paths.ts';
import { AtContext, RegisterContext, useAt } from '../../ui/link.tsx';
import { nameIn } from '../links/link-target.ts';
import { openedBefore } from '../local-storage.ts';
import { sessionFor } from '../sessions.ts';
import { HERE } from '../site.ts';
import { type BoxContext, type CopyMatches, type KnownRegister, type RegisterOnView } from './offers.ts';
import { hashEnds, isSearched } from './understand.ts';

/** MATCHES is the most records, and the most entries with an abbreviated hash, to request. */
const MATCHES = 6;
/** EXACT is the most attributes offered with a text as exact value. */
const EXACT = 5;
/** SMALL is the largest bundled register, in entries, that is read whole for a search outside a register. */
const SMALL = 1_000;

/** ListedRegister is a known register; `isSmall` if it is read whole for a search outside a register. */
interface ListedRegister extends KnownRegister {
  readonly isSmall: boolean;
}

/**
 * useKnownRegisters lists the registers this browser opened before and the bundled ones,
 * without the one on view.
 */
export function useKnownRegisters(here?: string): readonly ListedRegister[] {
  const { data: bundled = [] } = useQuery(bundledQuery(useSite()));
  const opened = openedBefore.read();
  const unopened = bundled.filter(({ name }) => opened.every(({ id }) => id !== name));
  const listed = [...opened, ...unopened.map(({ name, title }) => ({ id: name, title }))];
  return listed.flatMap(({ id: written, title }): ListedRegister[] => {
    const id = parseRegisterId(written);
    if (id === undefined || written === here) return [];
    const { totalEntries } = bundled.find(({ name }) => name === written) ?? {};
    const exact = (totalEntries ?? 0) > HELD_AT_MOST ? [] : undefined;
    const isSmall = !simulatesAttacks(id) && (totalEntries ?? Infinity) <= SMALL;
    return [{ id, title, name: nameIn(id) ?? '', exact, isSmall }];
  });
}

/**
 * useBoxContext returns what is known of the register on view and of others, and whether answers for `text`
 * are pending. It reads a small register on view, or small bundled ones if none is, whole; of others it
 * asks only existing copies.
 */
export function useBoxContext(text: string): readonly [context: BoxContext, isComing: boolean] {
  const queries = useQueryClient();
  const session = use(SessionContext);
  const id = use(RegisterContext);
  const at = useAt();
  const registers = useKnownRegisters(session?.id);
  const { isLoading } = useQuery(bundledQuery(useSite()));
  const isSearching = isSearched(text);
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['box', session?.id, registers, at, text],
    queryFn: () => {
      const read = (one: RegisterSession, most: number): Promise<CopyMatches | undefined> =>
        findIn(queries, one, most, text, at).catch(() => undefined);
      return Promise.all(
        session
          ? [read(session, READ_WITHOUT_ASKING)]
          : registers.map((one) => read(sessionFor(one.id), one.isSmall ? SMALL : 0)),
      );
    },
    enabled: isSearching,
    gcTime: 0,
  });
  const here = session && id && { ...onView(queries, session, id, at), found: found[0] };
  const searched = registers.map((one, index) => Object.assign({}, one, { found: found[index] }));
  const context = { ...HERE, here, scope: use(AtContext), registers: here ? registers : searched };
  return [context, isSearching && (isFetching || (!here && isLoading))];
}

/** onView returns what this page knows of the register on view, without requests. */
function onView(
  queries: QueryClient,
  session: RegisterSession,
  id: RegisterId,
  at = Infinity,
): RegisterOnView {
  const register = queries.getQueryData(registerQuery(session).queryKey);
  const size = queries.getQueryData(headQuery(session).queryKey)?.logSize ?? register?.totalEntries;
  const name = register?.name ?? nameIn(id) ?? '';
  const attributes = register?.schema ?? [];
  // At an earlier size no server filters.
  const exact = attributes
    .filter((one) => one.id !== name && /^(?:string|text)$/.test(one.datatype ?? 'string'))
    .slice(0, at === Infinity ? EXACT : 0);
  return {
    id,
    name,
    title: register?.title ?? name,
    base: session.base,
    isBlobs: register?.variant === 'blob',
    logSize: size && Math.min(at, size),
    exact: (size ?? 0) > HELD_AT_MOST ? exact.map((one) => one.id) : undefined,
    heads: session.trust.heads.published().filter(({ logSize }) => logSize > 0 && logSize <= at),
  };
}

/**
 * findIn searches a register's copy for a text, as words and as an abbreviated hash, at the size on view;
 * undefined without a copy.
 */
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
  const question = { at: size, count: MATCHES };
  const [{ rows, total }, entries = []] = await Promise.all([
    queries.ensureQueryData(
      copyAnswer(session, copy, 'records', { ...question, text, former: true, today, from: 0 }),
    ),
    digits && queries.ensureQueryData(copyAnswer(session, copy, 'hashes', { ...question, ...digits })),
  ]);
  // Data missing in a copy may have been added after it was read.
  const needed = at ?? queries.getQueryData(headQuery(session).queryKey)?.logSize ?? Infinity;
  const isWhole = copy.size >= needed && copy.missing === 0;
  return { rows, total, isWhole, entries };
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
    const look = (): void => {
      const phase = controller.phase();
      if (phase.phase !== 'ready' && phase.phase !== 'failed') return;
      end();
      resolve(copyIn(phase));
    };
    const end = controller.subscribe(look);
    if (controller.phase().phase === 'absent') void controller.read(head.logSize, head);
    look();
  });
}
