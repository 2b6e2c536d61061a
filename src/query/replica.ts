import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { AnswerOf, AskOf, QuestionName, StreamAsk, StreamName } from '../log/questions.ts';
import { queryKey } from './keys.ts';
import { headQuery, registerQuery } from './register-queries.ts';
import { replicaCheckQuery } from './replica-check.ts';
import { createReplicaDesk, type Replica, type ReplicaDesk, type ReplicaPhase } from './replica-desk.ts';
import type { RegisterSession } from './session.ts';

/** READ_WITHOUT_ASKING is up to how many entries a register is read whole when a view wants it; beyond, the reader decides. */
export const READ_WITHOUT_ASKING = 20_000;

/** HELD_AT_MOST is how many entries a page can hold whole: with their data a million would take more memory than a tab has, and a server without large pages ten thousand requests. */
export const HELD_AT_MOST = 250_000;

const desks = new WeakMap<RegisterSession, ReplicaDesk>();

/** replicaDeskOf is the desk of a session; another register's, too. Nothing is read before it is asked to. */
export function replicaDeskOf(session: RegisterSession, queries: QueryClient): ReplicaDesk {
  const known = desks.get(session);
  if (known !== undefined) return known;
  const desk = createReplicaDesk(
    session,
    queries,
    async () => (await import('./replica-tools.ts')).replicaTools,
  );
  desks.set(session, desk);
  return desk;
}

/** endReplica gives a session's copy back, if there is one. */
export function endReplica(session: RegisterSession): void {
  desks.get(session)?.end();
  desks.delete(session);
}

/** TooLarge says that a register has more entries than a page can hold. */
export interface TooLarge {
  readonly phase: 'too-large';
  readonly most: number;
}

const TOO_LARGE: TooLarge = { phase: 'too-large', most: HELD_AT_MOST };

/** ReplicaInSight is a register's replica as a view follows it. */
export type ReplicaInSight = (ReplicaPhase | TooLarge) & {
  /** How many entries the register has; undefined until that is known. */
  readonly entries: number | undefined;
  /** start reads it, or tries again. */
  readonly start: () => void;
};

/**
 * useReplica follows the replica of a register. With `want`, a register of at most READ_WITHOUT_ASKING entries is read at once, and anew as it grows. For a view
 * of an earlier size `at`, a copy that has not reached that size is still being read.
 */
export function useReplica(session: RegisterSession, want: boolean, at = 0): ReplicaInSight {
  const desk = replicaDeskOf(session, useQueryClient());
  const found = useSyncExternalStore(desk.subscribe, desk.phase);
  const phase = useStanding(session, found);
  const { data: head, isError } = useQuery(headQuery(session));
  const { data: register } = useQuery(registerQuery(session));
  // A register without proofs can be read, too: then its length is the summary's word.
  const entries = head?.logSize ?? (isError ? register?.totalEntries : undefined);
  const ready = phase.phase === 'ready';
  const due =
    entries !== undefined && (ready || (want && phase.phase === 'absent' && entries <= READ_WITHOUT_ASKING));
  const fits = entries !== undefined && entries <= HELD_AT_MOST;
  useEffect(() => {
    if (due && fits) desk.read(entries, head);
  }, [desk, due, fits, entries, head]);
  const start = useCallback(() => {
    if (fits) desk.read(entries, head, true);
  }, [desk, fits, entries, head]);
  const shown = phase.phase === 'absent' && entries !== undefined && !fits ? TOO_LARGE : reached(phase, at);
  return { ...shown, entries, start };
}

function reached(phase: ReplicaPhase, at: number): ReplicaPhase {
  if (phase.phase !== 'ready' || phase.replica.size >= at) return phase;
  return { phase: 'reading', what: 'entries', done: phase.replica.size, of: at };
}

/**
 * useStanding takes "holds" from a replica whose head is contradicted by what is remembered, which may be found out after it was read. Its check is one of
 * those of the page on view, which the seal sums up.
 */
function useStanding(session: RegisterSession, phase: ReplicaPhase): ReplicaPhase {
  const replica = phase.phase === 'ready' ? phase.replica : undefined;
  const head = replica?.head;
  const own = replica?.own ?? replica?.verdict ?? NOT_READ;
  const { data } = useQuery({
    ...replicaCheckQuery(session, head ?? NO_HEAD, own),
    enabled: head !== undefined,
  });
  return useMemo(
    () =>
      phase.phase === 'ready' && data !== undefined && phase.replica.own?.outcome === 'holds'
        ? { ...phase, replica: { ...phase.replica, verdict: data.verdict } }
        : phase,
    [phase, data],
  );
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
const NOT_READ: Verdict = { outcome: 'not-checked', code: 'not-made', reason: 'the register was not read' };

/** replicaAnswer asks the replica one of the questions of replica/questions.ts. An ask without `at` is about the present. */
export function replicaAnswer<Name extends QuestionName>(
  session: RegisterSession,
  replica: Replica,
  name: Name,
  ask: Omit<AskOf<Name>, 'at'> & { readonly at?: number | undefined },
) {
  const whole = { ...ask, at: ask.at ?? replica.size };
  return queryOptions({
    queryKey: queryKey(session, 'replica', replica.id, name, JSON.stringify(whole)),
    queryFn: async ({ client }) =>
      (await replicaDeskOf(session, client).host(replica).ask(name, whole)) as AnswerOf<Name>,
    staleTime: Infinity,
    gcTime: 60_000,
    // Answers may be large, and a Map is not what structural sharing compares.
    structuralSharing: false,
    // A worker on this machine answers whether or not there is a network.
    networkMode: 'always',
  });
}

/** replicaStream takes something out of the replica as UTF-8, piece by piece as it is read. */
export function replicaStream<Name extends StreamName>(
  session: RegisterSession,
  queries: QueryClient,
  replica: Replica,
  name: Name,
  ask: StreamAsk<Name>,
): Promise<ReadableStream<Uint8Array>> {
  return replicaDeskOf(session, queries).host(replica).stream(name, ask);
}
