import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Transport } from '../../api/transport.ts';
import { isObject } from '../../api/wire.ts';
import {
  decideDefinition,
  type Definition,
  DEFINITION_PARTS,
  type Statement,
} from '../../core/definition.ts';
import { type LinkedRegister, recordUnopened } from './link-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { type RegisterSession, queryKey } from '../../query/session.ts';

/** Definitions are the known definitions of a register's attributes. */
export type Definitions = ReadonlyMap<string, Definition>;

/** DefinitionPlaces are further sources of definitions than the register's own API. */
export interface DefinitionPlaces {
  /** The mock server's description of the register, with the definitions in its system entries. */
  readonly description?: { readonly address: string; readonly transport: Transport } | undefined;
  /** The register `field` that is likely to define the attributes of this one. */
  readonly fieldRegister?: LinkedRegister;
}

/** Keeps a definition as long as the page is open. */
const KEPT = {
  staleTime: Infinity,
  gcTime: Infinity,
  structuralSharing: false,
  retry: false,
} as const;

/** ATTRIBUTES_ASKED is the most attributes to request from a field register. */
const ATTRIBUTES_ASKED = 60;

/**
 * definitionsQuery returns the definitions in a register's own context and, if available, its system
 * entries, and a field register's of the attributes that these do not define. It requests the first
 * attribute alone: if that finds nothing, it makes no more requests as long as the page is open. An
 * unreadable field register is not an error.
 */
export function definitionsQuery(session: RegisterSession, { description, fieldRegister }: DefinitionPlaces) {
  return queryOptions({
    queryKey: queryKey(session, 'definitions', fieldRegister?.session.id ?? ''),
    queryFn: async ({ client, signal }): Promise<Definitions> => {
      const [{ schema }, system] = await Promise.all([
        client.ensureQueryData(registerQuery(session)),
        client.ensureQueryData(systemQuery(session, description)),
      ]);
      const own = new Map<string, Statement>(
        schema.map(({ id, description: text, ...stated }) => [id, { ...stated, ...(text && { text }) }]),
      );
      const names = [...new Set([...own.keys(), ...system.keys()])];
      const open = names.filter((name) => !system.has(name)).slice(0, ATTRIBUTES_ASKED);
      const field = fieldRegister && (await readFieldRegister(client, fieldRegister, open, signal));
      return new Map(
        names.map((name) => [
          name,
          decideDefinition(name, {
            schema: own.get(name),
            system: system.get(name),
            'field-register': field?.get(name),
          }),
        ]),
      );
    },
    ...KEPT,
  });
}

/** The definitions in the system entries; none if they cannot be read. */
function systemQuery(session: RegisterSession, description: DefinitionPlaces['description']) {
  return queryOptions({
    queryKey: queryKey(session, 'system-definitions'),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Statement>> => {
      const none = new Map<string, Statement>();
      if (description === undefined) return none;
      const { address, transport } = description;
      const found = await transport.get(address, readStatements, { signal }).catch(() => none);
      signal.throwIfAborted();
      return found;
    },
    ...KEPT,
  });
}

/**
 * statementOf reads the item of a field register, or of a system entry `field:<attribute>`:
 * each part that is a text.
 */
function statementOf(item: ReadonlyMap<string, unknown>): Statement {
  return Object.fromEntries(
    DEFINITION_PARTS.map((part) => [part, item.get(part)]).filter(([, value]) => typeof value === 'string'),
  );
}

/**
 * readStatements reads the definitions in the mock server's description of a register.
 * Malformed ones are left out.
 */
function readStatements(body: unknown): ReadonlyMap<string, Statement> {
  const list = isObject(body) ? body['definitions'] : undefined;
  return new Map(
    (Array.isArray(list) ? list : []).flatMap((one: unknown): [string, Statement][] =>
      isObject(one) && typeof one['id'] === 'string'
        ? [[one['id'], statementOf(new Map(Object.entries(one)))]]
        : [],
    ),
  );
}

/** readFieldRegister reads what a field register says about attributes: the first one alone, and no other if it knows none. */
async function readFieldRegister(
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
