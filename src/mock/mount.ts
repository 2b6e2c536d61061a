import { ENDPOINTS } from '../conformance/endpoints.ts';
import type { Variant, LeafRuleId } from '../core/model.ts';
import { type ServedLog, serveLog } from './engine/register-log.ts';
import type { Register } from './engine/register.ts';
import { Problem, quoted } from './http/response.ts';
import { endpointAt } from './routes.ts';
import { type AnswerSwitch, SWITCHES, type Switch } from './switches/switches.ts';

/** VARIANT_NAMES are the variants as they are in addresses. */
export const VARIANT_NAMES: Readonly<Record<Variant, string>> = { item: 'v2', blob: 'earlier' };

/** Mode is the segment after a register's name: a variant and switches, `v2+link-none+altered-item`, each perhaps at one endpoint, `+dead@item`. */
export interface Mode {
  readonly variant: Variant;
  /** Those in force at the requested endpoint. */
  readonly switches: readonly Switch[];
  /** Whether one of them is in force. */
  readonly has: (name: AnswerSwitch) => boolean;
  /** Where several are asked for, the last one. */
  readonly leafRule: LeafRuleId;
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
    const isSpared = endpoint !== undefined && endpoint === found.notAt;
    const isInForce = at === undefined ? (found.at ?? endpoint) === endpoint && !isSpared : at === endpoint;
    return isInForce ? [found] : [];
  });
  const rule = switches.findLast(({ leafRule }) => leafRule)?.leafRule;
  return {
    variant,
    switches,
    has: (name) => switches.some(({ id }) => id === name),
    leafRule: rule ?? (variant === 'item' ? 'item-json' : 'blob-multihash'),
  };
}

/** openLog returns the register's log as the mode shows it. */
export function openLog(register: Register, { variant, switches, leafRule }: Mode): ServedLog {
  // In the order of the table, so that a register has no more histories than there are sets of rewriting switches.
  const shown = SWITCHES.reduce(
    (known, one) => (one.rewrite && switches.includes(one) ? known.rewritten(one.rewrite) : known),
    register,
  );
  const honest = serveLog(shown.log(variant), leafRule);
  return switches.reduce((log, { alter }) => (alter ? changed(log, alter(log)) : log), honest);
}

/** Texts written at once show no fault, so that a changed log is read member by member. */
function changed(log: ServedLog, members: Partial<ServedLog>): ServedLog {
  return { ...log, texts: undefined, ...members };
}
