import { ENDPOINTS } from '../conformance/endpoints.ts';
import type { Variant } from '../core/model.ts';
import { type Behaviour, type View, defaultBehaviour } from './call.ts';
import { trueProofs } from './engine/register-log.ts';
import type { Register } from './engine/register.ts';
import { Problem, notFound, quoted } from './http/response.ts';
import { endpointAt } from './routes.ts';
import { SWITCHES, type Switch } from './switches/switches.ts';

/** VARIANT_NAMES are the variants as they are in addresses. */
export const VARIANT_NAMES: Readonly<Record<Variant, string>> = { item: 'v2', blob: 'earlier' };

/** Mode is the segment after a register's name: a variant and switches, `v2+link-none+altered-item`, each perhaps at one endpoint, `+dead@item`. */
export interface Mode {
  readonly variant: Variant;
  /** Those in force at the requested endpoint. */
  readonly switches: readonly Switch[];
  readonly behaviour: Behaviour;
}

/** parseMode reads that segment, decoded, for a percent-encoded path below it. @throws Problem 404 that names what there is */
export function parseMode(segment: string, path = ''): Mode {
  const [name, ...terms] = segment.split('+');
  const variant = name === VARIANT_NAMES.item ? 'item' : name === VARIANT_NAMES.blob ? 'blob' : undefined;
  if (!variant)
    throw new Problem(404, `A register is served as v2 and as earlier, not as ${quoted(name ?? '')}.`, {
      variants: Object.values(VARIANT_NAMES),
    });
  const known = SWITCHES.filter((candidate) => (candidate.variant ?? variant) === variant);
  const endpoint = endpointAt(variant, path);
  const endpoints = ENDPOINTS[variant].map((one) => one.name);
  const switches = terms.flatMap((term) => {
    const [id = '', ...limit] = term.split('@');
    const at = limit.length === 0 ? undefined : limit.join('@');
    const found = known.find((candidate) => candidate.id === id);
    if (!found)
      throw new Problem(404, `${VARIANT_NAMES[variant]} has no switch ${quoted(id)}.`, {
        switches: known.map((candidate) => candidate.id),
      });
    if (at !== undefined && !endpoints.some((one) => one === at))
      throw new Problem(404, `${VARIANT_NAMES[variant]} has no endpoint ${quoted(at)}.`, {
        endpoints: [...new Set(endpoints)],
      });
    const isInForce = at === undefined ? (found.at?.(endpoint) ?? true) : at === endpoint;
    return isInForce ? [found] : [];
  });
  const behaviour = Object.assign(
    defaultBehaviour(variant),
    ...switches.map((entry) => entry.behaviour),
  ) as Behaviour;
  return { variant, switches, behaviour };
}

/** openView returns the register as the mode shows it. @throws Problem 404 if the mode's leaf rule cannot write the register */
export function openView(register: Register, { variant, switches, behaviour }: Mode): View {
  const log = withHistory(register, switches).log(variant);
  const nodes = (): ReturnType<typeof log.nodes> => {
    try {
      return log.nodes(behaviour.leafRule);
    } catch (error) {
      if (error instanceof RangeError) throw notFound(`There are no proofs here: ${error.message}.`);
      throw error;
    }
  };
  const honest: View = { log, proofs: trueProofs(nodes) };
  return switches.reduce(
    (view, { view: alter }) => (alter ? alter(withoutPages(view), behaviour) : view),
    honest,
  );
}

/** Pages that are written at once show no fault, so that a changed log is read member by member. */
function withoutPages({ log, proofs }: View): View {
  const { pages: _, ...members } = log;
  return { proofs, log: members };
}

/** In the order of the table, so that a register has no more histories than there are sets of rewriting switches. */
function withHistory(register: Register, asked: readonly Switch[]): Register {
  return SWITCHES.reduce(
    (shown, one) => (one.rewrite && asked.includes(one) ? shown.rewritten(one.rewrite) : shown),
    register,
  );
}
