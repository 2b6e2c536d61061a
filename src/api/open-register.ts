import { ApiError, type ApiErrorCode } from './api-error.ts';
import { type RegisterClient, type SummaryState, createRegisterClient } from './client.ts';
import type { Transport } from './transport.ts';
import { blobWire } from './wire-blob.ts';
import { itemWire, wireOf } from './wire-item.ts';
import { ShapeError, type Wire } from './wire.ts';
import type { Variant } from '../core/model.ts';

/** LEAD_MS is how long /register is waited for once /context has answered. */
const LEAD_MS = 1_000;

/**
 * openRegister finds the variant of the register at a base address. It requests /register and /context at the
 * same time; the first decides if its answer is valid and not late, else the second; if neither is, the shape of
 * /records decides (a static copy of a register). A summary with wrong details still opens: `register()` then rejects.
 * If the caller has reason to `guess` the variant, only its summary is requested first; a wrong
 * guess costs one request.
 * Rejects with the ApiError that says most about why the register cannot be opened.
 */
export async function openRegister(
  base: string,
  transport: Transport,
  signal?: AbortSignal,
  guess?: Variant,
): Promise<RegisterClient> {
  const root = base.replace(/\/+$/, '');
  const open = async (wire: Wire): Promise<RegisterClient> =>
    createRegisterClient(root, wire, transport, await readSummary(root, wire, transport, signal));
  // A wrong guess or no answer: treat it as an unknown register.
  const guessed = guess && (await open(wireOf(guess)).catch(() => undefined));
  if (guessed !== undefined) return guessed;
  signal?.throwIfAborted();
  const blobs = open(blobWire);
  const items = open(itemWire);
  const late = blobs.then(
    (found) => new Promise<RegisterClient>((resolve) => setTimeout(resolve, LEAD_MS, found)),
    async () => items,
  );
  const failures: unknown[] = [];
  for (const opening of [Promise.race([items, late]), blobs]) {
    try {
      return await opening;
    } catch (error) {
      failures.push(error);
    }
  }
  signal?.throwIfAborted();
  if (failures.every((failure) => failure instanceof ApiError && failure.code === 'TIMEOUT'))
    throw mostInformative(root, failures);
  try {
    const wire = await transport.get(`${root}/records`, wireOfRecords, { signal });
    return createRegisterClient(root, wire, transport, 'absent');
  } catch (error) {
    throw mostInformative(root, [...failures, error]);
  }
}

function wireOfRecords(body: unknown): Wire {
  const wire = Array.isArray(body) ? blobWire : itemWire;
  if (wire.records(body).length === 0)
    throw new ShapeError(
      'An empty list of records does not tell which variant of the API this is',
      'UNSUPPORTED',
    );
  return wire;
}

/** From the least to the most informative. */
const LEAST_INFORMATIVE_FIRST: readonly ApiErrorCode[] = [
  'NETWORK',
  'TIMEOUT',
  'HTTP_STATUS',
  'NOT_JSON',
  'TOO_LARGE',
  'UNSUPPORTED',
  'BAD_SHAPE',
];

/** A bug or an abort precedes any ApiError. */
function mostInformative(root: string, failures: readonly unknown[]): unknown {
  const errors = failures.filter((failure) => failure instanceof ApiError);
  if (errors.length < failures.length) return failures.find((failure) => !(failure instanceof ApiError));
  const [best] = errors.toSorted((a, b) => rank(b) - rank(a));
  if (best?.status !== 404) return best;
  const summary = `No register answers at ${root}: none of /register, /context and /records was found.`;
  return Object.assign(new ApiError('HTTP_STATUS', `${summary} Check the address.`, best), { summary });
}

function rank({ code, status }: ApiError): number {
  // Each variant lacks what the other has, so a 404 says least.
  return status === 404 ? -1 : LEAST_INFORMATIVE_FIRST.indexOf(code);
}

/**
 * readSummary reads a register's summary in the shape of `wire`; one that is wrong in its details is
 * `broken`, no error. Rejects with ApiError.
 */
function readSummary(
  root: string,
  wire: Wire,
  transport: Transport,
  signal: AbortSignal | undefined,
): Promise<SummaryState> {
  const decode = (body: unknown): SummaryState => {
    if (!wire.looksLikeSummary(body)) throw new ShapeError('this is not the summary of a register');
    try {
      return { register: wire.register(body), at: Date.now() };
    } catch (error) {
      if (error instanceof ShapeError) return 'broken';
      throw error;
    }
  };
  return transport.get(`${root}/${wire.summaryPath}`, decode, { signal, fresh: true });
}
