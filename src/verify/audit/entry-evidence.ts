import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from '../../core/hash.ts';
import type { EntryEvidence } from './audit-types.ts';
import type { LeafJob } from './job-types.ts';
import { digest, type Links, type Run } from './run.ts';

/**
 * entryEvidence asks for a bad entry once more, for a report of it: `leafHash` is what it came to, `auditPath` the way to the published root. Undefined where the
 * server does not send it again as it was; the finding then stands without. Rejects only where the audit was stopped.
 */
export async function entryEvidence(
  run: Run,
  links: Links,
  entryNumber: number,
  leafHash: Hash,
  auditPath: readonly Hash[],
): Promise<EntryEvidence | undefined> {
  const { leafRule, variant } = run;
  if (leafRule === undefined) return undefined;
  try {
    const { answer } = await digest(
      run,
      links,
      () => links.pages.entriesPage(entryNumber, 1, links.signal),
      (bytes): LeafJob => ({ kind: 'leaf', bytes, variant, leafRule, entryNumber }),
    );
    if (answer.outcome !== 'leaf' || answer.leafHash !== leafHash) return undefined;
    return { entry: answer.entry, leafBytes: bytesToHex(answer.leafBytes), auditPath };
  } catch (error) {
    links.signal.throwIfAborted();
    if (error instanceof Error) return undefined;
    throw error;
  }
}
