import type { AttributeValue, Item } from '../../core/model.ts';
import { type Fail, excerpt } from './rsf-error.ts';
import type { FieldDefinition, RegisterSource, SystemEntry } from '../source.ts';

/** Stands where a file does not say from which domain its register is available: published files never do. */
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

const SYSTEM_KEY = /^(?:name|register-name|custodian|(field|register):(.+))$/s;
const REGISTER_NAME = /^[A-Za-z0-9][A-Za-z0-9\-_.]*$/;

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
      fail(`has ${items.length} items in a system entry; expected one`);
    this.#statements.set(key, { item, fail });
  }

  /** describe returns what the newest entries say, and fails at their line where one does not hold what its key says, or by the `fail` given for the name. */
  describe(fallbackName: string | undefined, fail: Fail): Omit<RegisterSource, 'entries'> {
    const [record, ...others] = this.#of('register');
    const name = this.#text('name') ?? record?.id ?? fallbackName;
    if (name === undefined)
      return fail('ends a register that nothing names; expected a system entry with the key name');
    if (!REGISTER_NAME.test(name))
      fail(`ends a register with the name ${excerpt(name)}; expected letters, digits, - _ and .`);
    const stray = record?.id === name ? others[0] : record;
    stray?.fail(
      `has the record of the register ${excerpt(stray.id)}; expected only that of ${excerpt(name)}`,
    );
    const definitions = this.#of('field').map(definition);
    const fields = record?.item.get('fields');
    const unknown = this.#unknown.length > 0 ? this.#unknown : undefined;
    return {
      name,
      domain: DEFAULT_DOMAIN,
      ...defined({ title: this.#text('register-name'), custodian: this.#text('custodian') }),
      ...defined(
        Object.fromEntries(
          RECORD_ATTRIBUTES.map(([property, attribute]) => [
            property,
            record && text(record.item, attribute),
          ]),
        ),
      ),
      fields: Array.isArray(fields) ? fields : definitions.map(({ id }) => id),
      definitions,
      ...defined({ unknownSystemEntries: unknown }),
    };
  }

  /** The text that a key without a colon stands for, if there is an entry for it. */
  #text(key: string): string | undefined {
    const statement = this.#statements.get(key);
    return statement && required(statement, key);
  }

  /** The entries of one kind, each with what follows the colon, which its item must repeat. In the order in which they first came. */
  #of(kind: 'field' | 'register'): (Statement & { readonly id: string })[] {
    return [...this.#statements].flatMap(([key, statement]) => {
      const [, found, id = ''] = SYSTEM_KEY.exec(key) ?? [];
      if (found !== kind) return [];
      const repeated = required(statement, kind);
      if (repeated !== id)
        statement.fail(
          `has the ${kind} ${excerpt(repeated)}; expected ${excerpt(id)}, by the key of its system entry`,
        );
      return [{ id, ...statement }];
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
    ...textEntry('name', source.name),
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

function definition({ id, ...statement }: Statement & { readonly id: string }): FieldDefinition {
  const cardinality = required(statement, 'cardinality');
  if (cardinality !== '1' && cardinality !== 'n')
    return statement.fail(
      `has the cardinality ${excerpt(cardinality)} of ${excerpt(id)}; expected "1" or "n"`,
    );
  const [title, about, register] = ['title', 'text', 'register'].map((name) => text(statement.item, name));
  return {
    id,
    datatype: required(statement, 'datatype'),
    cardinality,
    ...defined({ title, text: about, register }),
  };
}

/** The properties that are set. */
function defined<T extends object>(properties: T): { [P in keyof T]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof defined<T>>;
}

function required({ item, fail }: Statement, attribute: string): string {
  return (
    text(item, attribute) ??
    fail(`uses an item without the text ${attribute}; expected one, by the key of its system entry`)
  );
}

function text(item: Item, attribute: string): string | undefined {
  const value = item.get(attribute);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
