import { type Curie, parseCurie } from './curie.ts';
import type { Definition } from './definition.ts';

/**
 * linkOf says which record of which register a value points to: a curie by its own prefix; any other value, a relative curie included, by the register that the
 * definition names. Undefined for a value that points nowhere.
 */
export function linkOf(
  value: string,
  definition: Pick<Definition, 'datatype' | 'register'>,
): Curie | undefined {
  if (value === '') return undefined;
  if (definition.datatype?.is === 'curie') {
    const curie = parseCurie(value);
    if (curie !== undefined) return curie;
  }
  const register = definition.register?.is;
  return register === undefined ? undefined : { prefix: register, key: value };
}
