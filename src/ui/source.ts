import { use } from 'react';
import { fileAddress, formatRegisterId, type RegisterId } from './paths.ts';
import { RegisterContext } from './register-paths.ts';

/** Source is where what a page checks comes from. A file has no server, and nobody publishes its root hash. */
export type Source = 'server' | 'file';

/** SOURCE_WORDS are what a source, its hashes and its root are called. */
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

/** sourceOf is where a register is read from. */
export function sourceOf(register: RegisterId | undefined): Source {
  return register?.kind === 'file' ? 'file' : 'server';
}

/** useSource is the source of the register on view; a page about no register speaks of servers. */
export function useSource(): Source {
  return sourceOf(use(RegisterContext));
}

/** addressWords says to people where a register is: its address, the name of a bundled one, or the name of a file in this browser. */
export function addressWords(id: RegisterId): string {
  if (id.kind === 'remote') return id.base;
  if (id.kind === 'bundled') return formatRegisterId(id);
  const where = fileAddress(id) ?? `${id.file.replace(/-[0-9a-f]{8}$/, '')}, a file in this browser`;
  return id.mount === 'v2' ? where : `${where} (${id.mount.replace(/^earlier/, 'blobs API')})`;
}
