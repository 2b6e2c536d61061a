import { checkConsistency } from '../../core/consistency.ts';
import { type Hash, type HashSpelling, parseHash } from '../../core/hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { checkInclusion } from '../../core/inclusion.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { hashLeaf, rootOf } from '../../core/merkle.ts';
import type { Checkpoint, Entry, Variant } from '../../core/model.ts';
import { type ConformanceCase, type Get, same } from './case.ts';

type Value = string | number;
type JsonObject = Record<string, unknown>;

const SIZE = 15;

/** The paths of the three proofs, as the variants spell them. */
const PATHS = {
  item: {
    register: '/proof/register/merkle:sha-256',
    consistency: (from: Value, to: Value) => `/proof/consistency/${from}/${to}/merkle:sha-256`,
    entry: (number: Value, size: Value) => `/proof/entries/${number}/${size}/merkle:sha-256`,
  },
  blob: {
    register: '/proofs/register',
    consistency: (from: Value, to: Value) => `/proofs/consistency/${from}/${to}`,
    entry: (number: Value, size: Value) => `/proofs/entries/${number}/${size}`,
  },
} as const;

function hashOf(value: unknown, spelling: HashSpelling): Hash {
  const hash = parseHash(String(value), spelling);
  if (!hash) throw new Error(`not a hash as ${spelling} has it: ${String(value)}`);
  return hash;
}

function hashesOf(value: unknown, spelling: HashSpelling): Hash[] {
  return (value as unknown[]).map((member) => hashOf(member, spelling));
}

async function headOf(variant: Variant, get: Get): Promise<Checkpoint> {
  const proof = (await get(PATHS[variant].register)) as JsonObject;
  return { logSize: Number(proof['total-entries']), rootHash: hashOf(proof['root-hash'], variant) };
}

async function entryAt(number: number, variant: Variant, get: Get): Promise<Entry> {
  const answer = await get(`/entries/${number}`);
  const wire = (variant === 'item' ? (answer as unknown[])[0] : answer) as JsonObject;
  const hashes = variant === 'item' ? wire['item-hash'] : [wire['blob-hash']];
  return {
    entryNumber: Number(wire['entry-number']),
    indexEntryNumber: Number(wire['entry-number']),
    timestamp: String(wire['entry-timestamp']),
    key: String(wire['key']),
    itemHashes: hashesOf(hashes, variant),
  };
}

async function leafHashes(variant: Variant, get: Get): Promise<Uint8Array[]> {
  const rule = leafRule(variant === 'item' ? 'item-json' : 'blob-multihash');
  const leaves: Uint8Array[] = [];
  for (let number = 1; number <= SIZE; number += 1)
    leaves.push(hashLeaf(rule.leafBytes(await entryAt(number, variant, get)) ?? new Uint8Array()));
  return leaves;
}

/** Tells for each entry whether its proof leads to the root that the register proof states. */
async function provedEntries(variant: Variant, rule: LeafRuleId, get: Get): Promise<boolean[]> {
  const { logSize, rootHash } = await headOf(variant, get);
  const proved: boolean[] = [];
  for (let entryNumber = 1; entryNumber <= logSize; entryNumber += 1) {
    const proof = (await get(PATHS[variant].entry(entryNumber, logSize))) as JsonObject;
    const auditPath = hashesOf(proof['merkle-audit-path'] ?? proof['audit-path'], variant);
    const leaf = leafRule(rule).leafBytes(await entryAt(entryNumber, variant, get)) ?? new Uint8Array();
    const leafHash = hashFromBytes(hashLeaf(leaf));
    const { verdict } = checkInclusion({ leafHash, entryNumber, logSize, auditPath, rootHash });
    proved.push(verdict.outcome === 'holds');
  }
  return proved;
}

function allBut(...numbers: number[]): boolean[] {
  return Array.from({ length: SIZE }, (_, index) => !numbers.includes(index + 1));
}

/** Whether all proofs hold under a leaf rule, for one set of switches. */
function provesEntries(
  variant: Variant,
  rule: LeafRuleId,
  switches: string,
  expected: boolean[],
): ConformanceCase {
  return {
    variant,
    switches,
    endpoint: variant === 'item' ? '/proof/entries/{n}/{size}/{id}' : '/proofs/entries/{n}/{size}',
    title: `connects entries to the stated root by ${rule}${expected.every(Boolean) ? '' : ', except where altered'}`,
    path: PATHS[variant].entry(1, SIZE),
    check: async (_reply, get) => same(await provedEntries(variant, rule, get), expected, 'proved'),
  };
}

