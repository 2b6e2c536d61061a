import type { AttributeValue, Item } from '../../core/model.ts';
import { isUnset } from './value.tsx';

/** AttributePair is one attribute in two versions. Null, `""`, `[]` and absence are the same "not set". */
export interface AttributePair {
  readonly attribute: string;
  readonly before: AttributeValue | undefined;
  readonly after: AttributeValue | undefined;
  /** Whether both values look the same. */
  readonly isSame: boolean;
}

/**
 * compareItems pairs every attribute of two versions, and every one in `order`. Order: as
 * in `order`, then by name.
 */
export function compareItems(
  before: Item,
  after: Item,
  order: readonly string[] = [],
): readonly AttributePair[] {
  const names = [...new Set([...order, ...[...before.keys(), ...after.keys()].sort()])];
  return names.map((attribute) => {
    const [old, now] = [before.get(attribute), after.get(attribute)];
    return { attribute, before: old, after: now, isSame: sameValue(old, now) };
  });
}

/** diffItems lists the attributes that differ between two versions. Order: see compareItems. */
export function diffItems(...versions: Parameters<typeof compareItems>): readonly AttributePair[] {
  return compareItems(...versions).filter(({ isSame }) => !isSame);
}

/** sameValue reports whether both values look the same. */
export function sameValue(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  const [mine, its] = [members(one), members(other)];
  return mine.length === its.length && mine.every((member, index) => member === its[index]);
}

/** members returns the texts of a value; none if it is not set. */
export function members(value: AttributeValue | undefined): readonly string[] {
  if (isUnset(value)) return [];
  return typeof value === 'string' ? [value] : value;
}
