import { bytesToHex } from '@noble/hashes/utils.js';
import { hashFromBytes } from '../core/hash-bytes.ts';
import { KNOWN_LOGS, type KnownLog } from '../core/known-log.ts';
import type { Item } from '../core/model.ts';
import { releaseBytes } from '../core/release-bytes.ts';
import { utf8 } from '../core/utf8.ts';
import { answerCalls, type Port } from '../verify/worker-bridge.ts';
import { hashInBulk } from './bulk-hasher.ts';
import { knownPages } from './known-pages.ts';
import { createJobs, type Job, type Jobs, type PageDecoder } from './jobs.ts';

/** answerJobs serves a port: says which hasher it has, or that none computes rightly, then answers one job after the other. */
export function answerJobs(port: Port, decoder: PageDecoder): Promise<void> {
  const jobs = createJobs(decoder);
  const freeing =
    <J extends Job, Answer>(work: (job: J) => Answer) =>
    (job: J): Answer => {
      const answer = work(job);
      releaseBytes(job.bytes);
      return answer;
    };
  const offered: Jobs = {
    entries: freeing(jobs.entries),
    items: freeing(jobs.items),
    records: freeing(jobs.records),
    entry: freeing(jobs.entry),
  };
  return answerCalls(offered, port, async () => {
    const hasher = await hashInBulk();
    proveJobs(jobs);
    return hasher;
  });
}

const ENTRIES = 256;
const ROUNDS = 8;

/** PROVED is the root of a log of the 256 entries of aPage, as Node's own hash computes it: a test does. */
export const PROVED = '2c8881a4445a816c0fd43e59ed9272eb99e60482aa3846905ddf4f9d10af2afb';

/** aPage is a page of entries such as a server sends, with a hash that is no item's. */
function aPage(): Uint8Array {
  const entries = Array.from({ length: ENTRIES }, (_, index) => {
    const number = String(index + 1);
    return {
      'index-entry-number': number,
      'entry-number': number,
      'entry-timestamp': '2016-04-05T13:23:05Z',
      key: `key-${number}`,
      'item-hash': [`sha-256:${(index + 1).toString(16).padStart(64, '0')}`],
    };
  });
  return utf8(JSON.stringify(entries));
}

/**
 * proveJobs does every kind of job where the answer is known, and throws Error if it comes out otherwise: leaves, nodes and their order are then wrong, or data is,
 * whatever a single hash is. It also warms the worker up, while the person still looks at the button.
 */
export function proveJobs(jobs: Jobs): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = { variant: 'item', leafRule: 'item-json', bytes: aPage() } as const;
    const answer = jobs.entries({ kind: 'entries', ...page, from: 1, to: ENTRIES });
    if (answer.outcome !== 'entries') throw new Error('this browser reads a known page wrongly');
    const [subtree] = answer.subtrees;
    if (answer.subtrees.length !== 1 || subtree === undefined || hashFromBytes(subtree.hash) !== PROVED)
      throw new Error('this browser computes a known root wrongly');
  }
  for (const log of KNOWN_LOGS) proveKnown(jobs, log);
}

/** proveKnown does the jobs about entries and about data, listed and by itself, for what has the hash and for what has it not. */
function proveKnown(jobs: Jobs, log: KnownLog): void {
  const { variant, leafRule, item, itemHash, entries, leaves } = log;
  const pages = knownPages(log);
  const page = { variant, leafRule, bytes: pages.entries(), from: 1, to: entries.length, wantLeaves: true };
  const digested = jobs.entries({ kind: 'entries', ...page });
  demand(digested.outcome === 'entries' && String(digested.leaves) === String(leaves));
  const wrong: Item = new Map([...item, ['foo', 'abd']]);
  for (const data of [item, wrong]) {
    const isRight = data === item;
    for (const job of [{ bytes: pages.items(data) }, { bytes: pages.item(data), expected: itemHash }]) {
      const answer = jobs.items({ kind: 'items', variant, ...job });
      demand(answer.outcome === 'items' && answer.mismatches.length === (isRight ? 0 : 1));
      demand(answer.outcome === 'items' && bytesToHex(answer.hashes) === (isRight ? itemHash : ''));
    }
    const answer = jobs.records({ kind: 'records', variant, bytes: pages.records(data) });
    demand(answer.outcome === 'items' && (bytesToHex(answer.hashes) === itemHash) === isRight);
  }
}

function demand(isRight: boolean): void {
  if (!isRight) throw new Error('this browser computes a known hash wrongly');
}
