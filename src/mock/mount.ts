import { ENDPOINTS } from '../conformance/endpoints.ts';
import type { Variant, LeafRuleId } from '../core/model.ts';
import { type ServedLog, serveLog } from './engine/register-log.ts';
import type { Register } from './engine/register.ts';
import { VARIANT_NAMES, variantNamed } from './http/request.ts';
import { notFound, quoted } from './http/response.ts';
import { endpointAt } from './paths.ts';
import type { Switch } from './switches/switch.ts';
import { type HasSwitch, SWITCHES } from './switches/switches.ts';

/**
 * Mode is the segment after a register's name: a variant and switches, `v2+link-none+altered-item`, each
 * perhaps at one endpoint, `+dead@item`.
 */
export interface Mode {
  readonly variant: Variant;
  /** Those in force at the requested endpoint. */
  readonly switches: readonly Switch[];
  /** Whether one of them is in force. */
  readonly has: HasSwitch;
  /** Where several are asked for, the last one. */
  readonly leafRule: LeafRuleId;
}

/**
 * parseMode reads that segment, decoded, for a percent-encoded path below it. @throws Problem 404
 * that names what there is
 */
export function parseMode(segment: string, path = ''): Mode {
  const [name, ...terms] = segment.split('+');
  const variant = variantNamed(name);
  if (!variant)
    throw notFound(`A register is served as v2 and as earlier, not as ${quoted(name ?? '')}.`, {
      variants: Object.values(VARIANT_NAMES),
    });
  const known = SWITCHES.filter((candidate) => (candidate.variant ?? variant) === variant);
  const endpoint = endpointAt(variant, path);
  const switches = terms.flatMap((term) => {
    const [, id = '', at] = /^([^@]*)(?:@(.*))?$/s.exec(term) ?? [];
    const found = known.find((candidate) => candidate.id === id);
    if (!found)
      throw notFound(`${name} has no switch ${quoted(id)}.`, { switches: known.map((one) => one.id) });
    if (at !== undefined && !ENDPOINTS[variant].some((one) => one.name === at)) {
      const endpoints = [...new Set(ENDPOINTS[variant].map((one) => one.name))];
      throw notFound(`${name} has no endpoint ${quoted(at)}.`, { endpoints });
    }
    const place = at ?? found.at;
    const isSpared = found.notAt !== undefined && found.notAt === endpoint;
    return (place === undefined ? !isSpared : place === endpoint) ? [found] : [];
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
  // In the order of the table, so that a register has no more histories than there are
  // sets of rewriting switches.
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
