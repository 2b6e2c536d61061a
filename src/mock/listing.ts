import { ENDPOINTS } from '../conformance/endpoints.ts';
import type { Variant } from '../core/model.ts';
import type { Json, Row } from '../core/rows.ts';
import type { Register } from './engine/register.ts';
import { type Answer, row } from './http/response.ts';
import { VARIANT_NAMES } from './http/request.ts';
import { SWITCHES } from './switches/switches.ts';

/** describeRegisters answers /registers: the registers served, with the switches and endpoints of each. */
export function describeRegisters(
  registers: readonly (readonly [name: string, Register])[],
  basePath: string,
): Answer {
  const rows = registers.map(([name, register]) => describeRegister(name, register, basePath));
  return {
    json: () => row({ registers: rows, switches: SWITCH_ROWS, endpoints: ENDPOINT_ROWS }),
    rows: () => rows,
  };
}

/**
 * describeOne answers /registers/{name}, in JSON with the definitions of its attributes: RSF has them in
 * system entries, outside the log, and v2 of the API has no place for them.
 */
export function describeOne(name: string, register: Register, basePath: string): Answer {
  const description = describeRegister(name, register, basePath);
  const definitions = register.about.definitions.map((definition) => row({ ...definition }));
  return {
    json: () => new Map<string, Json>([...description, ['definitions', definitions]]),
    rows: () => [description],
  };
}

function describeRegister(name: string, register: Register, basePath: string): Row {
  const { about, totalEntries, totalRecords, showcase } = register;
  const base = `${basePath}/registers/${encodeURIComponent(name)}`;
  return row({
    name,
    title: about.title ?? name,
    text: about.text,
    'total-entries': totalEntries,
    'total-records': totalRecords,
    'base-addresses': byVariant((variant) => `${base}/${VARIANT_NAMES[variant]}`),
    // What the altered-… switches touch.
    showcase: showcase && row({ 'entry-number': showcase.entryNumber, key: showcase.key }),
  });
}

function byVariant(of: (variant: Variant) => Json): Row {
  return row({ [VARIANT_NAMES.item]: of('item'), [VARIANT_NAMES.blob]: of('blob') });
}

const SWITCH_ROWS: readonly Row[] = SWITCHES.map(({ id, kind, description, variant }) =>
  row({
    id,
    kind,
    description,
    variants: variant ? [VARIANT_NAMES[variant]] : Object.values(VARIANT_NAMES),
  }),
);

const ENDPOINT_ROWS: Row = byVariant((variant) =>
  ENDPOINTS[variant].map(({ name, path, title }) => row({ name, path, title })),
);
