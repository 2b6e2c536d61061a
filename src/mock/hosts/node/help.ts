import type { Variant } from '../../../core/model.ts';
import { VARIANT_NAMES } from '../../mount.ts';
import { ENDPOINTS } from '../../routes/endpoints.ts';
import { SWITCHES } from '../../switches/switches.ts';

/** helpText describes the command, the addresses, every endpoint and every switch. */
export function helpText(): string {
  return `npm run mock -- [--port N] [--host H] [--rsf FILE…] [--entries N] [--help]

Serves registers by the Append-Only Register Read API, in both variants.

  --port N      the port, 4181 unless told; the next free one where it is taken
  --host H      the host name or address to listen at, localhost unless told
  --rsf FILE…   RSF files, each served under its own name beside the bundled registers
  --entries N   how many entries the register premises has, 1 to 10,000,000; 1,000,000 unless told.
                None is kept: each is made when it is asked for, and a proof takes 4,096 of them at most.

Addresses
  /registers                                 what is served, with all switches (JSON)
  /registers/<name>/v2[+<switch>…]/…         items
  /registers/<name>/earlier[+<switch>…]/…    blobs
  A switch can be limited to one endpoint by the endpoint's name: v2+late@register-proof+dead@item
  A path that ends in .json or .csv asks for that form, whatever the Accept header says.
${endpointsOf('item')}${endpointsOf('blob')}
${switchesOf('manner', 'Manners: what honest servers do')}
${switchesOf('fault', 'Faults')}`;
}

function endpointsOf(variant: Variant): string {
  const rows = ENDPOINTS[variant].map(({ name, path, title }) => [path, `${title} (@${name})`] as const);
  return `\nBelow …/${VARIANT_NAMES[variant]}\n${table(rows)}`;
}

function switchesOf(kind: 'manner' | 'fault', heading: string): string {
  const rows = SWITCHES.filter((entry) => entry.kind === kind).map(
    ({ id, description, variant }) =>
      [`+${id}`, description + (variant ? ` (${VARIANT_NAMES[variant]} only)` : '')] as const,
  );
  return `${heading}\n${table(rows)}`;
}

function table(rows: readonly (readonly [name: string, text: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('');
}
