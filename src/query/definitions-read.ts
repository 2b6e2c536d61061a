import type { Statement } from '../core/definition.ts';
import type { AttributeValue, Item } from '../core/model.ts';

const PARTS = ['datatype', 'cardinality', 'title', 'text', 'register'] as const;

/** statementOf reads the item of a field register, or of a system entry `field:<attribute>`: each part that is a text. Anything else in it is left out. */
export function statementOf(item: Item | undefined): Statement {
  const said: { -readonly [Part in keyof Statement]: Statement[Part] } = {};
  for (const part of PARTS) {
    const value: AttributeValue | undefined = item?.get(part);
    if (typeof value === 'string' && value !== '') said[part] = value;
  }
  return said;
}

/** readStatements reads the definitions in the mock server's description of a register. Whatever is not of their form is left out. */
export function readStatements(body: unknown): ReadonlyMap<string, Statement> {
  const list = isObject(body) ? body['definitions'] : undefined;
  if (!Array.isArray(list)) return new Map();
  return new Map(
    list.flatMap((one: unknown): [string, Statement][] => {
      if (!isObject(one) || typeof one['id'] !== 'string') return [];
      const item = new Map(
        Object.entries(one).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
      );
      return [[one['id'], statementOf(item)]];
    }),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
