import { parseRegisterId, type RegisterId } from '../../ui/paths.ts';

/**
 * registerOf finds the register that a file names, to link to it. One below this site's own registers, and an opened file, are named by their place; any other by
 * its address, so that a file from another site does not lead to a register of this one that happens to have the same name. Undefined where neither can be read.
 */
export function registerOf(
  named: { readonly address: string; readonly place: string },
  ownRegisters: string,
): RegisterId | undefined {
  const place = parseRegisterId(named.place);
  if (place?.kind === 'file') return place;
  if (place?.kind === 'bundled' && named.address.startsWith(`${ownRegisters}/`)) return place;
  const remote = parseRegisterId(named.address);
  return remote?.kind === 'remote' ? remote : undefined;
}

/**
 * registerAtOrigin finds the register that the origin of a checkpoint names: an address without its scheme. One below this site's own registers is named by its
 * place. Undefined where no address can be made of it.
 */
export function registerAtOrigin(
  origin: string,
  ownRegisters: string,
): { readonly register: RegisterId; readonly address: string } | undefined {
  const own = new URL(ownRegisters);
  const ownOrigin = `${own.host}${own.pathname}/`;
  const address = `${origin.startsWith(`${own.host}/`) ? own.protocol : 'https:'}//${origin.replaceAll(/%2B/gi, '+')}`;
  if (!URL.canParse(address)) return undefined;
  const [name, mount, ...more] = origin.startsWith(ownOrigin)
    ? address.slice(`${ownRegisters}/`.length).split('/')
    : [];
  const place = name === undefined || mount === undefined || more.length > 0 ? address : `${name}~${mount}`;
  const register = parseRegisterId(place);
  return register && { register, address };
}
