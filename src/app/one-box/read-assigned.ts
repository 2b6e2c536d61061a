import { parseCurie } from '../../core/curie.ts';
import { foldWord as fold } from '../../core/words.ts';

const ASSIGNED = /^([^\s=:]+)\s*(=|:\s)\s*(\S.*)$/s;

/** Assigned is a value that a text asks for, of an attribute by its name in the register where it is `known`, else as it was typed. */
export interface Assigned {
  readonly attribute: string;
  readonly value: string;
  readonly known: boolean;
  /** It may be a curie, too. */
  readonly curie: boolean;
}

/** readAssigned understands `currency=EUR`, `currency: EUR` and `currency:EUR` by the names of a register's attributes, in any case. Undefined for other texts. */
export function readAssigned(text: string, attributes: readonly string[]): Assigned | undefined {
  const [, attribute = '', , value = ''] = ASSIGNED.exec(text) ?? [];
  if (attribute !== '') return { ...named(attribute, attributes), value: value.trim(), curie: false };
  const { prefix, key } = parseCurie(text) ?? {};
  if (prefix === undefined || key === undefined) return undefined;
  return { ...named(prefix, attributes), value: key, curie: true };
}

function named(typed: string, attributes: readonly string[]) {
  const name = attributes.find((one) => one === typed) ?? attributes.find((one) => fold(one) === fold(typed));
  return { attribute: name ?? typed, known: name !== undefined };
}
