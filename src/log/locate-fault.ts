import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from '../core/hash.ts';
import { leafRule } from '../core/leaf-rules.ts';
import { joinHashes } from '../core/merkle.ts';
import type { Checkpoint, LeafRuleId } from '../core/model.ts';
import { inclusionShape } from '../core/proof-shape.ts';
import { halves } from '../core/split.ts';
import type { EntryRange } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import type { LogPages } from './log-pages.ts';
import type { RemoteLog } from './remote-log.ts';

interface Locating {
  /** Keeps the whole tree of the entries read. */
  readonly host: RemoteLog;
  readonly pages: LogPages;
  readonly head: Checkpoint;
  readonly signal: AbortSignal;
}

/**
 * locateFault finds the entries that are not in the published log, with about log2(N) entry proofs for each.
 * It descends from the root: the proofs of an entry in each half of a subtree contain the hash of the other
 * half, and the two must join to the hash of the subtree. So every hash that it compares with is part of the
 * published root. If proofs are not, no entry is accused: the finding has the kind 'root'.
 */
export async function locateFault(
  { host, pages, head, signal }: Locating,
  rule: LeafRuleId,
): Promise<AuditFinding[]> {
  const { logSize, rootHash } = head;
  const findings: AuditFinding[] = [];
  const paths = new Map<number, readonly Hash[]>();
  const sentHash = async (entryNumber: number, covers: EntryRange): Promise<Hash | undefined> => {
    const path = paths.get(entryNumber) ?? (await pages.entryProof(entryNumber, logSize, signal));
    paths.set(entryNumber, path);
    const shape = inclusionShape(entryNumber, logSize);
    const at = shape.findIndex(
      ({ sentCovers: { first, last } }) => first === covers.first && last === covers.last,
    );
    return path.length === shape.length ? path[at] : undefined;
  };
  /** An entry is evidence if the server sends it again unchanged. */
  const evidenceOf = async (entryNumber: number, auditPath: readonly Hash[]) => {
    const { bytes } = await pages.entriesPage(entryNumber, 1, signal);
    const entry = await host.entry(bytes, entryNumber);
    const leafBytes = entry && leafRule(rule).leafBytes(entry);
    return leafBytes && { evidence: { entry, leafBytes: bytesToHex(leafBytes), auditPath } };
  };
  /** Subtrees to compare, the first one last. `above` is the audit path from the range to the root. */
  const open: { range: EntryRange; published: Hash; above: readonly Hash[] }[] = [
    { range: { first: 1, last: logSize }, published: rootHash, above: [] },
  ];
  for (let next = open.pop(); next !== undefined && findings.length < MOST_FINDINGS; next = open.pop()) {
    const { range, published, above } = next;
    const computed = await host.subtree(range);
    if (computed === published) continue;
    const { first: entryNumber, last } = range;
    if (entryNumber === last) {
      const text = `Entry ${entryNumber} is not the one under the published root: its leaf hash does not match.`;
      const evidence = await evidenceOf(entryNumber, above);
      findings.push({ kind: 'entry', entryNumber, expected: published, computed, ...evidence, text });
      continue;
    }
    const [left, right] = halves(range);
    const [leftHash, rightHash] = await Promise.all([
      sentHash(right.first, left),
      sentHash(left.first, right),
    ]);
    if (leftHash === undefined || rightHash === undefined || joinHashes(leftHash, rightHash) !== published) {
      const isAll = last - entryNumber + 1 === logSize;
      const where = isAll ? '' : ` The difference lies in the entries ${entryNumber} to ${last}.`;
      const text = `The entries give a different root hash than the published one. This page cannot say which entry is at fault: the server's proofs do not give the published root hash.${where}`;
      findings.push({ kind: 'root', expected: published, computed, text });
      break;
    }
    open.push({ range: right, published: rightHash, above: [leftHash, ...above] });
    open.push({ range: left, published: leftHash, above: [rightHash, ...above] });
  }
  return findings;
}
