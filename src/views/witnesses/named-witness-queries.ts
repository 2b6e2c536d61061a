import type { QueryClient } from '@tanstack/react-query';
import { type RegisterSession } from '../../query/session.ts';
import { noteStored } from '../../query/stored-audit.ts';
import { witnessListQuery } from '../../query/witness-queries.ts';
import { type KnownWitness, witnessLists } from '../../trust/reader-lists.ts';
import { refusalWords } from '../../trust/refusal-words.ts';
import { publicKeyIn, readVerifierKey, type VerifierKey } from '../../verify/witness/signed-note.ts';

export { refusalWords };

/** saveWitness adds or changes a witness of a register; undefined removes it. Rejects if storage refuses. */
export async function saveWitness(
  queries: QueryClient,
  session: RegisterSession,
  vkey: string,
  witness: KnownWitness | undefined,
): Promise<void> {
  await witnessLists.change(session.memory.id, vkey, witness).catch((error: unknown) => {
    throw new Error(`It could not be kept. ${refusalWords(error)}.`, { cause: error });
  });
  noteStored('witnesses', session.memory.id);
  await queries.invalidateQueries({ queryKey: witnessListQuery(session).queryKey });
}

/** countKeys counts the different keys in lines, whatever their names and types. */
export function countKeys(lines: readonly string[]): number {
  return new Set(lines.map(publicKeyIn)).size;
}

/** witnessKey reads the line of a key. Throws Error with a sentence about the problem. */
export function witnessKey(line: string): VerifierKey {
  try {
    return readVerifierKey(line);
  } catch (error) {
    throw new Error(`This key cannot be used: ${error instanceof Error ? error.message : ''}.`, {
      cause: error,
    });
  }
}
