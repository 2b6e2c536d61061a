import type { Hash } from '../../core/hash.ts';
import { readQuery } from '../../query/client-query.ts';
import { entryQuery } from '../../query/record-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import type { RegisterSession } from '../../query/session.ts';

/** Example is content of the register's newest entry, which certainly exists. */
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
  return readQuery(session, ['example'], async (api, signal, queries): Promise<Example> => {
    const { logSize } = await queries.ensureQueryData(headQuery(session));
    const { key, itemHashes } = await queries.ensureQueryData(entryQuery(session, logSize));
    const [hash] = itemHashes;
    const texts = [...(hash === undefined ? [] : await api.item(hash, signal))].filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    const [attribute, value] = texts.find(([name]) => name === 'name') ?? texts[0] ?? [];
    return { logSize, key, hash, attribute, value };
  });
}
