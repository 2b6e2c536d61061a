import { isRegisterName } from '../../core/definition.ts';
import { fileAddress, formatRegisterId, type RegisterId, withMount } from '../../ui/paths.ts';

/**
 * nameIn returns the name of a register by its address: for a bundled one or a file its own, for a remote one
 * the last part of the address that is no version.
 */
export function nameIn(id: RegisterId): string | undefined {
  if (id.kind === 'bundled') return id.name;
  if (id.kind === 'file')
    return fileAddress(id) === undefined ? id.file.replace(/-[0-9a-f]{8}$/, '') : stemOf(id.file)?.name;
  if (!URL.canParse(id.base)) return undefined;
  const { pathname, hostname } = new URL(id.base);
  const part = pathname
    .split('/')
    .findLast((segment) => segment !== '' && !/^(?:v\d+|next|earlier(?:\+.*)?|v2\+.*)$/.test(segment));
  const name = part ?? hostname.split('.')[0];
  return name !== undefined && isRegisterName(name) ? name : undefined;
}

/** stemOf splits the address of an RSF file named like its register: `https://host/a/country.rsf`. */
export function stemOf(address: string) {
  const [, before = '', name = '', ending = ''] = /^(.*\/)([^/?]+)(\.rsf(?:\.gz)?)$/i.exec(address) ?? [];
  return isRegisterName(name) ? { before, name, ending } : undefined;
}

/** sameRegister reports whether two ids are one register, in any variant and with any faults. */
export function sameRegister(a: RegisterId, b: RegisterId): boolean {
  return formatRegisterId(withMount(a, 'v2')) === formatRegisterId(withMount(b, 'v2'));
}
