import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hash } from '../core/hash.ts';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { leafRule as ruleOf } from '../core/leaf-rules.ts';
import { hashLeaf } from '../core/merkle.ts';
import { inclusionShape } from '../core/proof-shape.ts';
import type { EntryRange } from '../core/verdict.ts';
import type { AuditFinding, EntryEvidence } from '../verify/audit-result.ts';
import { addFinding, MOST_FINDINGS } from './findings.ts';
import { BLOCK, halves, joinHashes, subtreeHash } from './log-tree.ts';
import { entriesOf, entryOf } from './read-entries.ts';
import { CannotGoOn, type Links, type Run } from './run.ts';

/**
 * nameEntries finds out which entries are not those under the published root, in about log2(N) entry proofs for each. It goes down from the root: the proofs
 * of an entry in each half of a subtree tell the hash of the other half, and the two must join to the hash they were reached by. So every published hash it
 * compares with is one that leads to the published root. Where proofs do not, no entry is accused: the finding is of kind 'root'.
 */
export async function nameEntries(run: Run, links: Links): Promise<void> {
  const { head, findings } = run;
  const own = ownHashes(run, links);
  const before = findings.count;
  const paths = new Map<number, readonly Hash[]>();
  const sentHash = async (entryNumber: number, covers: EntryRange): Promise<Hash | undefined> => {
    const path =
      paths.get(entryNumber) ?? (await links.pages.entryProof(entryNumber, head.logSize, links.signal));
    paths.set(entryNumber, path);
    const shape = inclusionShape(entryNumber, head.logSize);
    if (path.length !== shape.length) return undefined;
    return path[
      shape.findIndex(
        ({ sentCovers }) => sentCovers.first === covers.first && sentCovers.last === covers.last,
      )
    ];
  };
  /** `above` is the way from this range to the root: the hashes beside it, from below upwards. */
  const descend = async (range: EntryRange, published: Hash, above: readonly Hash[]): Promise<void> => {
    if (findings.count - before >= MOST_FINDINGS) return;
    const computed = await own(range);
    if (computed === published) return;
    if (range.first === range.last) {
      const evidence = await entryEvidence(run, links, range.first, computed, above);
      return addFinding(findings, badEntry(range.first, published, computed, evidence));
    }
    const [left, right] = halves(range);
    const [leftHash, rightHash] = await Promise.all([
      sentHash(right.first, left),
      sentHash(left.first, right),
    ]);
    if (leftHash === undefined || rightHash === undefined || joinHashes(leftHash, rightHash) !== published)
      throw new CannotGoOn(unnamed(run, range));
    await descend(left, leftHash, [rightHash, ...above]);
    await descend(right, rightHash, [leftHash, ...above]);
  };
  try {
    await descend({ first: 1, last: head.logSize }, head.rootHash, []);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    addFinding(findings, error.finding);
  }
}

/** ownHashes gives the hashes of the tree that was rebuilt. Within a block they are computed again from the block's entries, which must be the same as before. */
function ownHashes(run: Run, links: Links): (range: EntryRange) => Promise<Hash> {
  const { logSize } = run.head;
  const leaves = new Map<number, Hash>();
  const known = ({ first, last }: EntryRange): Hash | undefined =>
    last - first + 1 === BLOCK ? run.tree.blockHash(first) : first === last ? leaves.get(first) : undefined;
  const readBlock = async (first: number): Promise<void> => {
    const last = Math.min(first + BLOCK - 1, logSize);
    leaves.clear();
    for (let at = first; at <= last;) {
      const page = await entriesOf(run, links, { first: at, last }, true);
      for (const [index, leaf] of (page.leaves ?? []).entries()) leaves.set(at + index, leaf);
      at += page.count;
    }
    const before = run.tree.blockHash(first) ?? run.tree.openRoot();
    const again = subtreeHash({ first, last }, (range) =>
      leaves.get(range.first === range.last ? range.first : 0),
    );
    if (before !== again) throw new CannotGoOn(changed({ first, last }));
  };
  return async (range) => {
    const found = subtreeHash(range, known);
    if (found !== undefined) return found;
    const openBlock = logSize - (logSize % BLOCK) + 1;
    const isWithinBlock = range.last - range.first + 1 <= BLOCK;
    await readBlock(isWithinBlock ? range.first - ((range.first - 1) % BLOCK) : openBlock);
    const computed = subtreeHash(range, known);
    if (computed === undefined) throw new Error(`no hash over the entries ${range.first} to ${range.last}`);
    return computed;
  };
}

function badEntry(
  entryNumber: number,
  expected: Hash,
  computed: Hash,
  evidence: EntryEvidence | undefined,
): AuditFinding {
  const text = `Entry ${entryNumber} is not the one under the published root: its leaf hash does not match.`;
  return { kind: 'entry', entryNumber, expected, computed, ...(evidence && { evidence }), text };
}

function unnamed({ head, tree }: Run, { first, last }: EntryRange): AuditFinding {
  const where =
    first === 1 && last === head.logSize ? '' : ` The difference lies in the entries ${first} to ${last}.`;
  const text = `The entries rebuild another root than the published one. No entry can be named: the server's proofs do not give that root.${where}`;
  return { kind: 'root', expected: head.rootHash, computed: tree.root(), text };
}

function changed({ first, last }: EntryRange): AuditFinding {
  const text = `The entries ${first} to ${last} were different when they were asked for again, so that no entry can be named.`;
  return { kind: 'root', entryNumber: first, text };
}

/**
 * entryEvidence asks for a bad entry once more, for a report of it: `leafHash` is what it came to, `auditPath` the way to the published root. Undefined where the
 * server does not send it again as it was; the finding then stands without. Rejects only where the audit was stopped.
 */
async function entryEvidence(
  run: Run,
  links: Links,
  entryNumber: number,
  leafHash: Hash,
  auditPath: readonly Hash[],
): Promise<EntryEvidence | undefined> {
  const { leafRule } = run;
  if (leafRule === undefined) return undefined;
  try {
    const entry = await entryOf(run, links, entryNumber);
    const leafBytes = entry && ruleOf(leafRule).leafBytes(entry);
    if (!leafBytes || hashFromBytes(hashLeaf(leafBytes)) !== leafHash) return undefined;
    return { entry, leafBytes: bytesToHex(leafBytes), auditPath };
  } catch (error) {
    links.signal.throwIfAborted();
    if (error instanceof Error) return undefined;
    throw error;
  }
}
