import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import { keepsAudit } from './audit-flag.ts';
import { queryKey } from './keys.ts';
import { type RegisterSession, useSession } from './session.ts';

/** WitnessSummary is what the witnesses of a register come to. */
export interface WitnessSummary {
  readonly all: number;
  /** How many signed this log, or its beginning, and how many one that contradicts it. */
  readonly signed: number;
  readonly contradicting: number;
  /** How many checkpoints could not be checked. */
  readonly failed: number;
  readonly isPending: boolean;
  /** The largest log that was signed, with the time that its witness states in milliseconds since 1970. */
  readonly newest?: { readonly logSize: number; readonly atMs?: number };
}

const keyOf = (session: RegisterSession) => queryKey(session, 'witness-summary');

/** publishWitnessSummary says what the witnesses come to, for pages that do not fetch the code that checks signatures. */
export function publishWitnessSummary(
  queries: QueryClient,
  session: RegisterSession,
  summary: WitnessSummary,
): void {
  queries.setQueryDefaults(keyOf(session), { gcTime: Infinity });
  queries.setQueryData(keyOf(session), summary);
}

/** awaitsWitnesses reports whether the register has witnesses, and what they signed is not known yet. */
export function awaitsWitnesses(queries: QueryClient, session: RegisterSession): boolean {
  if (!keepsAudit(session.memory.id, 'witnesses')) return false;
  return queries.getQueryData<WitnessSummary>(keyOf(session))?.isPending ?? true;
}

/** useWitnessSummary follows what the witnesses of the register on view come to; undefined if it has none, or before anything is known. */
export function useWitnessSummary(): WitnessSummary | undefined {
  const { data } = useQuery<WitnessSummary>({ queryKey: keyOf(useSession()), queryFn: skipToken });
  return data?.all === 0 ? undefined : data;
}
