import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { openRegister } from '../api/open-register.ts';
import type { RegisterClient } from '../api/register-client.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

/** clientQuery opens the register: asks which variant it speaks and keeps the client for the session's lifetime. */
export function clientQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'client'),
    queryFn: ({ signal }) => openRegister(session.base, session.transport, signal, session.variant),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
}

/** clientOf returns the opened client from the cache, opening the register first where needed. Throws what openRegister throws. */
export function clientOf(queries: QueryClient, session: RegisterSession): Promise<RegisterClient> {
  return queries.ensureQueryData(clientQuery(session));
}
