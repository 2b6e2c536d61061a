import { ApiError, type ApiErrorCode } from './api-error.ts';
import { createRegisterClient } from './create-client.ts';
import { ShapeError } from './decode.ts';
import { readSummary } from './read-summary.ts';
import type { RegisterClient } from './register-client.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

/** findVariant opens a register whose variant is not known; see openRegister. `root` has no trailing slash. */
export async function findVariant(
  root: string,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<RegisterClient> {
  const context = readSummary(root, blobWire, transport, signal);
  // Both are awaited below, one after the other; meanwhile a failure of this one must not count as unhandled.
  context.catch(() => undefined);
  const failures: unknown[] = [];
  for (const [wire, summary] of [
    [itemWire, readSummary(root, itemWire, transport, signal)],
    [blobWire, context],
  ] as const) {
    try {
      return createRegisterClient(root, wire, transport, await summary);
    } catch (error) {
      failures.push(error);
    }
  }
  signal?.throwIfAborted();
  if (failures.every((failure) => failure instanceof ApiError && failure.code === 'TIMEOUT'))
    throw mostTelling(root, failures);
  try {
    const wire = await transport.get(`${root}/records`, wireOfRecords, { signal });
    return createRegisterClient(root, wire, transport, 'absent');
  } catch (error) {
    throw mostTelling(root, [...failures, error]);
  }
}

function wireOfRecords(body: unknown): Wire {
  const wire = Array.isArray(body) ? blobWire : itemWire;
  if (wire.records(body).length === 0)
    throw new ShapeError(
      '$',
      'An empty list of records does not tell which variant of the API this is',
      'UNSUPPORTED',
    );
  return wire;
}

/** From the least to the most telling. */
const TELLING: readonly ApiErrorCode[] = [
  'NETWORK',
  'TIMEOUT',
  'HTTP_STATUS',
  'NOT_JSON',
  'TOO_LARGE',
  'UNSUPPORTED',
  'BAD_SHAPE',
];

/** A bug or an abort among the failures goes before any ApiError. */
function mostTelling(root: string, failures: readonly unknown[]): unknown {
  let best: ApiError | undefined;
  for (const failure of failures) {
    if (!(failure instanceof ApiError)) return failure;
    if (best === undefined || rank(failure) > rank(best)) best = failure;
  }
  if (best?.status !== 404) return best;
  const message = `There is no register at ${root}: it knows none of /register, /context and /records. Check the address.`;
  return new ApiError('HTTP_STATUS', message, best);
}

function rank({ code, status }: ApiError): number {
  // What one variant has is missing in the other, so that a 404 is the least telling of all.
  return status === 404 ? -1 : TELLING.indexOf(code);
}
