import type { Variant } from '../core/model.ts';
import { type Endpoint, ENDPOINTS, type EndpointId } from './endpoints.ts';
import { requestHonestly, HOSTILE_CASES } from './hostile-checks.ts';
import { LOG_CASES } from './log-checks.ts';
import { fail, findingOf, shown } from './finding.ts';
import { type Case, type Cases, type Check, type Group, must, should } from './model.ts';
import { PROOF_CASES } from './proof-checks.ts';
import { RECORD_CASES } from './record-checks.ts';
import { FORM_WORDS } from './schemas.ts';

const CASES: Cases = { ...RECORD_CASES, ...LOG_CASES, ...PROOF_CASES, ...HOSTILE_CASES };

/** ConformanceCase is one thing that the document says of an endpoint. */
interface ConformanceCase extends Case {
  /** `endpoint/name`; never changes. */
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly words: string;
}

/**
 * casesFor are the cases of these groups, in the order in which they are run: those about the form of all
 * answers when most have been seen, and hostile requests at the end.
 */
export function casesFor(variant: Variant, groups: readonly Group[]): readonly ConformanceCase[] {
  const casesOf = (endpoint: Endpoint, cases: Cases) =>
    Object.entries(cases).flatMap(([id, one]): ConformanceCase[] => {
      const words =
        typeof one.words === 'object' ? one.words[variant] : (one.words ?? FORM_WORDS[variant][endpoint.id]);
      return id.split('/')[0] !== endpoint.id || words === undefined ? [] : [{ ...one, id, endpoint, words }];
    });
  const own = ENDPOINTS[variant].flatMap((endpoint) => casesOf(endpoint, CASES));
  const basic = ENDPOINTS[variant].flatMap((endpoint) => casesOf(endpoint, basicCases(endpoint.id)));
  const isHostile = ({ id }: ConformanceCase) => id.endsWith('/hostile');
  const ordered = [...own.filter((one) => !isHostile(one)), ...basic, ...own.filter(isHostile)];
  return ordered.filter((one) => groups.includes(isHostile(one) ? 'hostile' : one.endpoint.group));
}

/** HEAD is sampled at one endpoint of each part. */
const HEAD_SAMPLES = new Set<EndpointId>([
  'summary',
  'record',
  'entries',
  'register-proof',
  'item',
  'snapshot',
]);

function basicCases(id: EndpointId): Cases {
  return {
    [`${id}/answers`]: must(
      'It answers with status 200 and JSON',
      'Successful responses carry status 200 and Content-Type: application/json.',
    )((register) => reportFault(id, 'answers', register)),
    ...(HEAD_SAMPLES.has(id) && {
      [`${id}/head`]: should(
        'HEAD is answered with the status, content-type and link of GET (RFC 9110)',
        'RFC 9110, section 9.3.2: the server SHOULD send the same header fields in response to a HEAD request as it would have sent if the request method had been GET.',
      )((register) => compareHead(id, register)),
    }),
    [`${id}/form`]: must('Its answers have the form of the document')((register) =>
      reportFault(id, 'form', register),
    ),
  };
}

async function compareHead(id: EndpointId, register: Parameters<Check>[0]): Promise<void> {
  // Asked again, because the log may have grown.
  const get = (await requestHonestly(register, id, true))?.exchange;
  const head = get && (await register.prober.probe(get.address, { method: 'HEAD' }));
  for (const name of ['status', 'mediaType', 'link'] as const)
    if (head?.[name] !== get?.[name])
      fail(head ?? {}, `HEAD: ${shown(head?.[name])}. GET: ${shown(get?.[name])}.`);
}

/** Reports what was wrong with the status, the type or the form of any answer of an endpoint. */
async function reportFault(
  id: EndpointId,
  kind: 'answers' | 'form',
  register: Parameters<Check>[0],
): Promise<void> {
  const finding = await findingOf(requestHonestly(register, id));
  const fault = register.faults.get(`${id}/${kind}`);
  if (fault) throw fault;
  // An answer whose form cannot be read is a fault of its form alone.
  const isOfForm = kind === 'answers' && register.faults.has(`${id}/form`);
  if (finding && !isOfForm) throw finding;
}
