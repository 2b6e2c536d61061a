import type { EndpointName } from '../call.ts';
import {
  LONG_PROOF,
  alteredConsistency,
  alteredEntry,
  alteredItem,
  alteredProof,
  alteredRoot,
  forgedRecord,
  fork,
  forkLonger,
  halfCharacter,
  longProof,
  otherMoment,
  otherRecord,
  rollback,
  shortTrail,
  staleRecord,
  staleRoot,
} from './alterations.ts';
import {
  BOMB_BYTES,
  DEEP,
  LATE_MS,
  RETRY_AFTER_S,
  SLOW_MS,
  beyondSafe,
  breaksOff,
  dead,
  failsOnce,
  gzipBomb,
  inExponent,
  inHexadecimal,
  inOtherDigits,
  neverAnswers,
  neverEnds,
  notFoundHtml,
  stalls,
  tooDeep,
  tooManyRequests,
  truncatedJson,
  unavailable,
  waits,
  webPage,
  wrongLength,
  wrongType,
} from './answers.ts';
import type { Switch } from './switches.ts';

/** LIST_FAULTS are what broken servers do with lists that come in pages. */
const LIST_FAULTS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'links-circle',
    title: 'Links in a circle',
    description: 'The next link of the last page of every list points at the first page.',
    behaviour: { nextLinks: 'circle' },
  },
  {
    id: 'links-back',
    title: 'Links that go back',
    description: 'Every next link points at the page before; on a first page at itself.',
    behaviour: { nextLinks: 'back' },
  },
  {
    id: 'links-away',
    title: 'Links to another site',
    description: 'Every next link points at another site.',
    behaviour: { nextLinks: 'away' },
  },
  {
    id: 'links-endless',
    title: 'Endless links',
    description: 'No list ends: after its last page it begins again at a new address.',
    behaviour: { nextLinks: 'endless' },
  },
  {
    id: 'entries-skipped',
    title: 'Skipped entries',
    description: 'Every page of entries leaves out its second one.',
    behaviour: { entryPages: 'skip' },
  },
  {
    id: 'entries-repeated',
    title: 'Repeated entries',
    description: 'Every page of entries has its second one twice.',
    behaviour: { entryPages: 'repeat' },
  },
  {
    id: 'entries-reversed',
    title: 'Reversed entries',
    description: 'Every page of entries goes from its last one to its first.',
    behaviour: { entryPages: 'reverse' },
  },
  {
    id: 'log-cut',
    title: 'Log cut short',
    description:
      'Counts, records and proofs are of the whole log, but only nine tenths of its entries can be read.',
    behaviour: { readable: 'nine tenths' },
  },
];

/** NUMBER_FAULTS are integers that are none by the API document. */
const NUMBER_FAULTS: readonly Omit<Switch, 'kind'>[] = [
  {
    id: 'numbers-huge',
    title: 'Huge numbers',
    description: 'To every entry number and count 2^53 is added, beyond which doubles leave out numbers.',
    after: beyondSafe,
  },
  {
    id: 'numbers-exponent',
    title: 'Numbers with an exponent',
    description: 'Every entry number and count is written like 15e0.',
    after: inExponent,
  },
  {
    id: 'numbers-hex',
    title: 'Hexadecimal numbers',
    description: 'Every entry number and count is a text like 0xf.',
    after: inHexadecimal,
  },
  {
    id: 'numbers-other-digits',
    title: 'Other digits',
    description: 'Every entry number and count is a text in Arabic-Indic digits.',
    after: inOtherDigits,
  },
];

const SPOILT_ANSWERS: readonly Omit<Switch, 'kind' | 'at'>[] = [
  {
    id: 'stall',
    title: 'No answer ever',
    description: 'Nothing but the summary is ever answered, and no connection is closed.',
    before: neverAnswers,
  },
  {
    id: 'stall-body',
    title: 'Answers that stop',
    description: 'Every body but the summary’s stops in the middle, and the connection stays open.',
    after: stalls,
  },
  {
    id: 'broken-off',
    title: 'Answers broken off',
    description: 'In the middle of every body but the summary’s the connection breaks.',
    after: breaksOff,
  },
  {
    id: 'endless-body',
    title: 'Endless answers',
    description: 'Every body but the summary’s goes on with white space for as long as it is read.',
    after: neverEnds,
  },
  {
    id: 'gzip-bomb',
    title: 'Packed bomb',
    description: `Every body but the summary’s is small and unpacks to ${BOMB_BYTES / 1024 / 1024} MB (over HTTP only).`,
    after: gzipBomb,
  },
  {
    id: 'wrong-length',
    title: 'Wrong length',
    description:
      'Every answer but the summary announces 100 bytes more than come before the connection is closed (over HTTP only).',
    after: wrongLength,
  },
  {
    id: 'deep-json',
    title: 'Deep JSON',
    description: `The first object of every answer but the summary has a member of ${DEEP.toLocaleString('en')} lists in one another.`,
    after: tooDeep,
  },
  {
    id: 'web-page',
    title: 'A web page for everything',
    description: 'Everything but the summary is answered with status 200 and a page of HTML.',
    after: webPage,
  },
  {
    id: 'too-many-requests',
    title: 'Too many requests',
    description: `Everything but the summary is answered with status 429 and Retry-After: ${RETRY_AFTER_S}.`,
    before: tooManyRequests,
  },
  {
    id: 'unavailable',
    title: 'Unavailable',
    description:
      'Everything but the summary is answered with status 503, and Retry-After names a date two minutes ahead.',
    before: unavailable,
  },
  {
    id: 'fails-once',
    title: 'Fails once',
    description:
      'Every address but the summary’s is answered with status 500 at first, truly when asked again, and so on in turn.',
    before: failsOnce,
  },
];

/** ANSWER_FAULTS break every answer but the summary, so that a register opens and each view of it meets the fault by itself; that one, too, where the address says so. */
export const ANSWER_FAULTS: readonly Omit<Switch, 'kind'>[] = SPOILT_ANSWERS.map((fault) =>
  Object.assign({ at: (endpoint?: EndpointName) => endpoint !== 'summary' }, fault),
);

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
