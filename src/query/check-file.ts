import type { Item, Checkpoint } from '../core/model.ts';
import {
  checkAuditReport,
  checkBundle,
  type CheckedAuditReport,
  type CheckedBundle,
  type CheckedProof,
  type CheckedReport,
  checkReport,
  checkTlogProof,
} from '../verify/evidence/check-evidence.ts';
import { expandCompactProof } from '../verify/evidence/compact-proof.ts';
import { decodeEvidence, type Evidence, type Unreadable } from '../verify/evidence/decode-evidence.ts';
import { runKnownAnswerTest } from '../verify/checks.ts';
import { queryOptions } from '@tanstack/react-query';
import { createRootMemory } from '../verify/root-memory.ts';

type File<Kind extends Evidence['kind']> = Extract<Evidence, { kind: Kind }>;

/** CheckedFile is an evidence file with all its checks repeated, or why it cannot be read. */
export type CheckedFile =
  // Data without a hash is not among the items.
  | (File<'bundle'> & { readonly result: CheckedBundle; readonly items: readonly Item[] })
  | (File<'tlog-proof'> & { readonly result: CheckedProof })
  | (File<'report'> & { readonly result: CheckedReport })
  | (File<'audit-report'> & { readonly result: CheckedAuditReport })
  | Unreadable;

let proved = false;

/**
 * checkFile reads an evidence file and makes all its checks again, here and without a network. The functions are those of the worker and are tested
 * first: throws Error if this browser computes hashes wrongly. Never throws for bad files: see CheckedFile.
 */
export function checkFile(text: string): CheckedFile {
  if (!proved) runKnownAnswerTest();
  proved = true;
  const evidence = decodeEvidence(text);
  switch (evidence.kind) {
    case 'bundle': {
      const result = checkBundle(evidence.file);
      const hashed = result.data.items.filter(({ computed }) => computed !== undefined);
      return { ...evidence, result, items: hashed.map(({ item }) => item) };
    }
    case 'tlog-proof':
      return { ...evidence, result: checkTlogProof(evidence.file) };
    case 'report':
      return { ...evidence, result: checkReport(evidence.file) };
    case 'audit-report':
      return { ...evidence, result: checkAuditReport(evidence.file) };
    case 'unreadable':
      return evidence;
  }
}

/** checkText checks the text of an evidence file or a compact proof. */
export async function checkText(text: string): Promise<CheckedFile> {
  return checkFile(await expandCompactProof(text));
}

/** RememberedHead is a head that this browser remembers, and when it was last seen, in milliseconds since 1970. */
interface RememberedHead extends Checkpoint {
  readonly lastSeenMs: number;
  /** When it was imported from a file; then this browser never saw it. */
  readonly importedAtMs?: number;
}

/**
 * rememberedQuery reads the remembered head of the register of that place and base address, without opening it. Null if there is none, or
 * if it was read from another address.
 */
export function rememberedQuery(place: string, base: string) {
  return queryOptions({
    queryKey: ['remembered', place, base],
    queryFn: async (): Promise<RememberedHead | null> => {
      const recalled = await createRootMemory().recall(place);
      if (recalled.kind !== 'remembered' || recalled.root.base !== base) return null;
      const { logSize, rootHash, lastSeenMs, importedAtMs } = recalled.root;
      return { logSize, rootHash, lastSeenMs, ...(importedAtMs !== undefined && { importedAtMs }) };
    },
    staleTime: 0,
    gcTime: 0,
  });
}
