import { blobHash } from '../../core/blob-hash.ts';
import { checkConsistency } from '../../core/consistency.ts';
import { itemHash } from '../../core/data-hash.ts';
import { type Hash, type HashSpelling, formatHash, parseHash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf, rootOf } from '../../core/merkle.ts';
import type { AttributeValue, Entry, Item, Variant } from '../../core/model.ts';
import { type ConformanceCase, type Get, memberOf, same } from './case.ts';

type Check = NonNullable<ConformanceCase['check']>;

/** PROOFS are the paths of the proofs, as the variants spell them: two numbers with a slash between them come after the beginning, then the identifier. */
export const PROOFS = {
  item: {
    register: '/proof/register/merkle:sha-256',
    consistency: '/proof/consistency/',
    entry: '/proof/entries/',
    id: '/merkle:sha-256',
  },
  blob: {
    register: '/proofs/register',
    consistency: '/proofs/consistency/',
    entry: '/proofs/entries/',
    id: '',
  },
} as const;

function hashOf(value: unknown, spelling: HashSpelling): Hash {
  const hash = parseHash(String(value), spelling);
  if (!hash) throw new Error(`not a hash as ${spelling} has it: ${String(value)}`);
  return hash;
}

/** The path of hashes is the last member of a proof. */
function pathOf(proof: unknown, spelling: HashSpelling): Hash[] {
  return (Object.values(proof as object).at(-1) as unknown[]).map((hash) => hashOf(hash, spelling));
}

/** The leaf bytes of an entry as the server has it. */
async function leafOf(
  entryNumber: number,
  variant: Variant,
  rule: LeafRuleId,
  get: Get,
): Promise<Uint8Array> {
  const wire = [await get(`/entries/${entryNumber}`)].flat()[0] as Record<string, unknown>;
  const hashes = [wire[variant === 'item' ? 'item-hash' : 'blob-hash']].flat();
  const entry: Entry = {
    entryNumber,
    indexEntryNumber: entryNumber,
    timestamp: String(wire['entry-timestamp']),
    key: String(wire['key']),
    itemHashes: hashes.map((hash) => hashOf(hash, variant)),
  };
  return hashLeaf(leafRule(rule).leafBytes(entry) ?? new Uint8Array());
}

/** provesEntries expects every entry's proof to lead to the root that the register proof states, but for the entries that are told. */
export function provesEntries(variant: Variant, rule: LeafRuleId, isWrong: (n: number) => boolean): Check {
  return async (_reply, get) => {
    const { register, entry, id } = PROOFS[variant];
    const head = await get(register);
    const logSize = Number(memberOf(head, 'total-entries'));
    const rootHash = hashOf(memberOf(head, 'root-hash'), variant);
    for (let entryNumber = 1; entryNumber <= logSize; entryNumber += 1) {
      const auditPath = pathOf(await get(`${entry}${entryNumber}/${logSize}${id}`), variant);
      const leafHash = hashFromBytes(await leafOf(entryNumber, variant, rule, get));
      const { verdict } = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash });
      same(verdict.outcome === 'holds', !isWrong(entryNumber), `proof of entry ${entryNumber}`);
    }
  };
}

/** provesGrowth expects every smaller size to be proved a beginning of every larger one, up to a size. */
export function provesGrowth(variant: Variant, size: number): Check {
  return async (_reply, get) => {
    const { consistency, id } = PROOFS[variant];
    const rule = variant === 'item' ? 'item-json' : 'blob-multihash';
    const leaves: Uint8Array[] = [];
    while (leaves.length < size) leaves.push(await leafOf(leaves.length + 1, variant, rule, get));
    const headAt = (logSize: number) => ({ logSize, rootHash: rootOf(leaves.slice(0, logSize)) });
    for (let to = 1; to <= size; to += 1)
      for (let from = 1; from <= to; from += 1) {
        const path = pathOf(await get(`${consistency}${from}/${to}${id}`), variant);
        if (from === to) same(path, [], `path from ${from} to itself`);
        const { verdict } = checkConsistency({ from: headAt(from), to: headAt(to), path });
        same(verdict.outcome, 'holds', `verdict from ${from} to ${to}`);
      }
  };
}

function asItem(object: unknown): Item {
  const pairs = Object.entries(object as Record<string, AttributeValue>);
  return new Map(pairs.filter(([name]) => name !== '_id'));
}

/** hashesData expects a list of items or blobs, or one blob, to have the hashes under which they stand. */
export function hashesData(variant: Variant): Check {
  return ({ body }) => {
    const json = JSON.parse(body) as object;
    for (const [hash, data] of variant === 'item' ? Object.entries(json) : [json].flat().map(withId))
      same(formatHash((variant === 'item' ? itemHash : blobHash)(asItem(data)), variant), hash, 'hash');
  };
}

function withId(blob: unknown): [id: unknown, blob: unknown] {
  return [memberOf(blob, '_id'), blob];
}
