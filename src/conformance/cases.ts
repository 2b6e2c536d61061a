import type { Variant } from '../core/model.ts';
import { type Endpoint, ENDPOINTS, type EndpointId } from './endpoints.ts';
import { askHonestly, HOSTILE_CASES } from './hostile-checks.ts';
import { LOG_CASES, PROOF_CASES } from './log-checks.ts';
import { type Case, type Cases, type Check, findingOf, type Group, must } from './model.ts';
import { RECORD_CASES } from './record-checks.ts';
import { FORM_WORDS } from './schemas.ts';

const CASES: Cases = { ...RECORD_CASES, ...LOG_CASES, ...PROOF_CASES, ...HOSTILE_CASES };

/** ConformanceCase is one thing that the document says of an endpoint. */
export interface ConformanceCase extends Case {
  /** `endpoint/name`; never changes. */
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly words: string;
}

/**
 * casesFor are the cases of these groups, in the order in which they are run: those about the form of all answers when most have been seen, and hostile requests at
 * the end.
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

function basicCases(id: EndpointId): Cases {
  return {
    [`${id}/answers`]: must(
      'It answers with status 200 and JSON',
      'Successful responses carry status 200 and Content-Type: application/json.',
    )((register) => reportFault(id, 'answers', register)),
    [`${id}/form`]: must('Its answers have the form of the document')((register) =>
      reportFault(id, 'form', register),
    ),
  };
}

/** Reports what was wrong with the status, the type or the form of any answer of an endpoint. */
async function reportFault(
  id: EndpointId,
  kind: 'answers' | 'form',
  register: Parameters<Check>[0],
): Promise<void> {
  const finding = await findingOf(askHonestly(register, id));
  const fault = register.faults.get(`${id}/${kind}`);
  if (fault) throw fault;
  // An answer whose form cannot be read is a fault of its form alone.
  const isOfForm = kind === 'answers' && register.faults.has(`${id}/form`);
  if (finding && !isOfForm) throw finding;
}
