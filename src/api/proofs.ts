import type { EntryProof } from '../core/model.ts';
import { isNotFound } from './api-error.ts';
import { ask, type Connection, demandAscending } from './connection.ts';
import type { RegisterClient } from './register-client.ts';

/** proofQuestions answers what a client is asked about proofs. */
export function proofQuestions(
  connection: Connection,
): Pick<RegisterClient, 'registerProof' | 'entryProof' | 'consistencyProof'> {
  const { base, wire, heard } = connection;
  /** Which spelling of the path this server knows, as an index into wire.entryProofPaths. */
  let known = 0;
  return {
    async registerProof(signal) {
      const head = await ask(connection, wire.registerProofPath, (body) => wire.registerProof(body), {
        signal,
        fresh: true,
      });
      heard.entries = head.logSize;
      return { ...head, address: `${base}/${wire.registerProofPath}` };
    },
    async entryProof(entryNumber, logSize, signal) {
      demandAscending(1, entryNumber, logSize);
      const paths = wire.entryProofPaths(entryNumber, logSize);
      const askBy = (path: string): Promise<EntryProof> =>
        ask(connection, path, (body) => wire.entryProof(body, entryNumber, logSize), { signal });
      const other = paths.findIndex((_, index) => index !== known);
      const [first = '', second] = [paths[known], paths[other]];
      try {
        return await askBy(first);
      } catch (error) {
        if (!isNotFound(error) || second === undefined) throw error;
        const proof = await askBy(second).catch((further: unknown) => {
          throw isNotFound(further) ? error : further;
        });
        known = other;
        return proof;
      }
    },
    async consistencyProof(from, to, signal) {
      demandAscending(1, from, to);
      const path = wire.consistencyProofPath(from, to);
      const proof = await ask(connection, path, (body) => wire.consistencyProof(body, from, to), { signal });
      return { ...proof, address: `${base}/${path}` };
    },
  };
}
