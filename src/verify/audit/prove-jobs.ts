import { formatHash, type Hash } from '../../core/hash.ts';
import { hashFromBytes, hashToBytes } from '../../core/hash-bytes.ts';
import { KNOWN_LOGS, type KnownLog } from '../../core/known-log.ts';
import type { EntriesJob, Jobs } from './job-types.ts';
import { LogRebuild } from './log-rebuild.ts';

const OTHER = '0'.repeat(64) as Hash;

const ENTRIES = 256;
const ROUNDS = 8;

/** PROVED is the root of a log of the 256 entries of aPage, as Node's own hash computes it: a test does. */
export const PROVED = '2c8881a4445a816c0fd43e59ed9272eb99e60482aa3846905ddf4f9d10af2afb';

/** aPage is a page of entries such as a server sends, with a hash that is no item's. */
function aPage(): Uint8Array {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const number = index + 1;
    const hash = number.toString(16).padStart(64, '0');
    return `{"index-entry-number":"${number}","entry-number":"${number}","entry-timestamp":"2016-04-05T13:23:05Z","key":"key-${number}","item-hash":["sha-256:${hash}"]}`;
  });
  return new TextEncoder().encode(`[${entries.join(',')}]`);
}

/**
 * proveJobs does every kind of job where the answer is known, and throws Error if it comes out otherwise: leaves, nodes and their order are then wrong, or data is,
 * whatever a single hash is. It also warms the worker up, while the person still looks at the button.
 */
export function proveJobs(jobs: Jobs): void {
  proveEntries(jobs);
  for (const log of KNOWN_LOGS) proveKnown(jobs, log);
}

/** proveKnown does the jobs about single entries and about data, listed and by itself, for what has the hash and for what has it not. */
function proveKnown(
  jobs: Jobs,
  { variant, leafRule, item, itemHash, entries, leaves, root }: KnownLog,
): void {
  const name = formatHash(itemHash, variant);
  const listed = entries.map(({ entryNumber, timestamp, key }) => ({
    'entry-number': String(entryNumber),
    'entry-timestamp': timestamp,
    key,
    ...(variant === 'item' ? { 'item-hash': [name] } : { 'blob-hash': name }),
  }));
  const [, ...auditPath] = leaves;
  const ruleAt = (rootHash: Hash) => {
    const job = { kind: 'rule', bytes: json(listed), variant, entryNumber: 1, auditPath } as const;
    const answer = jobs.rule({ ...job, head: { logSize: entries.length, rootHash } });
    return answer.outcome === 'rule' && answer.leafRule;
  };
  demand(ruleAt(root) === leafRule && ruleAt(OTHER) === undefined);
  const leaf = jobs.leaf({ kind: 'leaf', bytes: json(listed), variant, leafRule, entryNumber: 2 });
  demand(leaf.outcome === 'leaf' && leaf.leafHash === leaves[1]);
  const own = Object.fromEntries(item);
  for (const [data, isRight] of [
    [own, true],
    [{ ...own, foo: 'abd' }, false],
  ] as const) {
    const one = variant === 'item' ? data : { ...data, _id: name };
    const list = variant === 'item' ? { [name]: one } : [one];
    for (const job of [{ bytes: json(list) }, { bytes: json(one), expected: itemHash }]) {
      const answer = jobs.items({ kind: 'items', variant, ...job });
      demand(answer.outcome === 'items' && answer.mismatches.length === (isRight ? 0 : 1));
      demand(answer.outcome === 'items' && answer.hashes.length === (isRight ? 32 : 0));
    }
  }
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function demand(isRight: boolean): void {
  if (!isRight) throw new Error('this browser computes a known hash wrongly');
}

/** proveRebuild joins the leaves of a known log to its root, as an audit does with those of the workers, and throws Error if it comes to another. */
export function proveRebuild(): void {
  for (const { leaves, root } of KNOWN_LOGS) {
    const tree = new LogRebuild();
    for (const leaf of leaves) tree.appendSubtree(hashToBytes(leaf), 1);
    demand(tree.root() === root);
  }
}

function proveEntries({ entries }: Jobs): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const job: EntriesJob = {
      kind: 'entries',
      bytes: aPage(),
      variant: 'item',
      leafRule: 'item-json',
      from: 1,
      to: ENTRIES,
    };
    const answer = entries(job);
    if (answer.outcome !== 'entries' || hashFromBytes(answer.subtrees) !== PROVED)
      throw new Error('this browser computes a known root wrongly');
  }
}
