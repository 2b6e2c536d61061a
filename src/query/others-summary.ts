import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { CheckState } from '../core/check-result.ts';
import { type RegisterSession, useSession, queryKey } from './session.ts';

/** OthersLine says what the mirrors and witnesses of a register come to. */
export interface OthersLine {
  readonly state: CheckState;
  readonly title: string;
  readonly detail: string;
}

const keyOf = (session: RegisterSession) => queryKey(session, 'others');

/**
 * publishOthersLine sets the line, for pages that do not load the code that compares; null if nobody is named.
 */
export function publishOthersLine(
  queries: QueryClient,
  session: RegisterSession,
  line: OthersLine | null,
): void {
  queries.setQueryDefaults(keyOf(session), { gcTime: Infinity });
  queries.setQueryData(keyOf(session), line);
}

/** useNamedOthers follows that line for the register on view; undefined without one, and before any result. */
export function useNamedOthers(): OthersLine | undefined {
  const { data } = useQuery<OthersLine | null>({ queryKey: keyOf(useSession()), queryFn: skipToken });
  return data ?? undefined;
}
