import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Replica } from '../../query/replica-desk.ts';
import { replicaAnswer } from '../../query/replica.ts';
import { type RegisterSession, useSession } from '../../query/session.ts';
import type { RecordsAnswer, RecordsAsk } from '../../replica/records.ts';
import type { Listing, Row } from './listing.ts';
import type { Asked } from './records-address.ts';
import { todayUtc } from './records-model.ts';

/** ReplicaRecords is what the copy of the register answered. */
export interface ReplicaRecords {
  /** The newest answer about this register at this moment; undefined before the first. It may still be of the question before. */
  readonly listing: Listing | undefined;
  /** The copy that gave it, and the log size it is of; undefined for the present. */
  readonly source: Source | undefined;
  readonly error: Error | null;
}

/** Source is where an answer comes from. */
export interface Source {
  readonly replica: Replica;
  readonly at: number | undefined;
}

/** RowRun is a run of rows, 0-based. */
export interface RowRun {
  readonly start: number;
  readonly count: number;
}

/**
 * useReplicaRecords asks the copy. One question is on its way at a time, and after it the newest: what was typed in between is never asked, and no answer comes
 * after a newer one.
 */
export function useReplicaRecords(
  replica: Replica | undefined,
  asked: Asked,
  at: number | undefined,
  run: RowRun,
): ReplicaRecords {
  const session = useSession();
  const ask = askOf(asked, at, run);
  const [sent, setSent] = useState(ask);
  const [shown, setShown] = useState<Shown>();
  // What is said of another register, or of another moment, never stands for this one.
  const here = sent.at === at;
  const kept = shown?.session === session && shown.source.at === at ? shown : undefined;
  const questions: readonly Question[] =
    replica === undefined || !here ? [] : [replicaAnswer(session, replica, 'records', sent)];
  const [query] = useQueries({ queries: questions });
  const answer = query?.data;
  // Both as the rule of hooks for values that follow others: set while rendering, before anything is drawn.
  if (replica !== undefined && answer !== undefined && answer !== kept?.answer) {
    const before = kept?.source.replica.id === replica.id ? kept.listing : undefined;
    setShown({ answer, session, source: { replica, at }, listing: listingOf(answer, sent.from, before) });
  }
  if (query?.isFetching !== true && JSON.stringify(ask) !== JSON.stringify(sent)) setSent(ask);

  useWarmIndex(replica, at);
  return {
    listing: kept?.listing,
    source: kept?.source,
    error: query?.error ?? null,
  };
}

interface Shown {
  readonly answer: RecordsAnswer;
  readonly session: RegisterSession;
  /** The same entry number is the same entry only within one copy. */
  readonly source: Source;
  readonly listing: Listing;
}

type Question = ReturnType<typeof replicaAnswer<'records'>>;

function askOf(asked: Asked, at: number | undefined, run: RowRun): Omit<RecordsAsk, 'at'> & { at?: number } {
  return { ...(at === undefined ? {} : { at }), ...filterOf(asked), from: run.start, count: run.count };
}

/** filterOf is what an address asks for, whatever the rows and the moment of the log. */
export function filterOf(asked: Asked): Omit<RecordsAsk, 'at' | 'from' | 'count'> {
  const choices = [...asked.choices].map(([attribute, values]) => ({ attribute, values }));
  const exact = asked.value === '' ? [] : [{ attribute: asked.attribute, values: [asked.value] }];
  return {
    text: asked.text,
    former: asked.former,
    where: [...exact, ...choices],
    ...(asked.status === '' ? {} : { status: asked.status }),
    today: todayUtc(),
    sort: asked.sort,
  };
}

/** Rows that were shown already are the same objects again, so that they need not be drawn again. */
function listingOf(answer: RecordsAnswer, start: number, before: Listing | undefined): Listing {
  const known = new Map(before?.rows.map((row) => [row.key, row]));
  const rows = answer.rows.map((row): Row => {
    const same = known.get(row.key);
    return same !== undefined && sameRow(same, row) ? same : row;
  });
  return { ...answer, rows, start, terms: new Set(answer.rows.flatMap(({ terms }) => terms)) };
}

function sameRow(one: Row, other: Row): boolean {
  return (
    one.entryNumber === other.entryNumber &&
    one.ended === other.ended &&
    one.missing === other.missing &&
    JSON.stringify([one.found, one.former]) === JSON.stringify([other.found, other.former])
  );
}

/** The index of all words is built by the first text asked for: better before the first letter is typed than with it. */
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

const WARM_AFTER_MS = 300;
