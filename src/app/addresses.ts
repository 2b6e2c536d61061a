import type { RegisterId } from '../ui/paths.ts';

const SITE = new URL(import.meta.env.BASE_URL, location.origin);

/** REGISTERS_ADDRESS is where the bundled mock server answers, wherever it runs: its list, and below it every register. */
export const REGISTERS_ADDRESS = new URL('registers', SITE).href;

/** baseAddressOf is the API's base address of a register, without a trailing slash. */
export function baseAddressOf(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  return `${REGISTERS_ADDRESS}/${id.kind === 'file' ? id.file : id.name}/${id.mount}`;
}
