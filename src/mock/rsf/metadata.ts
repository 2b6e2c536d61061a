import type { Item } from '../../core/model.ts';
import type { FieldDefinition, RegisterSource, SystemEntry } from '../source.ts';
import { excerpt, type Oddities } from './rsf-error.ts';

/** The domain of a register whose file does not state one: published files never do. */
export const DEFAULT_DOMAIN = 'localhost';

/** Which attribute of the register's own record (`register:<name>`) holds which plain property. The last three are not in published files. */
export const RECORD_ATTRIBUTES = [
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

/** The newest item for a system key, with its line. */
interface Statement {
  readonly item: Item;
  readonly line: number;
}

/**
 * Metadata collects the description of a register in the system entries of an RSF file (wire notes, "RSF"). A later entry for the same key replaces the earlier: the
 * published territory register once defined end-date by the item of start-date. They are under no root, so that nothing they lack keeps a register from being read:
 * entries whose key is unknown, or that have not one item, are kept to be listed; what does not say what its key does is left out and noted.
 */
export class Metadata {
  readonly #statements = new Map<string, Statement>();
  readonly #unknown: SystemEntry[] = [];

  get isEmpty(): boolean {
    return this.#statements.size === 0 && this.#unknown.length === 0;
  }

  /** add takes the system entry of that line. */
  add(key: string, items: readonly Item[], line: number): void {
    const [item] = items;
    if (SYSTEM_KEY.test(key) && item !== undefined && items.length === 1)
      this.#statements.set(key, { item, line });
    else this.#unknown.push({ key, items });
  }

  /** describe returns the description in the newest entries; missing parts go to `odd`. `fallbackName` is for a file without a name. */
  describe(fallbackName: string, odd: Oddities): Omit<RegisterSource, 'entries'> {
    const records = this.#of('register', odd);
    const said = this.#text('name', odd) ?? records[0]?.id;
    const isName = said !== undefined && REGISTER_NAME.test(said);
    const name = isName ? said : fallbackName;
    if (!isName) odd.note(said === undefined ? 'it does not say its name' : `${excerpt(said)} is no name`);
    const record = records.find(({ id }) => id === name);
    for (const { id, line } of records)
      if (id !== name) odd.note(`it has the record of another register, ${excerpt(id)}`, line);
    const definitions = this.#of('field', odd).flatMap((one) => definition(one, odd) ?? []);
    const fields = record?.item.get('fields');
    const unknown = this.#unknown.length > 0 ? this.#unknown : undefined;
    return {
      name,
      domain: DEFAULT_DOMAIN,
      ...defined({
        title: this.#text('register-name', odd),
        custodian: this.#text('custodian', odd),
      }),
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
  #text(key: string, odd: Oddities): string | undefined {
    const statement = this.#statements.get(key);
    return statement && required(statement, key, odd);
  }

  /** The entries of one kind whose item repeats what follows the colon, each with that. In the order in which they first came. */
  #of(kind: 'field' | 'register', odd: Oddities): (Statement & { readonly id: string })[] {
    return [...this.#statements].flatMap(([key, statement]) => {
      const [, found, id = ''] = SYSTEM_KEY.exec(key) ?? [];
      if (found !== kind) return [];
      const repeated = required(statement, kind, odd);
      if (repeated === id) return [{ id, ...statement }];
      if (repeated !== undefined)
        odd.note(`what it says of the ${kind} ${excerpt(id)} is about ${excerpt(repeated)}`, statement.line);
      return [];
    });
  }
}

function definition(
  { id, ...statement }: Statement & { readonly id: string },
  odd: Oddities,
): FieldDefinition | undefined {
  const cardinality = required(statement, 'cardinality', odd);
  const datatype = required(statement, 'datatype', odd);
  if (cardinality === undefined || datatype === undefined) return undefined;
  if (cardinality !== '1' && cardinality !== 'n') {
    odd.note(`the cardinality of ${excerpt(id)} is ${excerpt(cardinality)}, neither 1 nor n`, statement.line);
    return undefined;
  }
  const [title, about, register] = ['title', 'text', 'register'].map((name) => text(statement.item, name));
  return { id, datatype, cardinality, ...defined({ title, text: about, register }) };
}

/** The properties that are set. */
function defined<T extends object>(properties: T): { [P in keyof T]?: Exclude<T[P], undefined> } {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof defined<T>>;
}

function required({ item, line }: Statement, attribute: string, odd: Oddities): string | undefined {
  const value = text(item, attribute);
  if (value === undefined) odd.note(`a system entry lacks the text ${attribute}`, line);
  return value;
}

function text(item: Item, attribute: string): string | undefined {
  const value = item.get(attribute);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
