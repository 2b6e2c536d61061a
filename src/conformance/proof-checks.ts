import { checkConsistency } from '../core/consistency.ts';
import { type Hash, hashFromBytes, parseHash } from '../core/hash.ts';
import { checkInclusion, type InclusionResult } from '../core/inclusion.ts';
import { type LeafRule, leafRulesFor } from '../core/leaf-rules.ts';
import { rootOf } from '../core/merkle.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { UnhashableError } from '../core/utf8.ts';
import { integerOf, type Json } from './answer-reader.ts';
import { type Exchange, fail, Finding, notApplicable } from './finding.ts';
import { type Cases, must } from './model.ts';
import { type RegisterUnderTest, sampleNumbers } from './register-under-test.ts';

/** An entry with its proof. */
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
  const parameters = { 'entry-number': entryNumber, 'log-size': logSize };
  const { json, exchange } = await register.request('entry-proof', parameters);
  return { entry, logSize, auditPath: pathIn(register, json, 'merkle-audit-path'), exchange };
}

function proofs(register: RegisterUnderTest): Promise<readonly SampledProof[]> {
  return register.once('proofs', async () => {
    const { logSize } = await register.head();
    const sampled: SampledProof[] = [];
    for (const number of sampleNumbers(await register.log(), logSize))
      sampled.push(await proofOf(register, number, logSize));
    return sampled;
  });
}

/** Climbs from an entry to a root; undefined if the rule cannot write the entry. */
function climb(proof: SampledProof, rule: LeafRule, rootHash: Hash): InclusionResult | undefined {
  const leaf = leafHashOf(proof.entry, rule);
  const { entryNumber } = proof.entry;
  return leaf && checkInclusion({ ...proof, entryNumber, leafHash: hashFromBytes(leaf), rootHash });
}

function leafHashOf(entry: Entry, rule: LeafRule): Uint8Array | undefined {
  try {
    return rule.leafHash(entry);
  } catch (error) {
    if (error instanceof UnhashableError) return undefined;
    throw error;
  }
}

/**
 * The root of the first entries of a log that was read whole, by a rule; undefined if it was not, or is
 * shorter, or where the rule cannot write an entry.
 */
async function rootAt(register: RegisterUnderTest, rule: LeafRule, size: number): Promise<Hash | undefined> {
  const { entries, isWhole, last } = await register.log();
  if (!isWhole || size > last) return undefined;
  const leaves = [...Array(size).keys()].flatMap((at) => {
    const entry = entries.get(at + 1);
    return (entry && leafHashOf(entry, rule)) ?? [];
  });
  return leaves.length === size ? rootOf(leaves) : undefined;
}

/**
 * The document leaves open how an entry is written as a leaf. The rule of a register is the known one by
 * which the whole log gives the stated root, or by which two of these agree: the stated root, and what the
 * proofs of the sampled entries give. No other rule could.
 */
function ruleOf(register: RegisterUnderTest): Promise<LeafRule> {
  return register.once('leaf rule', async () => {
    const { rootHash, logSize } = await register.head();
    const rules = leafRulesFor(register.variant);
    for (const rule of rules) if ((await rootAt(register, rule, logSize)) === rootHash) return rule;
    const sampled = await proofs(register);
    for (const rule of rules) {
      const climbed = sampled.map((proof) => climb(proof, rule, rootHash)?.computedRoot);
      const roots = [rootHash, ...climbed].filter(Boolean);
      if (new Set(roots).size < roots.length) return rule;
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
  const computed = await rootAt(register, rule, logSize);
  if (computed) return { logSize, rootHash: computed };
  const proof = await proofOf(register, logSize, logSize);
  const rootHash =
    climb(proof, rule, (await register.head()).rootHash)?.computedRoot ??
    fail(proof.exchange, `The proof of entry ${logSize} at size ${logSize} has the wrong length.`);
  return { logSize, rootHash };
}

const PATH = 'The hash lists are ordered node hashes. Hashing by merkle:sha-256 (RFC 9162, section 2.1).';

/** PROOF_CASES compute every proof again. */
export const PROOF_CASES = {
  'register-proof/size': must('The register proof is of the log as it is, not as it was')(
    async (register) => {
      const { last } = await register.log();
      const { logSize, exchange } = await register.head();
      if (logSize < last) fail(exchange, `It is of ${logSize} entries; the log has entry ${last}.`);
    },
  ),
  'register-proof/root': must('The root hash is that of all entries')(async (register) => {
    const { logSize, rootHash, exchange } = await register.head();
    const root = await rootAt(register, await ruleOf(register), logSize);
    if (!root)
      notApplicable(
        'The log was not read whole, or has grown since. The entry proofs are checked against the root hash.',
      );
    if (root !== rootHash) fail(exchange, `All ${logSize} entries give ${root}; ${rootHash} is stated.`);
  }),
  'entry-proof/root': must(
    'An entry proof leads from the entry to the root hash',
    PATH,
  )(async (register) => {
    const { rootHash } = await register.head();
    const sampled = await proofs(register);
    const [anyRule] = leafRulesFor(register.variant) as [LeafRule];
    for (const proof of sampled) {
      // A path of the wrong length is wrong by any rule.
      const verdict = climb(proof, anyRule, rootHash)?.verdict;
      if (verdict?.outcome === 'does-not-match' && verdict.code !== 'hash-differs')
        fail(proof.exchange, `Entry ${proof.entry.entryNumber}: ${verdict.reason}.`);
    }
    const rule = await ruleOf(register);
    for (const proof of sampled) {
      const root = climb(proof, rule, rootHash)?.computedRoot;
      const found = `Entry ${proof.entry.entryNumber} and its proof give ${root ?? 'no hash'}`;
      if (root !== rootHash) fail(proof.exchange, `${found}; the register proof states ${rootHash}.`);
    }
  }),
  'entry-proof/number': must('An entry proof names the entry that was asked for', {
    item: 'Entry proof: proof-identifier, entry-number (Integer), merkle-audit-path (List of Hash).',
  })(async (register) => {
    for (const { entry, exchange } of await proofs(register)) {
      const { json } = await register.requestAt('entry-proof', exchange.address);
      const named = integerOf(json['entry-number']);
      if (named !== entry.entryNumber) fail(exchange, `It names entry ${named}.`);
    }
  }),
  'consistency-proof/roots': must(
    'A consistency proof leads from the root hash of an earlier size to that of now',
    PATH,
  )(async (register) => {
    const to = await register.head();
    const { logSize: size } = to;
    const sizes = [1, Math.floor(size / 2), Math.floor(size * 0.9), size - 1];
    const smaller = new Set(sizes.filter((one) => one > 0 && one < size));
    if (smaller.size === 0) notApplicable('The log never had another size.');
    for (const small of smaller) {
      const from = await headAt(register, small);
      const parameters = { 'small-log-size': small, 'large-log-size': size };
      const { json, exchange } = await register.request('consistency-proof', parameters);
      const path = pathIn(register, json, 'merkle-consistency-nodes');
      if (checkConsistency({ from, to, path }).verdict.outcome !== 'holds')
        fail(exchange, `From ${small} entries it does not give the root hash of ${size}.`);
    }
  }),
} satisfies Cases;
