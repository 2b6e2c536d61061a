import { use } from 'react';
import type { RegisterId } from './paths.ts';
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
