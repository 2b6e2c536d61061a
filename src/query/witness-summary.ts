import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { CheckState } from '../core/check-result.ts';
import { isKept } from './kept-audit.ts';
import { queryKey } from './keys.ts';
import { type RegisterSession, useSession } from './session.ts';

/** WitnessSummary is what the witnesses of a register come to, and the line about it. */
export interface WitnessSummary {
  readonly all: number;
  readonly isPending: boolean;
  readonly line: { readonly state: CheckState; readonly title: string; readonly detail: string };
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
  if (!isKept('witnesses', session.memory.id)) return false;
  return queries.getQueryData<WitnessSummary>(keyOf(session))?.isPending ?? true;
}

/** useWitnessSummary follows what the witnesses of the register on view come to; undefined if it has none, or before anything is known. */
export function useWitnessSummary(): WitnessSummary | undefined {
  const { data } = useQuery<WitnessSummary>({ queryKey: keyOf(useSession()), queryFn: skipToken });
  return data?.all === 0 ? undefined : data;
}
