import {
  alteredConsistency,
  alteredEntry,
  alteredItem,
  alteredProof,
  alteredRoot,
  forgedRecord,
  halfCharacter,
  LONG_PROOF,
  longProof,
  otherMoment,
  otherRecord,
  shortTrail,
  staleRecord,
  staleRoot,
} from './alterations.ts';
import { ANSWER_FAULTS } from './answer-faults.ts';
import { dead, LATE_MS, SLOW_MS, waits } from './before.ts';
import { LIST_FAULTS, NUMBER_FAULTS } from './list-faults.ts';
import { notFoundHtml, truncatedJson, wrongType } from './responses.ts';
import { fork, forkLonger, rollback } from './rewrites.ts';
import type { Switch } from './switch.ts';

const SHOWCASE = 'the latest entry of the key with most versions (the first such key)';

/** FAULTS are what broken or dishonest servers do. Those that touch one entry touch RegisterLog.showcase. */
export const FAULTS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'altered-item',
    title: 'Altered item',
    description: `A value is changed in the data of ${SHOWCASE}; its hash is not.`,
    view: alteredItem,
  },
  {
    id: 'half-character',
    title: 'Half a character',
    description: `The data of ${SHOWCASE} has a value with half of a surrogate pair, which cannot be hashed.`,
    view: halfCharacter,
  },
  {
    id: 'altered-entry',
    title: 'Altered entry',
    description: `The timestamp is changed in ${SHOWCASE}.`,
    view: alteredEntry,
  },
  {
    id: 'altered-proof',
    title: 'Altered proof',
    description: `The first hash is changed in every audit path of ${SHOWCASE}; all other proofs are true.`,
    view: alteredProof,
  },
  {
    id: 'altered-consistency',
    title: 'Altered consistency proof',
    description: 'The first hash is changed in every consistency proof; the heads are true.',
    view: alteredConsistency,
  },
  {
    id: 'altered-root',
    title: 'Altered root',
    description: 'The register proof states a root hash that is not the log’s.',
    view: alteredRoot,
  },
  {
    id: 'stale-root',
    title: 'Stale root',
    description: 'The register proof is true, but of the log when it had nine tenths of its entries.',
    view: staleRoot,
  },
  {
    id: 'stale-record',
    title: 'Stale record',
    description: `Record and trail of a key leave out ${SHOWCASE}; the log has it.`,
    view: staleRecord,
  },
  {
    id: 'forged-record',
    title: 'Forged record',
    description: '/records/{key} has a changed value; its key and entry number are true.',
    at: (endpoint) => endpoint === 'record',
    view: forgedRecord,
  },
  {
    id: 'other-record',
    title: 'Another record',
    description: '/records/{key} has number, time and data of another key’s entry, under the key asked for.',
    at: (endpoint) => endpoint === 'record',
    view: otherRecord,
  },
  {
    id: 'short-trail',
    title: 'Short trail',
    description: '/records/{key}/entries leaves out the last entry, unless it is the only one.',
    at: (endpoint) => endpoint === 'trail',
    view: shortTrail,
  },
  {
    id: 'fork',
    title: 'Fork',
    description:
      'Another history of the same length: one value is another in the middle entry, and hashes, tree and proofs fit it.',
    rewrite: fork,
  },
  {
    id: 'fork-longer',
    title: 'Fork, and on',
    description: 'The fork, with one more entry of the same key at its end.',
    rewrite: forkLonger,
  },
  {
    id: 'rollback',
    title: 'Rollback',
    description: 'The whole register is as it was when it had nine tenths of its entries.',
    rewrite: rollback,
  },
  {
    id: 'other-moment',
    title: 'Proofs of another moment',
    description: 'Proofs are true, but of the log when it had nine tenths of the size asked for.',
    view: otherMoment,
  },
  {
    id: 'long-proof',
    title: 'Endless proofs',
    description: `Every proof has at least ${LONG_PROOF} hashes.`,
    view: longProof,
  },
  ...LIST_FAULTS,
  ...NUMBER_FAULTS,
  {
    id: 'truncated-json',
    title: 'Truncated answers',
    description: 'Every body breaks off in the middle.',
    after: truncatedJson,
  },
  {
    id: 'wrong-type',
    title: 'Wrong type',
    description: 'Everything is answered with status 200, text/plain and “Register undefined”.',
    after: wrongType,
  },
  {
    id: 'not-found-html',
    title: 'Not found, in HTML',
    description: 'Everything is answered with status 404 and a page of HTML.',
    after: notFoundHtml,
  },
  {
    id: 'dead',
    title: 'Dead',
    description: 'Every connection breaks before an answer comes.',
    before: dead,
  },
  {
    id: 'slow',
    title: 'Slow',
    description: `Every answer takes ${SLOW_MS / 1000} seconds.`,
    before: waits(SLOW_MS),
  },
  {
    id: 'late',
    title: 'Late',
    description: `Every answer takes ${LATE_MS / 1000} seconds.`,
    before: waits(LATE_MS),
  },
  ...ANSWER_FAULTS,
];
