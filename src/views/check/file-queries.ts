import { checkAuditReport, checkBundle, checkReport } from '../../verify/evidence/check-evidence.ts';
import { decodeEvidence, type Evidence, type UnreadableFile } from '../../verify/evidence/decode-evidence.ts';
import { runKnownAnswerTest } from '../../verify/checks.ts';
import { queryOptions } from '@tanstack/react-query';
import { RootMemory } from '../../trust/root-memory.ts';

const CHECKS = {
  bundle: checkBundle,
  report: checkReport,
  'audit-report': checkAuditReport,
};

type CheckedEvidence<Kind extends Evidence['kind']> = Kind extends Kind
  ? Extract<Evidence, { kind: Kind }> & { readonly result: Awaited<ReturnType<(typeof CHECKS)[Kind]>> }
  : never;

/** CheckedFile is an evidence file with all its checks repeated, or why it cannot be read. */
export type CheckedFile = CheckedEvidence<Evidence['kind']> | UnreadableFile;

/**
 * checkFile reads an evidence file and makes all its checks again, here and without a network. The functions
 * are those of the worker and are tested first: rejects with Error if this browser computes hashes wrongly.
 * Never rejects for bad files: see CheckedFile.
 */
export async function checkFile(text: string): Promise<CheckedFile> {
  runKnownAnswerTest();
  const evidence = decodeEvidence(text);
  if (evidence.kind === 'unreadable') return evidence;
  return { ...evidence, result: await CHECKS[evidence.kind](evidence.file as never) } as CheckedFile;
}

/**
 * rememberedQuery reads the remembered head of the register of that place and base address, without opening
 * it. Null if there is none, or if it was read from another address.
 */
export function rememberedQuery(place: string, base: string) {
  return queryOptions({
    queryKey: ['remembered', place, base],
    queryFn: async () => {
      const recalled = await new RootMemory().recall(place);
      if (recalled.kind !== 'remembered' || recalled.root.base !== base) return null;
      const { logSize, rootHash, lastSeenMs, importedAtMs } = recalled.root;
      return { logSize, rootHash, lastSeenMs, ...(importedAtMs !== undefined && { importedAtMs }) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
