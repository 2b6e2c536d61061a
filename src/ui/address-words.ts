import { fileAddress, formatRegisterId, type RegisterId } from './paths.ts';

/** addressWords says to people where a register is: its address, the name of a bundled one, or the name of a file in this browser. */
export function addressWords(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  if (id.kind === 'bundled') return formatRegisterId(id);
  const where = fileAddress(id) ?? `${id.file.replace(/-[0-9a-f]{8}$/, '')}, a file in this browser`;
  return id.mount === 'v2' ? where : `${where} (${id.mount.replace(/^earlier/, 'blobs API')})`;
}
