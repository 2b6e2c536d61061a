import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { RegisterClient } from '../api/client.ts';
import { openRegister } from '../api/open-register.ts';
import type { Variant } from '../core/model.ts';
import { type RegisterSession, queryKey } from './session.ts';

/** clientQuery opens the register, finding its variant, and caches the client for the session's lifetime. */
export function clientQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'client'),
    queryFn: async ({ signal }) => {
      const guess = session.variant ?? (await rememberedVariant(session));
      return openRegister(session.base, session.transport, signal, guess);
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** rememberedVariant returns the variant of the remembered root, to save a useless request. */
async function rememberedVariant({ memory }: RegisterSession): Promise<Variant | undefined> {
  const recalled = await memory.recall(memory.id);
  return recalled.kind === 'remembered' ? recalled.root.variant : undefined;
}

/** readQuery reads something from the register's API, once unless `more` says otherwise. */
export function readQuery<T>(
  session: RegisterSession,
  key: readonly (string | number)[],
  read: (api: RegisterClient, signal: AbortSignal, queries: QueryClient) => Promise<T>,
  more: {
    readonly staleTime?: number;
    readonly gcTime?: number;
    readonly retry?: false;
    readonly refetchInterval?: (query: {
      readonly state: { readonly data?: T | undefined };
    }) => number | false;
  } = {},
) {
  return queryOptions({
    queryKey: queryKey(session, ...key),
    queryFn: async ({ client, signal }) => read(await clientOf(client, session), signal, client),
    staleTime: Infinity,
    ...more,
  });
}

/**
 * clientOf returns the opened client from the cache, opening the register first where needed. Throws
 * what openRegister throws.
 */
export function clientOf(queries: QueryClient, session: RegisterSession): Promise<RegisterClient> {
  return queries.ensureQueryData(clientQuery(session));
}
