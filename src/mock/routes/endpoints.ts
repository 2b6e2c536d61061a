import { ENDPOINTS, type EndpointId, type EndpointName } from '../../conformance/endpoints.ts';
import type { Variant } from '../../core/model.ts';
import type { Answer, Call } from '../call.ts';
import { splitSuffix } from '../http/request.ts';
import {
  consistencyProof,
  entryProof,
  entryProofSpelled,
  listEntries,
  listItems,
  oneEntry,
  oneItem,
  registerProof,
  summary,
} from './entries.ts';
import {
  listRecords,
  oneRecord,
  recordsByPath,
  recordsByQuery,
  snapshot,
  snapshotEntry,
  trail,
} from './records.ts';

/** AnswerEndpoint gets the values of the path's placeholders, decoded, in their order. @throws Problem */
type AnswerEndpoint = (call: Call, ...values: string[]) => Answer;

/** Route is a path below the base address, `{name}` standing for one segment, with what answers it. */
export interface Route {
  readonly name: EndpointName;
  readonly path: string;
  readonly answer: AnswerEndpoint;
}

const SHARED = {
  record: oneRecord,
  trail,
  entry: oneEntry,
  entries: listEntries,
  item: oneItem,
  items: listItems,
  'register-proof': registerProof,
  'consistency-proof': consistencyProof,
  summary,
  snapshot,
  'snapshot-entry': snapshotEntry,
};

const ANSWERS: Readonly<Record<Variant, Readonly<Record<EndpointId, AnswerEndpoint>>>> = {
  item: {
    ...SHARED,
    records: listRecords,
    'records-where': recordsByPath,
    'entry-proof': entryProof,
  },
  blob: {
    ...SHARED,
    records: recordsByQuery,
    'records-where': recordsByQuery,
    'entry-proof': entryProofSpelled('entries'),
  },
};

/** ROUTES are the endpoints of the API document with what answers them, and the other spelling of the path of an entry proof; the first that fits a path counts. */
export const ROUTES: Readonly<Record<Variant, readonly Route[]>> = {
  item: routes('item'),
  blob: [
    ...routes('blob'),
    {
      name: 'entry-proof',
      path: '/proofs/entry/{entry-number}/{log-size}',
      answer: entryProofSpelled('entry'),
    },
  ],
};

function routes(variant: Variant): Route[] {
  return ENDPOINTS[variant].map(({ id, name, path }) => ({ name, path, answer: ANSWERS[variant][id] }));
}

/** endpointAt names the endpoint that a percent-encoded path below a base address asks for, whatever its suffix; undefined if there is none. */
export function endpointAt(variant: Variant, path: string): EndpointName | undefined {
  const asked = splitSuffix(path).path.split('/');
  return ROUTES[variant].find((route) => {
    const segments = route.path.split('/');
    return (
      segments.length === asked.length &&
      segments.every((segment, at) => segment.startsWith('{') || segment === asked[at])
    );
  })?.name;
}
