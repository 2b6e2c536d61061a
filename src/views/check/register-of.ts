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
