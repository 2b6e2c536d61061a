import { type ParameterValues, PROOF_IDENTIFIER } from '../conformance/endpoints.ts';
import type { Variant } from '../core/model.ts';

/** exampleValues are parameters of things that a register of 7 entries or more has; `get` asks below its base address. */
export async function exampleValues(
  get: (path: string) => Promise<Response>,
  variant: Variant,
): Promise<ParameterValues> {
  const read = async (path: string): Promise<Record<string, string>> =>
    ([await (await get(path)).json()] as Record<string, string>[][]).flat()[0] ?? {};
  const entry = await read('/entries/2');
  const hash = String([entry[`${variant}-hash`]].flat()[0]);
  const [name = '', value = ''] =
    Object.entries(await read(`/${variant}s/${hash}`)).find(([one]) => one !== '_id') ?? [];
  return {
    key: entry['key'] ?? '',
    'attribute-name': name,
    'attribute-value': value,
    name,
    value,
    'entry-number': '2',
    'log-size': '7',
    'small-log-size': '3',
    'large-log-size': '7',
    'proof-identifier': PROOF_IDENTIFIER,
    'item-hash': hash,
    id: hash,
  };
}
