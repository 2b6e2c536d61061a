import type { AttributeValue, Item } from '../../core/model.ts';
import type { FieldDefinition, RegisterSource, SourceEntry } from '../source.ts';

/** Batch is a set of first entries written at one instant: one line a record, values in the order of the register's fields, separated by `|`. */
interface Batch {
  readonly timestamp: string;
  readonly rows: string;
}

/** RegisterTables is a bundled register as it is written in source: its description, its first entries, and its later ones. */
interface RegisterTables extends Omit<RegisterSource, 'entries' | 'definitions' | 'fields'> {
  /** The definitions of its attributes, in order; see readDefinitions. */
  readonly fields: string;
  readonly batches: readonly Batch[];
  /**
   * The later entries, one line each: `timestamp|key|attribute=value|…`. A line says only what differs from the key's
   * version before; `attribute=` drops the attribute, `attribute+=` and `attribute-=` add a member to a list, by the alphabet after the first, or take one away.
   * In both tables the members of a list are separated by `;`, and `~` stands for the name.
   */
  readonly changes: string;
}

/** fromTables makes a register whose entries are built when they are first read and kept. Reading them throws Error where a table is malformed. */
export function fromTables(tables: RegisterTables): RegisterSource {
  const { batches, changes, fields: lines, ...description } = tables;
  const definitions = readDefinitions(lines);
  const fields = definitions.map(({ id }) => id);
  let entries: readonly SourceEntry[] | undefined;
  return {
    ...description,
    fields,
    definitions,
    get entries() {
      return (entries ??= buildEntries(fields, definitions, batches, changes));
    },
  };
}

/** OURS is the metadata common to the bundled registers. */
export const OURS = {
  domain: 'registers.example',
  registry: 'register-explorer',
  custodian: 'The Register Explorer authors',
  copyright: 'The Register Explorer authors; the facts are free to use.',
  licence: 'MIT',
};

/** readDefinitions reads attributes, one line each: `attribute|datatype|cardinality|register|title|text`, the register empty if its values are no keys. */
export function readDefinitions(lines: string): FieldDefinition[] {
  return linesOf(lines).map(readDefinition);
}

function readDefinition(line: string): FieldDefinition {
  const [id = '', datatype = '', cardinality, register = '', title = '', text = ''] = line.split('|');
  const link = register === '' ? {} : { register };
  return { id, datatype, cardinality: cardinality === 'n' ? 'n' : '1', ...link, title, text };
}

/** Entries ascend by timestamp; within one instant they keep the order of the tables, batches first. */
function buildEntries(
  fields: readonly string[],
  definitions: readonly FieldDefinition[],
  batches: readonly Batch[],
  changes: string,
): readonly SourceEntry[] {
  const lists = new Set(definitions.filter((field) => field.cardinality === 'n').map((field) => field.id));
  const lines = batches.flatMap(({ timestamp, rows }) =>
    linesOf(rows).map((row) => ({ timestamp, key: row.split('|')[0] ?? '', pairs: pairsOfRow(fields, row) })),
  );
  for (const change of linesOf(changes)) {
    const [timestamp = '', key = '', ...assignments] = change.split('|');
    lines.push({ timestamp, key, pairs: [[fields[0] ?? '', '=', key], ...assignments.map(readAssignment)] });
  }
  lines.sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  const latest = new Map<string, Item>();
  return lines.map(({ timestamp, key, pairs }) => {
    const item = new Map<string, AttributeValue>(latest.get(key));
    for (const [name, sign, text] of pairs) {
      if (!fields.includes(name)) throw new Error(`${key}: the register has no attribute ${name}`);
      const value = text.replaceAll('~', String(item.get('name')));
      if (value === '') item.delete(name);
      else if (sign === '=') item.set(name, lists.has(name) ? value.split(';') : value);
      else item.set(name, changedList(item.get(name), sign, value));
    }
    latest.set(key, item);
    return { key, timestamp, items: [item] };
  });
}

type Sign = '=' | '+=' | '-=';
type Pair = [attribute: string, sign: Sign, value: string];

function changedList(list: AttributeValue | undefined, sign: Sign, member: string): readonly string[] {
  const [first = '', ...others] = Array.isArray(list) ? list : [];
  if (sign === '-=') return [first, ...others].filter((other) => other !== member);
  return [first, ...[...others, member].sort((a, b) => (a < b ? -1 : 1))];
}

function linesOf(table: string): string[] {
  return table.split('\n').filter((line) => line !== '');
}

function pairsOfRow(fields: readonly string[], row: string): Pair[] {
  const values = row.split('|');
  if (values.length > fields.length) throw new Error(`too many values: ${row}`);
  return values.map((value, index) => [fields[index] ?? '', '=', value]);
}

function readAssignment(assignment: string): Pair {
  const [, name, sign, value = ''] = /^([^=]+?)([+-]?=)(.*)$/.exec(assignment) ?? [];
  if (name === undefined) throw new Error(`not attribute=value: ${assignment}`);
  return [name, sign as Sign, value];
}
