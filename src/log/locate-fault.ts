import { bytesToHex } from '@noble/hashes/utils.js';
import { type Hash, hashFromBytes } from '../core/hash.ts';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import { leafRule as ruleOf } from '../core/leaf-rules.ts';
import { joinHashes } from '../core/merkle.ts';
import { halves } from '../core/split.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { inclusionShape } from '../core/proof-shape.ts';
import type { EntryRange } from '../core/verdict.ts';
import { type AuditFinding, MOST_FINDINGS } from '../verify/audit-result.ts';
import { BLOCK, leafOf, LogTree, type LogTreeState, subtreeHash } from './log-tree.ts';
import type { LogPages } from './pages.ts';
import type { RemoteLog } from './remote-log.ts';

interface Locating {
  readonly host: RemoteLog;
  readonly pages: LogPages;
  readonly head: Checkpoint;
  readonly leafRule: LeafRuleId;
  readonly signal: AbortSignal;
}

/** NotLocated is why no entry can be named. */
class NotLocated extends Error {
  readonly finding: AuditFinding;

  constructor(finding: Omit<AuditFinding, 'kind'>) {
    super(finding.text);
    this.finding = { kind: 'root', ...finding };
  }
}

/**
 * locateFault finds the entries that are not in the published log, with about log2(N) entry proofs for each. It descends from the root: the proofs of an entry in
 * each half of a subtree contain the hash of the other half, and the two must join to the hash of the subtree. So every hash that it compares with is part of the
 * published root. If proofs are not, no entry is accused: the finding has the kind 'root'.
 */
export async function locateFault(locating: Locating, state: LogTreeState): Promise<AuditFinding[]> {
  const { head, pages, signal } = locating;
  const tree = LogTree.from(state);
  const own = rereadBlocks(locating, tree);
  const findings: AuditFinding[] = [];
  const paths = new Map<number, readonly Hash[]>();
  const sentHash = async (entryNumber: number, covers: EntryRange): Promise<Hash | undefined> => {
    const path = paths.get(entryNumber) ?? (await pages.entryProof(entryNumber, head.logSize, signal));
    paths.set(entryNumber, path);
    const shape = inclusionShape(entryNumber, head.logSize);
    if (path.length !== shape.length) return undefined;
    return path[
      shape.findIndex(
        ({ sentCovers }) => sentCovers.first === covers.first && sentCovers.last === covers.last,
      )
    ];
  };
  /** `above` is the audit path from this range to the root. */
  const descend = async (range: EntryRange, published: Hash, above: readonly Hash[]): Promise<void> => {
    if (findings.length >= MOST_FINDINGS) return;
    const { computed, entry } = await own(range);
    if (computed === published) return;
    const { first: entryNumber, last } = range;
    if (entryNumber === last) {
      const leafBytes = entry && ruleOf(locating.leafRule).leafBytes(entry);
      const evidence = entry && leafBytes && { entry, leafBytes: bytesToHex(leafBytes), auditPath: above };
      const text = `Entry ${entryNumber} is not the one under the published root: its leaf hash does not match.`;
      findings.push({
        kind: 'entry',
        entryNumber,
        expected: published,
        computed,
        ...(evidence && { evidence }),
        text,
      });
      return;
    }
    const [left, right] = halves(range);
    const [leftHash, rightHash] = await Promise.all([
      sentHash(right.first, left),
      sentHash(left.first, right),
    ]);
    if (leftHash === undefined || rightHash === undefined || joinHashes(leftHash, rightHash) !== published) {
      const isAll = entryNumber === 1 && last === head.logSize;
      const where = isAll ? '' : ` The difference lies in the entries ${entryNumber} to ${last}.`;
      const text = `The entries rebuild another root than the published one. No entry can be named: the server's proofs do not give that root.${where}`;
      throw new NotLocated({ expected: head.rootHash, computed: tree.root(), text });
    }
    await descend(left, leftHash, [rightHash, ...above]);
    await descend(right, rightHash, [leftHash, ...above]);
  };
  try {
    await descend({ first: 1, last: head.logSize }, head.rootHash, []);
  } catch (error) {
    if (!(error instanceof NotLocated)) throw error;
    findings.push(error.finding);
  }
  return findings;
}

/** rereadBlocks returns a function for the hashes of the rebuilt tree. Those within a block are computed from its entries, which are requested again and must be unchanged. */
function rereadBlocks({ host, pages, head, leafRule, signal }: Locating, tree: LogTree) {
  const entries = new Map<number, Entry>();
  const leaves = new Map<number, Hash>();
  const known = ({ first, last }: EntryRange): Hash | undefined =>
    last - first + 1 === BLOCK ? tree.blockHash(first) : first === last ? leaves.get(first) : undefined;
  const readBlock = async (first: number): Promise<void> => {
    const last = Math.min(first + BLOCK - 1, head.logSize);
    entries.clear();
    leaves.clear();
    for (let at = first; at <= last;) {
      const { bytes } = await pages.entriesPage(at, last - at + 1, signal);
      let read = await host.read(bytes, { first: at, last });
      if (read[0]?.entryNumber !== at || read.some(({ entryNumber }, index) => entryNumber !== at + index))
        read = await host.read((await pages.entriesInOrder(at, last - at + 1, signal)).bytes, {
          first: at,
          last,
        });
      if (read.length === 0) break;
      for (const entry of read) {
        const leaf = leafOf(entry, leafRule);
        if (typeof leaf !== 'string') leaves.set(entry.entryNumber, hashFromBytes(leaf));
        entries.set(entry.entryNumber, entry);
      }
      at += read.length;
    }
    const again = subtreeHash({ first, last }, ({ first, last }) =>
      first === last ? leaves.get(first) : undefined,
    );
    if (again !== undefined && again === (tree.blockHash(first) ?? tree.openRoot())) return;
    const text = `The entries ${first} to ${last} were different when they were asked for again, so that no entry can be named.`;
    throw new NotLocated({ entryNumber: first, text });
  };
  return async (
    range: EntryRange,
  ): Promise<{ readonly computed: Hash; readonly entry?: Entry | undefined }> => {
    let computed = subtreeHash(range, known);
    if (computed === undefined) {
      const openBlock = head.logSize - (head.logSize % BLOCK) + 1;
      const isWithinBlock = range.last - range.first + 1 <= BLOCK;
      await readBlock(isWithinBlock ? range.first - ((range.first - 1) % BLOCK) : openBlock);
      computed = subtreeHash(range, known);
    }
    if (computed === undefined) throw new Error(`no hash over the entries ${range.first} to ${range.last}`);
    return { computed, entry: entries.get(range.first) };
  };
}
