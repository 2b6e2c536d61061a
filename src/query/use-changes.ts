import { NO_COPY } from './copy.ts';
import { skipToken, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ChangesAnswer, ChangesAsk, RecordChange } from '../log/changes.ts';
import {
  betweenQuery,
  changesBetween,
  READ_BETWEEN,
  readingBetweenKey,
  type Between,
  type ReadingBetween,
} from './changes-query.ts';
import { READ_WITHOUT_ASKING, copyAnswer, useCopy, type CopyInSight } from './copy.ts';
import type { RegisterCopy } from './copy-desk.ts';
import { type RegisterSession, useSession } from './session.ts';

/** FEW_BETWEEN is up to how many entries even a small register is not read whole for. */
const FEW_BETWEEN = 30;

/** SAVED_AT_MOST is how many records go into one file. */
export const SAVED_AT_MOST = 100_000;

/** ChangesInSight is what changed between two sizes, as far as it is known, and what it was read from. */
export interface ChangesInSight {
  readonly answer: ChangesAnswer | undefined;
  /** Whether the answer is still the one to the question before, about the same two sizes: good to look at, not to be saved. */
  readonly earlier: boolean;
  /** The copy of the whole register, where the answer comes from it. */
  readonly copy: RegisterCopy | undefined;
  /** The entries between, where the answer comes from those. */
  readonly between: Between | undefined;
  readonly reading: ReadingBetween | undefined;
  readonly error: Error | null;
  readonly fetching: boolean;
  /** The reading of the whole register; `asks` where nothing is known without it and the reader has to say so. */
  readonly whole: CopyInSight;
  readonly asks: boolean;
  /** all lists every record, page by page, whatever is shown. */
  readonly all: () => AsyncGenerator<readonly RecordChange[]>;
}

/** useChanges reads what changed: from the copy where it is there, from the entries between where those are few, else from a copy that is read for it. */
export function useChanges(ask: ChangesAsk): ChangesInSight {
  const session = useSession();
  const queries = useQueryClient();
  const { from, to } = ask;
  const apart = to - from;
  const few = apart <= READ_BETWEEN;
  const whole = useCopy(session, apart > FEW_BETWEEN);
  const copy = whole.phase === 'ready' && whole.copy.size >= to ? whole.copy : undefined;
  // A small register is as quickly read whole as its trails are one by one.
  const isSmall =
    apart > FEW_BETWEEN && whole.phase !== 'failed' && (whole.entries ?? Infinity) <= READ_WITHOUT_ASKING;
  const direct = copy === undefined && few && !isSmall && whole.entries !== undefined;
  const read = useQuery({ ...betweenQuery(session, from, to), enabled: direct });
  const { data: reading } = useQuery<ReadingBetween>({
    queryKey: readingBetweenKey(session, from, to),
    queryFn: skipToken,
  });
  const asked = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'changes', ask),
    enabled: copy !== undefined,
    placeholderData: standIn(session, ask),
  });
  const between = direct ? read.data : undefined;
  const all = useCallback(
    async function* (): AsyncGenerator<readonly RecordChange[]> {
      if (between !== undefined) yield changesBetween(between, { from, to }).rows;
      if (copy === undefined) return;
      for (let start = 0; start < SAVED_AT_MOST; start += PAGE) {
        const page = await queries.fetchQuery({
          ...copyAnswer(session, copy, 'changes', { from, to, start, count: PAGE }),
          gcTime: 0,
        });
        yield page.rows;
        if (start + PAGE >= page.matching) return;
      }
    },
    [between, copy, queries, session, from, to],
  );
  return {
    answer: copy === undefined ? between && changesBetween(between, ask) : asked.data,
    earlier: copy !== undefined && asked.isPlaceholderData,
    copy,
    between,
    reading,
    error: copy === undefined ? read.error : asked.error,
    fetching: read.isFetching || asked.isFetching,
    whole,
    asks:
      copy === undefined && !few && whole.phase === 'absent' && (whole.entries ?? 0) > READ_WITHOUT_ASKING,
    all,
  };
}

/** standIn is what is shown until a question about changes is answered: the answer before, if it was about the same two sizes of the same register. */
export function standIn(session: RegisterSession, ask: ChangesAsk) {
  return (
    answer: ChangesAnswer | undefined,
    before: { readonly queryKey: QueryKey } | undefined,
  ): ChangesAnswer | undefined =>
    before !== undefined && isAboutSame(before.queryKey, session.id, ask) ? answer : undefined;
}

/** isAboutSame tells whether a question asked of a copy was about this register between these sizes, whichever page of it. */
function isAboutSame(key: QueryKey, id: string, { from, to }: ChangesAsk): boolean {
  const asked = JSON.parse(String(key.at(-1))) as ChangesAsk;
  return key[0] === id && asked.from === from && asked.to === to;
}

const PAGE = 1_000;