function casesOf(variant: Variant): ConformanceCase[] {
  const paths = PATHS[variant];
  const id = variant === 'item' ? '/{id}' : '';
  const root = variant === 'item' ? '/proof' : '/proofs';
  const endpoint = {
    register: `${root}/register${id}`,
    consistency: `${root}/consistency/{small}/{large}${id}`,
    entries: `${root}/entries/{n}/{size}${id}`,
  };
  const bad = (
    [first, second]: readonly [Value, Value],
    path: (a: Value, b: Value) => string,
    name: string,
  ): ConformanceCase => ({
    variant,
    endpoint: name,
    title: `refuses ${[first, second].map((value) => String(value).slice(0, 20)).join(' and ')}`,
    path: path(first, second),
    status: 400,
  });
  return [
    {
      variant,
      endpoint: endpoint.register,
      title: 'states the log size as a number and the root hash',
      path: paths.register,
      check: ({ body }) => {
        const proof = JSON.parse(body) as JsonObject;
        same(proof['total-entries'], SIZE, 'total-entries');
        hashOf(proof['root-hash'], variant);
      },
    },
    {
      variant,
      endpoint: endpoint.consistency,
      title: 'proves every smaller size a beginning of every larger one',
      path: paths.consistency(SIZE, SIZE),
      check: async ({ body }, get) => {
        same(Object.values(JSON.parse(body) as JsonObject).at(-1), [], 'path between equal sizes');
        const leaves = await leafHashes(variant, get);
        for (let to = 2; to <= SIZE; to += 1)
          for (let from = 1; from < to; from += 1) {
            const proof = (await get(paths.consistency(from, to))) as JsonObject;
            const { verdict } = checkConsistency({
              from: { logSize: from, rootHash: rootOf(leaves.slice(0, from)) },
              to: { logSize: to, rootHash: rootOf(leaves.slice(0, to)) },
              path: hashesOf(Object.values(proof).at(-1), variant),
            });
            same(verdict, { outcome: 'holds' }, `verdict from ${from} to ${to}`);
          }
      },
    },
    ...[
      [0, 5],
      [5, 4],
      [1, 16],
      ['x', 5],
      [1, `1${'0'.repeat(400)}`],
      ['1.0', 5],
      [-1, 5],
    ].map((pair) => bad([pair[0] ?? 0, pair[1] ?? 0], paths.consistency, endpoint.consistency)),
    ...[
      [0, 5],
      [6, 5],
      [1, 16],
      [1, 0],
      ['x', 5],
      ['0x1', 5],
      [1, '5%20'],
    ].map((pair) => bad([pair[0] ?? 0, pair[1] ?? 0], paths.entry, endpoint.entries)),
  ];
}

/** PROOF_CASES cover the API document's "Proofs", with the leaf rules and the faults that touch them. */
export const PROOF_CASES: readonly ConformanceCase[] = [
  ...casesOf('item'),
  ...casesOf('blob'),
  {
    variant: 'item',
    endpoint: '/proof/entries/{n}/{size}/{id}',
    title: 'names the entry by number',
    path: '/proof/entries/1/1/merkle:sha-256',
    text: '{"proof-identifier":"merkle:sha-256","entry-number":1,"merkle-audit-path":[]}',
  },
  {
    variant: 'blob',
    endpoint: '/proofs/entries/{n}/{size}',
    title: 'is a path alone',
    path: '/proofs/entries/1/1',
    text: '{"audit-path":[]}',
  },
  ...[
    ['/proof/register/{id}', '/proof/register/x'],
    ['/proof/consistency/{small}/{large}/{id}', '/proof/consistency/1/2/merkle'],
    ['/proof/entries/{n}/{size}/{id}', '/proof/entries/1/2/MERKLE:SHA-256'],
  ].map(([endpoint = '', path = '']): ConformanceCase => ({
    variant: 'item',
    endpoint,
    title: 'is not found for another proof identifier',
    path,
    status: 404,
  })),
  provesEntries('item', 'item-json', '', allBut()),
  provesEntries('item', 'item-json-2016', '+leaf-2016', allBut()),
  provesEntries('blob', 'blob-multihash', '', allBut()),
  provesEntries('blob', 'blob-multihash', '+leaf-hex+leaf-multihash', allBut()),
  provesEntries('blob', 'blob-hex', '+leaf-hex', allBut()),
  provesEntries('blob', 'blob-digest', '+leaf-digest', allBut()),
  provesEntries('item', 'item-json', '+altered-proof', allBut(14)),
  provesEntries('blob', 'blob-multihash', '+altered-proof', allBut(14)),
  provesEntries('item', 'item-json', '+altered-entry', allBut(14)),
  provesEntries('blob', 'blob-multihash', '+altered-entry', allBut(14)),
  provesEntries(
    'item',
    'item-json',
    '+altered-root',
    allBut().map(() => false),
  ),
  provesEntries('item', 'item-json', '+altered-item', allBut()),
];
