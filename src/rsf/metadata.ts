import type { Item } from '../core/model.ts';
import type { FieldDefinition, RegisterSource, SystemEntry } from './register-source.ts';
import { excerpt } from './rsf-error.ts';

/** The domain of a register whose file does not state one: published files never do. */
export const DEFAULT_DOMAIN = 'localhost';

/**
 * Which attribute of the register's own record (`register:<name>`) holds which plain property. The last three
 * are not in published files.
 */
export const RECORD_ATTRIBUTES = [
  ['text', 'text'],
  ['phase', 'phase'],
  ['registry', 'registry'],
  ['copyright', 'copyright'],
  ['domain', 'domain'],
  ['licence', 'licence'],
  ['startDate', 'start-date'],
] as const;

const SYSTEM_KEY = /^(?:name|register-name|custodian|(?:field|register):.+)$/s;
const REGISTER_NAME = /^[A-Za-z0-9][A-Za-z0-9\-_.]*$/;

/** SystemLine is a system entry with its line. */
export interface SystemLine extends SystemEntry {
  readonly line: number;
}

/**
 * describeRegister reads the description of a register in the system entries of an RSF file (api/servers.md,
 * "RSF"). A later entry for the same key replaces the earlier: the published territory register once defined
 * end-date by the item of start-date. They are under no root, so that nothing they lack keeps a register from
 * being read: entries whose key is unknown, or that have not one item, are kept to be listed; one whose item
 * does not fit its key is left out and noted.
 */
export function describeRegister(
  system: readonly SystemLine[],
  fallbackName: string,
  note: (fault: string, line?: number) => void,
): Omit<RegisterSource, 'entries'> {
  const isKnown = ({ key, items }: SystemEntry): boolean => SYSTEM_KEY.test(key) && items.length === 1;
  const unknownLines = system.filter((entry) => !isKnown(entry));
  const unknown = unknownLines.map(({ key, items }) => ({ key, items }));
  const [one] = unknownLines;
  if (one !== undefined) {
    const count = unknown.length === 1 ? 'a system entry' : `${unknown.length} system entries`;
    note(`it has ${count} of an unknown key or with several items, such as ${excerpt(one.key)}`);
  }
  const newest = new Map(system.filter(isKnown).map((entry) => [entry.key, entry]));
  const leaveOut = ({ key, line }: SystemLine): undefined => {
    note(`the system entry ${excerpt(key)} is left out, because its item does not fit the key`, line);
  };

  const textOf = (key: string): string | undefined => {
    const entry = newest.get(key);
    return entry && (text(entry, key) ?? leaveOut(entry));
  };
  /**
   * The entries of one kind whose item repeats what follows the colon, in the order in which they first came.
   */
  const ofKind = (kind: string) =>
    [...newest.values()].flatMap((entry) => {
      const [found, ...rest] = entry.key.split(':');
      const id = rest.join(':');
      if (found !== kind || rest.length === 0) return [];
      return text(entry, kind) === id ? [{ id, entry }] : (leaveOut(entry) ?? []);
    });

  const records = ofKind('register');
  const stated = textOf('name') ?? records[0]?.id ?? '';
  const isName = REGISTER_NAME.test(stated);
  if (!isName) note(`it states no name, or none that a register can have: ${excerpt(stated)}`);
  const name = isName ? stated : fallbackName;
  const record = records.find(({ id }) => id === name)?.entry;
  for (const { id, entry } of records) if (id !== name) leaveOut(entry);
  const definitions = ofKind('field').flatMap(({ id, entry }): FieldDefinition[] => {
    const [datatype, cardinality] = [text(entry, 'datatype'), text(entry, 'cardinality')];
    if (datatype === undefined || (cardinality !== '1' && cardinality !== 'n')) return leaveOut(entry) ?? [];
    const [title, about, register] = ['title', 'text', 'register'].map((attribute) => text(entry, attribute));
    return [{ id, datatype, cardinality, ...defined({ title, text: about, register }) }];
  });
  const plain = RECORD_ATTRIBUTES.map(([property, attribute]) => [
    property,
    record && text(record, attribute),
  ]);
  const fields = record?.items[0]?.get('fields');
  return {
    name,
    domain: DEFAULT_DOMAIN,
    ...defined({ title: textOf('register-name'), custodian: textOf('custodian') }),
    ...defined(Object.fromEntries(plain)),
    fields: Array.isArray(fields) ? fields : definitions.map(({ id }) => id),
    definitions,
    ...(unknown.length > 0 && { unknownSystemEntries: unknown }),
  };
}

/** The properties that are set. */
function defined(properties: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

function text({ items: [item] }: { readonly items: readonly Item[] }, attribute: string): string | undefined {
  const value = item?.get(attribute);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
