import type { RegisterId } from '../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../ui/site-address.ts';

/** baseAddressOf is the API's base address of a register, without a trailing slash. */
export function baseAddressOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  return `${REGISTERS_ADDRESS}/${id.kind === 'file' ? id.file : id.name}/${id.mount}`;
}
