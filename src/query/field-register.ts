import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Statement } from '../core/definition.ts';
import { KEPT, statementOf } from './definitions-query.ts';
import { type LinkedRegister, recordUnopened } from './link-query.ts';
import { queryKey } from './session.ts';

/** readFieldRegister reads what a field register says about attributes: the first one alone, and no other if it knows none. */
export async function readFieldRegister(
  queries: QueryClient,
  field: LinkedRegister,
  [first, ...others]: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Statement>> {
  const statements = new Map<string, Statement>();
  const addStatement = async (attribute: string): Promise<void> => {
    const statement = await queries.fetchQuery(fieldQuery(field, attribute));
    signal.throwIfAborted();
    if (statement !== null) statements.set(attribute, statement);
  };
  if (first !== undefined) await addStatement(first);
  if (statements.size > 0) await Promise.all(others.map(addStatement));
  return statements;
}

/** A field register's definition of one attribute; null if there is none, or it cannot be read. */
function fieldQuery(field: LinkedRegister, attribute: string) {
  return queryOptions({
    queryKey: queryKey(field.session, 'field', attribute),
    queryFn: async ({ signal }) => {
      const record = await recordUnopened(field, attribute, signal).catch(() => undefined);
      signal.throwIfAborted();
      return record === undefined ? null : statementOf(record.items[0] ?? new Map());
    },
    ...KEPT,
  });
}
