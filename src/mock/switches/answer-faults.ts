import type { EndpointName } from '../call.ts';
import { failsOnce, neverAnswers, RETRY_AFTER_S, tooManyRequests, unavailable } from './refusals.ts';
import { BOMB_BYTES, breaksOff, gzipBomb, neverEnds, stalls, wrongLength } from './spoilt-bodies.ts';
import { DEEP, tooDeep, webPage } from './spoilt-json.ts';
import type { Switch } from './switch.ts';

const FAULTS: readonly Omit<Switch, 'kind' | 'at'>[] = [
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
export const ANSWER_FAULTS: readonly Omit<Switch, 'kind'>[] = FAULTS.map((fault) =>
  Object.assign({ at: (endpoint?: EndpointName) => endpoint !== 'summary' }, fault),
);
