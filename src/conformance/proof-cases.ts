import { checkConsistency } from '../core/consistency.ts';
import { type Hash, parseHash } from '../core/hash.ts';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { checkInclusion, type InclusionResult } from '../core/inclusion.ts';
import { type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { rootOf } from '../core/merkle.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import { type ConformanceCase, must, type Exchange, expect, Finding, notApplicable } from './model.ts';
import { integerOf, type Json, type RegisterUnderTest, sampleNumbers } from './register-under-test.ts';

const ROOT_WORDS = 'root-hash: Hash, root of the log when issued.';
const PATH_WORDS =
  'The hash lists are ordered node hashes. Hashing by merkle:sha-256 (RFC 9162, section 2.1).';

/** SampledProof is an entry with its proof. */
interface SampledProof {
  readonly entry: Entry;
  readonly logSize: number;
  readonly auditPath: readonly Hash[];
  readonly exchange: Exchange;
}

function pathIn({ variant }: RegisterUnderTest, json: Json, name: string): Hash[] {
  const path = json[variant === 'item' ? name : 'audit-path'] as unknown[];
  return path.flatMap((hash) => parseHash(String(hash), variant) ?? []);
}

async function proofOf(
  register: RegisterUnderTest,
  entryNumber: number,
  logSize: number,
): Promise<SampledProof> {
  const entry = await register.entry(entryNumber);
  const { json, exchange } = await register.ask('entry-proof', {
    'entry-number': entryNumber,
    'log-size': logSize,
  });
  return { entry, logSize, auditPath: pathIn(register, json, 'merkle-audit-path'), exchange };
}

/** headAfterLog is a head at least as new as the log that was read, where the server has one. */
function headAfterLog(register: RegisterUnderTest) {
  return register.once('head after log', async () => {
    const { last } = await register.log();
    const head = await register.head();
    return head.logSize < last ? register.head(true) : head;
  });
}

function proofs(register: RegisterUnderTest): Promise<readonly SampledProof[]> {
  return register.once('proofs', async () => {
    const { logSize } = await headAfterLog(register);
    if (logSize === 0) throw notApplicable('The log has no entries.');
    const sampled: SampledProof[] = [];
    for (const number of sampleNumbers(await register.log(), logSize))
      sampled.push(await proofOf(register, number, logSize));
    return sampled;
  });
}

function climb(
  { entry, logSize, auditPath }: SampledProof,
  rule: LeafRule,
  rootHash: Hash,
): InclusionResult | undefined {
  const leafHash = leafHashOf(entry, rule);
  if (!leafHash) return undefined;
  return checkInclusion({
    leafHash: hashFromBytes(leafHash),
    entryNumber: entry.entryNumber,
    logSize,
    auditPath,
    rootHash,
  });
}

function leafHashOf(entry: Entry, rule: LeafRule): Uint8Array | undefined {
  try {
    return rule.leafHash(entry);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

/** The hashes of all leaves of a log that was read whole, by a rule; undefined if it was not, or where the rule cannot write an entry. */
async function leaves(register: RegisterUnderTest, rule: LeafRule): Promise<Uint8Array[] | undefined> {
  const { entries, isWhole, last } = await register.log();
  if (!isWhole) return undefined;
  const hashes: Uint8Array[] = [];
  for (let number = 1; number <= last; number += 1) {
    const entry = entries.get(number);
    const hash = entry && leafHashOf(entry, rule);
    if (hash) hashes.push(hash);
  }
  return hashes.length === last ? hashes : undefined;
}

/**
 * The document leaves open how an entry is written as a leaf. The rule of a register is the known one by which the whole log gives the stated root, or by which a proof
 * leads there, or by which the proofs of two entries lead to one root, whatever is stated: no other rule could.
 */
function ruleOf(register: RegisterUnderTest): Promise<LeafRule> {
  return register.once('leaf rule', async () => {
    const { rootHash, logSize } = await headAfterLog(register);
    const rules = leafRulesFor(register.variant);
    for (const rule of rules) {
      const hashes = await leaves(register, rule);
      if (hashes && rootOf(hashes.slice(0, logSize)) === rootHash) return rule;
    }
    const sampled = await proofs(register);
    for (const rule of rules) {
      const roots = sampled.map((proof) => climb(proof, rule, rootHash)?.computedRoot);
      const isShared = roots.some(
        (root, at) => root !== undefined && (root === rootHash || roots.indexOf(root) < at),
      );
      if (isShared) return rule;
    }
    throw new Finding(
      'could-not-run',
      'No known way of writing an entry as a leaf gives the stated root hash. The document does not say which is right.',
      sampled[0]?.exchange,
    );
  });
}

/** The head of the log at an earlier size: computed from its entries, or from the proof of its last entry. */
async function headAt(register: RegisterUnderTest, logSize: number): Promise<Checkpoint> {
  const rule = await ruleOf(register);
  const hashes = await leaves(register, rule);
  if (hashes && hashes.length >= logSize) return { logSize, rootHash: rootOf(hashes.slice(0, logSize)) };
  const proof = await proofOf(register, logSize, logSize);
  const { rootHash } = await headAfterLog(register);
  const computed = climb(proof, rule, rootHash)?.computedRoot;
  expect(
    computed !== undefined,
    `The proof of entry ${logSize} at size ${logSize} has the wrong length.`,
    proof.exchange,
  );
  return { logSize, rootHash: computed };
}

/** PROOF_CASES compute every proof again. */
export const PROOF_CASES: readonly ConformanceCase[] = [
  must(
    'register-proof',
    'size',
    'The register proof is of the log as it is, not as it was',
    'total-entries: Integer, log size when issued.',
    async (register) => {
      const { last } = await register.log();
      const head = await headAfterLog(register);
      expect(
        head.logSize >= last,
        `It is of ${head.logSize} entries; the log has entry ${last}.`,
        head.exchange,
      );
    },
  ),
  must('register-proof', 'root', 'The root hash is that of all entries', ROOT_WORDS, async (register) => {
    const head = await headAfterLog(register);
    const hashes = await leaves(register, await ruleOf(register));
    if (!hashes)
      throw notApplicable('The log was not read whole. The entry proofs are checked against the root hash.');
    if (hashes.length < head.logSize) throw notApplicable('The log has grown since it was read.');
    const root = rootOf(hashes.slice(0, head.logSize));
    expect(
      root === head.rootHash,
      `All ${head.logSize} entries give ${root}; ${head.rootHash} is stated.`,
      head.exchange,
    );
  }),
  must(
    'entry-proof',
    'root',
    'An entry proof leads from the entry to the root hash',
    PATH_WORDS,
    async (register) => {
      const sampled = await proofs(register);
      const { rootHash } = await headAfterLog(register);
      const [anyRule] = leafRulesFor(register.variant);
      // A path of the wrong length is wrong by any rule.
      for (const proof of sampled) {
        const verdict = anyRule && climb(proof, anyRule, rootHash)?.verdict;
        if (verdict?.outcome === 'does-not-match' && verdict.code !== 'hash-differs')
          expect(false, `Entry ${proof.entry.entryNumber}: ${verdict.reason}.`, proof.exchange);
      }
      const rule = await ruleOf(register);
      for (const proof of sampled) {
        const computed = climb(proof, rule, rootHash)?.computedRoot;
        expect(
          computed === rootHash,
          `Entry ${proof.entry.entryNumber} and its proof give ${computed ?? 'no hash'}; the register proof states ${rootHash}.`,
          proof.exchange,
        );
      }
    },
  ),
  must(
    'entry-proof',
    'number',
    'An entry proof names the entry that was asked for',
    'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash).',
    async (register) => {
      for (const { entry, exchange } of await proofs(register)) {
        const { json } = await register.askAt('entry-proof', exchange.address);
        const named = integerOf(json['entry-number']);
        expect(named === entry.entryNumber, `It names entry ${named}.`, exchange);
      }
    },
    'item',
  ),
  must(
    'consistency-proof',
    'roots',
    'A consistency proof leads from the root hash of an earlier size to that of now',
    PATH_WORDS,
    async (register) => {
      const to = await headAfterLog(register);
      const { logSize: size } = to;
      const sizes = new Set(
        [1, Math.floor(size / 2), Math.floor(size * 0.9), size - 1].filter((one) => one > 0 && one < size),
      );
      if (sizes.size === 0) throw notApplicable('The log never had another size.');
      for (const small of sizes) {
        const from = await headAt(register, small);
        const { json, exchange } = await register.ask('consistency-proof', {
          'small-log-size': small,
          'large-log-size': size,
        });
        const path = pathIn(register, json, 'merkle-consistency-nodes');
        const { verdict } = checkConsistency({ from, to, path });
        expect(
          verdict.outcome === 'holds',
          `From ${small} entries it does not give the root hash of ${size}.`,
          exchange,
        );
      }
    },
  ),
];
