import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Transport } from '../api/transport.ts';
import { isObject } from '../api/wire.ts';
import {
  decideDefinition,
  type Definition,
  type DefinitionSource,
  type Statement,
} from '../core/definition.ts';
import { queryKey } from './keys.ts';
import { recordUnopened } from './link-query.ts';
import { registerQuery } from './register-queries.ts';
import type { RegisterSession } from './session.ts';

/** Definitions are the known definitions of a register's attributes. */
export type Definitions = ReadonlyMap<string, Definition>;

/** DefinitionPlaces are further sources of definitions than the register's own API. */
export interface DefinitionPlaces {
  /** The mock server's description of the register, with the definitions in its system entries. */
  readonly description?: { readonly address: string; readonly transport: Transport };
  /** The register `field` that is likely to define the attributes of this one. */
  readonly fieldRegister?: RegisterSession;
}

const KEPT = { staleTime: Infinity, gcTime: Infinity, structuralSharing: false, retry: false } as const;

type Statements = Readonly<Partial<Record<DefinitionSource, Statement>>>;

/** ATTRIBUTES_ASKED is the most attributes to request from a field register. */
const ATTRIBUTES_ASKED = 60;

/**
 * definitionsQuery returns the definitions in a register's own context and, if available, its system entries, and a field register's of the attributes that these do not
 * define. It requests the first attribute alone: if that finds nothing, it makes no more requests as long as the page is open. An unreadable field register is no error.
 */
export function definitionsQuery(session: RegisterSession, places: DefinitionPlaces) {
  return queryOptions({
    queryKey: queryKey(session, 'definitions', places.fieldRegister?.id ?? ''),
    queryFn: async ({ client, signal }): Promise<Definitions> => {
      const said = await saidItself(client, session, places);
      const open = [...said].filter(([, by]) => by.system === undefined).map(([attribute]) => attribute);
      if (places.fieldRegister !== undefined && open.length > 0) {
        const asked = open.slice(0, ATTRIBUTES_ASKED);
        const found = await askFieldRegister(client, places.fieldRegister, asked, signal);
        for (const [attribute, field] of found)
          said.set(attribute, { ...said.get(attribute), 'field-register': field });
      }
      return new Map([...said].map(([attribute, by]) => [attribute, decideDefinition(attribute, by)]));
    },
    ...KEPT,
  });
}

/** ownDefinitionsQuery returns the definitions of the register itself alone. */
export function ownDefinitionsQuery(session: RegisterSession, { description }: DefinitionPlaces) {
  return definitionsQuery(session, description === undefined ? {} : { description });
}

async function saidItself(
  queries: QueryClient,
  session: RegisterSession,
  places: DefinitionPlaces,
): Promise<Map<string, Statements>> {
  const [register, system] = await Promise.all([
    queries.ensureQueryData(registerQuery(session)),
    queries.ensureQueryData(systemQuery(session, places.description)),
  ]);
  const said = new Map<string, Statements>();
  for (const { id, description, ...stated } of register.schema)
    said.set(id, { schema: { ...stated, ...(description !== undefined && { text: description }) } });
  for (const [id, defined] of system) said.set(id, { schema: {}, ...said.get(id), system: defined });
  return said;
}

/** The definitions in the system entries; none if they cannot be read. */
function systemQuery(session: RegisterSession, description: DefinitionPlaces['description']) {
  return queryOptions({
    queryKey: queryKey(session, 'system-definitions'),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Statement>> => {
      if (description === undefined) return new Map();
      const { address, transport } = description;
      return transport.get(address, readStatements, { signal }).catch((): ReadonlyMap<string, Statement> => {
        signal.throwIfAborted();
        return new Map();
      });
    },
    ...KEPT,
  });
}

async function askFieldRegister(
  queries: QueryClient,
  field: RegisterSession,
  attributes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Statement>> {
  const [first = '', ...others] = attributes;
  const said = new Map<string, Statement>();
  const ask = async (attribute: string): Promise<void> => {
    const statement = await queries.fetchQuery(fieldQuery(field, attribute));
    signal.throwIfAborted();
    if (statement !== null) said.set(attribute, statement);
  };
  await ask(first);
  if (said.size > 0) await Promise.all(others.map(ask));
  return said;
}

/** A field register's definition of one attribute; null if there is none, or it cannot be read. */
function fieldQuery(field: RegisterSession, attribute: string) {
  return queryOptions({
    queryKey: queryKey(field, 'field', attribute),
    queryFn: async ({ signal }) => {
      const record = await recordUnopened(field, attribute, signal).catch(() => undefined);
      signal.throwIfAborted();
      return record === undefined ? null : statementOf(record.items[0]);
    },
    ...KEPT,
  });
}

const PARTS = ['datatype', 'cardinality', 'title', 'text', 'register'] as const;

/** statementOf reads the item of a field register, or of a system entry `field:<attribute>`: each part that is a text. Other parts are left out. */
function statementOf(item: ReadonlyMap<string, unknown> | undefined): Statement {
  const said: { -readonly [Part in keyof Statement]: Statement[Part] } = {};
  for (const part of PARTS) {
    const value = item?.get(part);
    if (typeof value === 'string' && value !== '') said[part] = value;
  }
  return said;
}

/** readStatements reads the definitions in the mock server's description of a register. Malformed ones are left out. */
function readStatements(body: unknown): ReadonlyMap<string, Statement> {
  const list = isObject(body) ? body['definitions'] : undefined;
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.flatMap((one: unknown): [string, Statement][] => {
      if (!isObject(one) || typeof one['id'] !== 'string') return [];
      return [[one['id'], statementOf(new Map(Object.entries(one)))]];
    }),
  );
}
