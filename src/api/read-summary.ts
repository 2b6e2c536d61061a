import type { SummaryState } from './create-client.ts';
import { ShapeError } from './decode.ts';
import type { Transport } from './transport.ts';
import type { Wire } from './wire.ts';

/** readSummary reads a register's summary in the shape of `wire`; one that is wrong in its details is `broken`, no error. Rejects with ApiError. */
export function readSummary(
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
