import { use } from 'react';
import { fileAddress, formatRegisterId, type RegisterId } from './paths.ts';
import { RegisterContext } from './register-paths.ts';

/**
 * Source is where the data of a page was read from. A file has no server, and nobody publishes its root hash.
 */
export type Source = 'server' | 'file';

/** SOURCE_WORDS name a source, its hashes and its root. */
export const SOURCE_WORDS = {
  server: {
    sentName: 'sent by the server',
    statedBy: 'reported by the server',
    rootName: 'published root',
    rootHash: 'published root hash',
    rootHashOf: 'published root hash of',
  },
  file: {
    sentName: 'from the file',
    statedBy: 'stated in the file',
    rootName: 'root in the file',
    rootHash: 'root hash stated in the file',
    rootHashOf: 'root hash stated in the file for',
  },
} as const satisfies Record<Source, object>;

/** sourceOf returns the source of a register. */
export function sourceOf(register: RegisterId | undefined): Source {
  return register?.kind === 'file' ? 'file' : 'server';
}

/** useSource returns the source of the register on view; 'server' outside a register. */
export function useSource(): Source {
  return sourceOf(use(RegisterContext));
}

/**
 * addressWords names the place of a register for people: its address, the name of a bundled one, or the name
 * of a file in this browser.
 */
export function addressWords(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  if (id.kind === 'bundled') return formatRegisterId(id);
  const where = fileAddress(id) ?? `${id.file.replace(/-[0-9a-f]{8}$/, '')}, a file in this browser`;
  return id.mount === 'v2' ? where : `${where} (${id.mount.replace(/^earlier/, 'blobs API')})`;
}
