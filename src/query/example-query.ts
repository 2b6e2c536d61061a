import { queryOptions } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';
import { clientOf } from './client-query.ts';
import { entryQuery } from './entry-queries.ts';
import { queryKey } from './keys.ts';
import { headQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** Example is something that is in the register for certain: what its newest entry names. */
export interface Example {
  readonly logSize: number;
  readonly key: string;
  readonly hash: Hash | undefined;
  /** An attribute with a text as its value. */
  readonly attribute: string | undefined;
  readonly value: string | undefined;
}

/** exampleQuery finds an example in the register, for addresses that can be tried. */
export function exampleQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'example'),
    queryFn: async ({ client, signal }): Promise<Example> => {
      const api = await clientOf(client, session);
      const { logSize } = await client.ensureQueryData(headQuery(session));
      const entry = await client.ensureQueryData(entryQuery(session, logSize));
      const hash = entry.itemHashes[0];
      const item = hash === undefined ? undefined : await api.item(hash, signal);
      const [attribute, value] =
        [...(item ?? [])].find(([name, one]) => name === 'name' && typeof one === 'string') ??
        [...(item ?? [])].find(([, one]) => typeof one === 'string') ??
        [];
      return {
        logSize,
        key: entry.key,
        hash,
        attribute,
        value: typeof value === 'string' ? value : undefined,
      };
    },
    staleTime: Infinity,
  });
}
