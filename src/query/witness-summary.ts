import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { CheckState } from '../core/check-result.ts';
import { hasStored } from './stored-audit.ts';
import { type RegisterSession, useSession, queryKey } from './session.ts';

/** WitnessSummary is the combined result of a register's witnesses, and its text; no text if it has none. */
interface WitnessSummary {
  readonly isPending: boolean;
  readonly line?: { readonly state: CheckState; readonly title: string; readonly detail: string };
}

const keyOf = (session: RegisterSession) => queryKey(session, 'witness-summary');

/** publishWitnessSummary sets the summary, for pages that do not load the code that checks signatures. */
export function publishWitnessSummary(
  queries: QueryClient,
  session: RegisterSession,
  summary: WitnessSummary,
): void {
  queries.setQueryDefaults(keyOf(session), { gcTime: Infinity });
  queries.setQueryData(keyOf(session), summary);
}

/** awaitsWitnesses reports whether the register has witnesses that are not checked yet. */
export function awaitsWitnesses(queries: QueryClient, session: RegisterSession): boolean {
  if (!hasStored('witnesses', session.memory.id)) return false;
  return queries.getQueryData<WitnessSummary>(keyOf(session))?.isPending ?? true;
}

/**
 * useWitnessLine follows that text for the register on view; undefined without
 * witnesses, and before any result.
 */
export function useWitnessLine(): WitnessSummary['line'] {
  return useQuery<WitnessSummary>({ queryKey: keyOf(useSession()), queryFn: skipToken }).data?.line;
}
