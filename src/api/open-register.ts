import type { Variant } from '../core/model.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { createRegisterClient, type SummaryState } from './create-client.ts';
import { ShapeError } from './decode.ts';
import type { RegisterClient } from './register-client.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire } from './wire-item.ts';

/**
 * openRegister finds out which variant the register at a base address speaks. It asks for /register and /context at the same time; the
 * first one decides if it answers rightly, else the second; where neither does, the shape of /records decides (a static copy of a
 * register). A summary that is there but wrong in its details still opens: the fault then comes with `register()`.
 * Where the caller has reason to `guess` the variant, its summary alone is asked for first; a wrong guess costs one request.
 * Rejects with the ApiError that says most about why the register cannot be opened.
 */
export async function openRegister(
  base: string,
  transport: Transport,
  signal?: AbortSignal,
  guess?: Variant,
): Promise<RegisterClient> {
  const root = base.replace(/\/+$/, '');
  if (guess !== undefined) {
    const wire = guess === 'item' ? itemWire : blobWire;
    try {
      return createRegisterClient(root, wire, transport, await readSummary(root, wire, transport, signal));
    } catch {
      signal?.throwIfAborted();
      // Not as guessed, or not answered: ask as one asks an unknown register.
    }
  }
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

function readSummary(
  root: string,
  wire: Wire,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<SummaryState> {
  const decode = (body: unknown): SummaryState => {
    if (!wire.looksLikeSummary(body)) throw new ShapeError('$', 'this is not the summary of a register');
    try {
      return { register: wire.register(body), at: Date.now() };
    } catch (error) {
      if (error instanceof ShapeError) return 'broken';
      throw error;
    }
  };
  return transport.get(`${root}/${wire.summaryPath}`, decode, { signal, fresh: true });
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
  return TELLING.indexOf(code) + (status === 404 ? -0.5 : 0);
}
