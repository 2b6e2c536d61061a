import type { AttributeValue, Item } from '../../core/model.ts';
import { type Fail, excerpt } from './line-splitter.ts';
import type { FieldDefinition, RegisterSource, SystemEntry } from '../source.ts';

/** DEFAULT_DOMAIN stands where a file does not say from which domain its register is available: published files never do. */
const DEFAULT_DOMAIN = 'localhost';

/** Which attribute of the register's own record (`register:<name>`) holds which plain property. The last three are not in published files. */
const RECORD_ATTRIBUTES = [
  ['text', 'text'],
  ['phase', 'phase'],
  ['registry', 'registry'],
  ['copyright', 'copyright'],
  ['domain', 'domain'],
  ['licence', 'licence'],
  ['startDate', 'start-date'],
] as const;

const OPTIONAL_DEFINITION = ['title', 'text', 'register'] as const;
const SYSTEM_KEY = /^(?:name|register-name|custodian|(field|register):(.+))$/s;
const REGISTER_NAME = /^[A-Za-z0-9][A-Za-z0-9\-_.]*$/;

type Writable<T> = { -readonly [P in keyof T]: T[P] };

/** The newest item for a system key, with what stops reading at its line. */
interface Statement {
  readonly item: Item;
  readonly fail: Fail;
}

/**
 * Metadata collects what the system entries of an RSF file say about the register (wire notes, "RSF"). A later entry for the same key replaces
 * the one before. The newest must hold what its key says, because they are under no root and that is all that guards them; an older one need
 * not: the published territory register once defined end-date by the item of start-date. An entry whose key is unknown says nothing that could
 * be wrong, and no root covers it: all of these are kept, to be listed.
 */
export class Metadata {
  readonly #statements = new Map<string, Statement>();

  readonly #unknown: SystemEntry[] = [];

  /** add takes one system entry; `fail` stops reading at its line. It fails where an entry with a known key has not one item. */
  add(key: string, items: readonly Item[], fail: Fail): void {
    if (!SYSTEM_KEY.test(key)) return void this.#unknown.push({ key, items });
    const [item] = items;
    if (item === undefined || items.length > 1)
      fail(`found ${items.length} items in a system entry; expected one`);
    this.#statements.set(key, { item, fail });
  }

  /**
   * describe returns what the newest entries say. It fails, at their line, where one does not hold what its key says, and otherwise by the
   * `fail` given, where neither they nor the fallback name the register.
   */
  describe(
    fallback: { readonly name?: string; readonly domain?: string },
    fail: Fail,
  ): Omit<RegisterSource, 'entries'> {
    const [record, ...others] = this.#of('register');
    const name = this.#text('name') ?? record?.id ?? fallback.name;
    if (name === undefined)
      return fail('nothing names the register; expected a system entry with the key name');
    if (!REGISTER_NAME.test(name))
      fail(`found the register name ${excerpt(name)}; expected letters, digits, - _ and .`);
    const stray = record?.id === name ? others[0] : record;
    stray?.fail(
      `found the record of the register ${excerpt(stray.id)}; expected only that of ${excerpt(name)}`,
    );
    const title = this.#text('register-name');
    const custodian = this.#text('custodian');
    const definitions = this.#of('field').map(({ id, item, fail }) => definition(id, item, fail));
    const fields = record?.item.get('fields');
    return {
      name,
      domain: fallback.domain ?? DEFAULT_DOMAIN,
      ...(title === undefined ? {} : { title }),
      ...(custodian === undefined ? {} : { custodian }),
      ...(record ? properties(record.item) : {}),
      fields: Array.isArray(fields) ? fields : definitions.map(({ id }) => id),
      definitions,
      ...(this.#unknown.length === 0 ? {} : { unknownSystemEntries: this.#unknown }),
    };
  }

  /** The text that a key without a colon stands for, if there is an entry for it. */
  #text(key: string): string | undefined {
    const statement = this.#statements.get(key);
    return statement && required(statement.item, key, statement.fail);
  }

  /** The entries of one kind, each with what follows the colon, which its item must repeat. In the order in which they first came. */
  #of(kind: 'field' | 'register'): (Statement & { readonly id: string })[] {
    return [...this.#statements].flatMap(([key, { item, fail }]) => {
      const [, found, id = ''] = SYSTEM_KEY.exec(key) ?? [];
      if (found !== kind) return [];
      const repeated = required(item, kind, fail);
      if (repeated !== id)
        fail(
          `found the ${kind} ${excerpt(repeated)}; expected ${excerpt(id)}, by the key of its system entry`,
        );
      return [{ id, item, fail }];
    });
  }
}

/** systemEntries writes what Metadata reads. The default domain is left out. */
export function systemEntries(source: RegisterSource): readonly SystemEntry[] {
  const record = new Map<string, AttributeValue>([
    ['register', source.name],
    ['fields', source.fields],
  ]);
  for (const [property, attribute] of RECORD_ATTRIBUTES) {
    const value = source[property];
    if (value !== undefined && !(property === 'domain' && value === DEFAULT_DOMAIN))
      record.set(attribute, value);
  }
  return [
    { key: 'name', items: [new Map([['name', source.name]])] },
    ...textEntry('register-name', source.title),
    ...textEntry('custodian', source.custodian),
    ...source.definitions.map(({ id, ...rest }) => ({
      key: `field:${id}`,
      items: [new Map([['field', id], ...Object.entries(rest)])],
    })),
    { key: `register:${source.name}`, items: [record] },
    ...(source.unknownSystemEntries ?? []),
  ];
}

function textEntry(key: string, value: string | undefined): SystemEntry[] {
  return value === undefined ? [] : [{ key, items: [new Map([[key, value]])] }];
}

function properties(record: Item): Partial<RegisterSource> {
  const found: Writable<Partial<RegisterSource>> = {};
  for (const [property, attribute] of RECORD_ATTRIBUTES) {
    const value = text(record, attribute);
    if (value !== undefined) found[property] = value;
  }
  return found;
}

function definition(id: string, item: Item, fail: Fail): FieldDefinition {
  const cardinality = required(item, 'cardinality', fail);
  if (cardinality !== '1' && cardinality !== 'n') {
    return fail(`found the cardinality ${excerpt(cardinality)} of ${excerpt(id)}; expected "1" or "n"`);
  }
  const found: Writable<FieldDefinition> = { id, datatype: required(item, 'datatype', fail), cardinality };
  for (const attribute of OPTIONAL_DEFINITION) {
    const value = text(item, attribute);
    if (value !== undefined) found[attribute] = value;
  }
  return found;
}

function required(item: Item, attribute: string, fail: Fail): string {
  return (
    text(item, attribute) ??
    fail(`found an item without the text ${attribute}; expected one, by the key of its system entry`)
  );
}

function text(item: Item, attribute: string): string | undefined {
  const value = item.get(attribute);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
