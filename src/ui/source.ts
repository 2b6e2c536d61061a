import { createContext, use } from 'react';
import { fileAddress, formatRegisterId, type RegisterId } from './paths.ts';
import { RegisterContext } from './link.tsx';

/**
 * Source is where the data of a page was read from. A file has no server, and nobody publishes its root hash.
 * - file: an RSF file that states the root hash of its log
 * - computed: one that does not: it was cut short, or its log is read by the blobs API
 * - evidence: an evidence file, which has all hashes of its proofs
 */
export type Source = 'server' | 'file' | 'computed' | 'evidence';

const OF_FILE = {
  name: 'file',
  givenName: 'from the file',
  statedBy: 'stated in the file',
  rootName: 'root in the file',
  rootHash: 'root hash stated in the file',
  rootHashOf: 'root hash stated in the file for',
};

/** OF_DUMP: a dump has entries only. */
const OF_DUMP = { sentName: 'computed here from the other entries' };

/** SOURCE_WORDS name a source (the “server”), what it gives, the other hashes of a proof, and its root. */
export const SOURCE_WORDS = {
  server: {
    name: 'server',
    sentName: 'sent by the server',
    givenName: 'sent by the server',
    statedBy: 'reported by the server',
    rootName: 'published root',
    rootHash: 'published root hash',
    rootHashOf: 'published root hash of',
  },
  evidence: { ...OF_FILE, sentName: 'from the file' },
  file: { ...OF_FILE, ...OF_DUMP },
  computed: {
    ...OF_FILE,
    ...OF_DUMP,
    rootName: 'root of the whole file',
    rootHash: 'root hash computed here from the whole file',
    rootHashOf: 'root hash computed here from the whole file for',
  },
} as const satisfies Record<Source, object>;

/** UnstatedContext is whether the file of the register on view states no root hash of its whole log. */
export const UnstatedContext = createContext(false);

/** useSource returns the source of the register on view; 'server' outside a register. */
export function useSource(): Exclude<Source, 'evidence'> {
  const register = use(RegisterContext);
  const isUnstated = use(UnstatedContext);
  if (register?.kind !== 'file') return 'server';
  return isUnstated || register.mount.startsWith('earlier') ? 'computed' : 'file';
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
