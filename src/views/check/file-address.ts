import { parseRegisterId, type RegisterId } from '../../ui/paths.ts';

/**
 * registerAt finds the register at the address that a file states, to link to it. One below this site's
 * own registers is named by its place, an opened file by the place that was stated. Undefined where it is
 * no address of a register.
 */
export function registerAt(address: string, ownRegisters: string, place = ''): RegisterId | undefined {
  const stated = parseRegisterId(place);
  if (stated?.kind === 'file') return stated;
  const [name, mount, ...more] = address.startsWith(`${ownRegisters}/`)
    ? address.slice(ownRegisters.length + 1).split('/')
    : [];
  if (name !== undefined && mount !== undefined && more.length === 0)
    return parseRegisterId(`${name}~${mount}`);
  const remote = parseRegisterId(address);
  return remote?.kind === 'remote' ? remote : undefined;
}
