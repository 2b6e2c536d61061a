import type { AttributeValue, Item } from '../../core/model.ts';
import type { FieldDefinition, RegisterSource, SourceEntry } from '../../rsf/register-source.ts';

/**
 * Batch is a set of first entries written at one instant: one line a record, values in the order of the
 * register's fields, separated by `|`.
 */
interface Batch {
  readonly timestamp: string;
  readonly rows: string;
}

/**
 * RegisterTables is a bundled register as it is written in source: its description, its first
 * entries, and its later ones.
 */
interface RegisterTables extends Omit<RegisterSource, 'entries' | 'definitions' | 'fields'> {
  /** The definitions of its attributes, in order; see readDefinitions. */
  readonly fields: string;
  readonly batches: readonly Batch[];
  /**
   * The later entries, one line each: `timestamp|key|attribute=value|…`. A line says only what differs from
   * the key's version before; `attribute=` drops the attribute, `attribute+=` and `attribute-=` add a member
   * to a list, by the alphabet after the first, or take one away. In both tables the members of a list are
   * separated by `;`, and `~` stands for the name.
   */
  readonly changes: string;
}

/**
 * fromTables makes a register whose entries are built when they are first read and kept. Reading them throws
 * Error where a table is malformed.
 */
export function fromTables({ batches, changes, fields, ...description }: RegisterTables): RegisterSource {
  const definitions = readDefinitions(fields);
  let entries: readonly SourceEntry[] | undefined;
  return {
    ...description,
    fields: definitions.map(({ id }) => id),
    definitions,
    get entries() {
      return (entries ??= buildEntries(definitions, batches, changes));
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

/**
 * readDefinitions reads attributes, one line each: `attribute|datatype|cardinality|register|title|text`, the
 * register empty if its values are not keys.
 */
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
  definitions: readonly FieldDefinition[],
  batches: readonly Batch[],
  changes: string,
): readonly SourceEntry[] {
  const first = batches.flatMap(({ timestamp, rows }) =>
    linesOf(rows).map((row) => {
      const values = row.split('|').map((value, index) => `${definitions[index]?.id}=${value}`);
      return [timestamp, row.replace(/\|.*/, '')].concat(values);
    }),
  );
  const later = linesOf(changes).map((line) => line.split('|'));
  const lines = [...first, ...later].sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
  const latest = new Map<string, Item>();
  return lines.map(([timestamp = '', key = '', ...assignments]) => {
    const item = new Map<string, AttributeValue>(latest.get(key) ?? [[definitions[0]?.id ?? '', key]]);
    for (const assignment of assignments) {
      const [, name, sign, text = ''] = /^([^=]+?)([+-]?)=(.*)$/.exec(assignment) ?? [];
      const field = definitions.find(({ id }) => id === name);
      if (!field) throw new Error(`${key}: the register has no attribute for ${assignment}`);
      const value = text.replaceAll('~', String(item.get('name')));
      if (value === '') item.delete(field.id);
      else if (sign) item.set(field.id, changedList(item.get(field.id), sign, value));
      else item.set(field.id, field.cardinality === 'n' ? value.split(';') : value);
    }
    latest.set(key, item);
    return { key, timestamp, items: [item] };
  });
}

function changedList(list: AttributeValue | undefined, sign: string, member: string): readonly string[] {
  const [first = '', ...others] = Array.isArray(list) ? list : [];
  if (sign === '-') return [first, ...others].filter((other) => other !== member);
  return [first, ...[...others, member].sort((a, b) => (a < b ? -1 : 1))];
}

function linesOf(table: string): string[] {
  return table.split('\n').filter((line) => line !== '');
}
