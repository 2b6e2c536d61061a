/** Curie is a value of the datatype `curie`: the key of a record of another register, or without a key the whole register. */
export interface Curie {
  readonly prefix: string;
  /** Undefined in `prefix:`, which stands for the whole register. */
  readonly key: string | undefined;
}

const REGISTER_NAME = /^[a-z][a-z0-9-]{0,62}$/;
const KEY = /^[A-Za-z0-9][\w./-]*$/;

/** isRegisterName tells what a register may be called: lower-case letters, digits and `-`, at most 63 as a label of a host name. */
export function isRegisterName(text: string): boolean {
  return REGISTER_NAME.test(text);
}

/** parseCurie reads `prefix:key` or `prefix:` (wire notes, "Keys, values"); undefined where the prefix names no register or the key cannot be one. */
export function parseCurie(text: string): Curie | undefined {
  const colon = text.indexOf(':');
  const prefix = text.slice(0, colon);
  const key = text.slice(colon + 1);
  if (colon < 1 || !isRegisterName(prefix)) return undefined;
  if (key === '') return { prefix, key: undefined };
  return KEY.test(key) ? { prefix, key } : undefined;
}
