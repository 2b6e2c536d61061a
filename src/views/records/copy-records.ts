import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Replica } from '../../query/replica-desk.ts';
import { replicaAnswer } from '../../query/replica.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import type { RecordsAnswer, RecordsAsk } from '../../log/records.ts';
import { type Listing, todayUtc } from './list-records.ts';
import type { ListRequest } from './records-address.ts';

/** WARM_AFTER_MS is when the copy builds its index of words: before the first letter is typed. */
const WARM_AFTER_MS = 300;

/** Source is where an answer comes from: the copy, and the log size it is of; undefined for the present. */
export interface Source {
  readonly replica: Replica;
  readonly at: number | undefined;
}

/** CopyRecords is the newest answer about this register at this moment; it may still be to the question before. */
export interface CopyRecords {
  readonly found: { readonly listing: Listing; readonly source: Source } | undefined;
  readonly error: Error | null;
}

/** RowRange is a range of rows, 0-based. */
export interface RowRange {
  readonly start: number;
  readonly count: number;
}

interface Shown extends Source {
  readonly session: RegisterSession;
  readonly answer: RecordsAnswer;
  readonly listing: Listing;
}

/**
 * useCopyRecords asks the copy. One question is on its way at a time, and after it the newest: what was typed in between is never asked, and no answer
 * comes after a newer one.
 */
export function useCopyRecords(
  replica: Replica | undefined,
  request: ListRequest,
  at: number | undefined,
  { start, count }: RowRange,
): CopyRecords {
  const session = useSession();
  const ask = { ...(at === undefined ? {} : { at }), ...filterOf(request), from: start, count };
  const [sent, setSent] = useState(ask);
  const [shown, setShown] = useState<Shown>();
  // An answer about another register or another moment never stands for this one.
  const isCurrent = shown?.session === session && shown.at === at;
  const questions: readonly ReturnType<typeof replicaAnswer<'records'>>[] =
    replica === undefined || sent.at !== at ? [] : [replicaAnswer(session, replica, 'records', sent)];
  const [query] = useQueries({ queries: questions });
  const answer = query?.data;
  if (replica !== undefined && answer !== undefined && !(isCurrent && answer === shown.answer)) {
    const rows = answer.rows.map((row) => ({ ...row, copy: replica.id }));
    const terms = new Set(answer.rows.flatMap((row) => row.terms));
    setShown({ session, replica, at, answer, listing: { ...answer, rows, start: sent.from, terms } });
  }
  if (query?.isFetching !== true && JSON.stringify(ask) !== JSON.stringify(sent)) setSent(ask);
  useWarmIndex(replica, at);
  return {
    found: isCurrent ? { listing: shown.listing, source: shown } : undefined,
    error: query?.error ?? null,
  };
}

/** filterOf is what an address asks for, without the rows and the moment of the log. */
export function filterOf(request: ListRequest): Omit<RecordsAsk, 'at' | 'from' | 'count'> {
  const choices = [...request.choices].map(([attribute, values]) => ({ attribute, values }));
  const exact = request.value === '' ? [] : [{ attribute: request.attribute, values: [request.value] }];
  return {
    text: request.text,
    former: request.former,
    where: [...exact, ...choices],
    ...(request.status === '' ? {} : { status: request.status }),
    today: todayUtc(),
    sort: request.sort,
  };
}

function useWarmIndex(replica: Replica | undefined, at: number | undefined): void {
  const session = useSession();
  const queries = useQueryClient();
  useEffect(() => {
    if (replica === undefined) return undefined;
    const timer = setTimeout(() => {
      const ask = { at, text: 'a', today: todayUtc(), from: 0, count: 0 };
      void queries.prefetchQuery(replicaAnswer(session, replica, 'records', ask));
    }, WARM_AFTER_MS);
    return () => clearTimeout(timer);
  }, [replica, at, session, queries]);
}
