import { hashFromBytes } from '../../core/hash-bytes.ts';
import type { EntriesJob, Jobs } from './job-types.ts';

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
 * proveJobs reads and hashes a page whose root is known, and throws Error if it comes out otherwise: leaves, nodes and their order are then wrong, whatever a
 * single hash is. It also warms the worker up, while the person still looks at the button.
 */
export function proveJobs({ entries }: Jobs): void {
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
