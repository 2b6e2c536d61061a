import { isRegisterName } from '../core/curie.ts';
import type { RecentRegister } from '../query/site.ts';
import { siblingBase } from '../query/link-sibling.ts';
import { parseRegisterId, type RegisterId } from '../ui/paths.ts';

/** nameIn is what a register is called, as far as its address tells: the name of a bundled one or a file, the last telling part of a remote address. */
export function nameIn(id: RegisterId): string | undefined {
  if (id.kind === 'bundled') return id.name;
  if (id.kind === 'file') return id.file.replace(/-[0-9a-f]{8}$/, '');
  if (!URL.canParse(id.base)) return undefined;
  const { pathname, hostname } = new URL(id.base);
  const part = pathname
    .split('/')
    .findLast((segment) => segment !== '' && !/^(?:v\d+|next|earlier(?:\+.*)?|v2\+.*)$/.test(segment));
  const name = part ?? hostname.split('.')[0];
  return name !== undefined && isRegisterName(name) ? name : undefined;
}

/** LinkSource is where a link stands: in a register, by whatever name that register itself gives. */
export interface LinkSource {
  readonly register: RegisterId;
  readonly name: string | undefined;
}

/**
 * targetOf finds the register that a name stands for in the data of another one.
 * - the register itself, by its own name
 * - of a bundled register: the bundled register of that name, in the same variant and without faults
 * - of a file: a file of that name opened in this browser, the latest
 * - of a remote register: its sibling at the same server, by its address
 * - else a register of that name opened in this browser that is no bundled one: those are examples, and nobody’s data links to them
 */
export function targetOf(
  { register, name: own }: LinkSource,
  name: string,
  recent: readonly RecentRegister[],
): RegisterId | undefined {
  if (!isRegisterName(name)) return undefined;
  if (name === own) return register;
  if (register.kind === 'bundled') return { kind: 'bundled', name, mount: plainMount(register.mount) };
  const opened = recent.flatMap(({ id }) => parseRegisterId(id) ?? []).filter((id) => nameIn(id) === name);
  const file = opened.find((id) => id.kind === 'file');
  const remote = opened.find((id) => id.kind === 'remote');
  if (register.kind === 'file')
    return file === undefined ? remote : { ...file, mount: plainMount(register.mount) };
  const base = siblingBase(register.base, own ?? nameIn(register) ?? '', name);
  return base === undefined ? (remote ?? file) : { kind: 'remote', base };
}

/** isOpenedHere tells whether a register was opened in this browser, in whichever variant. */
export function isOpenedHere(id: RegisterId, recent: readonly RecentRegister[]): boolean {
  return recent.some((one) => {
    const opened = parseRegisterId(one.id);
    return opened !== undefined && sameRegister(opened, id);
  });
}

/** sameRegister tells whether two ids are one register, in whichever variant and mood. */
export function sameRegister(a: RegisterId, b: RegisterId): boolean {
  if (a.kind === 'remote') return b.kind === 'remote' && a.base === b.base;
  return a.kind === 'file'
    ? b.kind === 'file' && a.file === b.file
    : b.kind === 'bundled' && a.name === b.name;
}

function plainMount(mount: string): string {
  return mount.split('+')[0] ?? mount;
}
