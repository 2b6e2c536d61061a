import { untilAborted } from '../core/until-aborted.ts';
import type { Checks, Verifier } from './checks.ts';
import { type BridgeWorker, WorkerBridge } from './worker-bridge.ts';

/** VerifierError reports a check that was not made. It is never a finding about the register. */
class VerifierError extends Error {
  override readonly name = 'VerifierError';
  /** The message without advice. */
  summary?: string;
}

/** WorkerLoss reports a worker that could not be started, crashed or timed out before it answered. */
class WorkerLoss extends Error {}

/** How long a busy worker may stay silent, and how long until it is loaded, over a slow network. */
const TIME_LIMIT_MS = 20_000;
const STARTING_MS = 60_000;

/** After this many workers in a row that stopped without an answer, nothing is repeated automatically. */
const HOPELESS = 3;

/**
 * createVerifier makes checks in a worker, which `makeWorker` starts at the first call. A worker that
 * crashes, or is silent while busy, is replaced, and its current check is repeated once, as its verdict says
 * (`madeAgain`); a check that loses two workers rejects. An answer to any call counts as a sign of life, so
 * that queued calls do not time out.
 */
export function createVerifier(makeWorker: () => BridgeWorker): Verifier {
  let bridge: WorkerBridge<Checks> | undefined;
  let stopped = 0;
  let repeating: Promise<unknown> = Promise.resolve();

  const lost = (reason: string, cause?: unknown): WorkerLoss => {
    stopped += 1;
    return new WorkerLoss(reason, { cause });
  };
  const startWorker = (): WorkerBridge<Checks> => {
    try {
      const limitMs = (isStarted: boolean): number => (isStarted ? TIME_LIMIT_MS : STARTING_MS);
      return new WorkerBridge<Checks>(makeWorker(), { limitMs, lost });
    } catch (error) {
      throw lost('it could not be started', error);
    }
  };
  const make = async (check: keyof Checks, request: unknown): Promise<unknown> => {
    if (bridge === undefined || bridge.isEnded) bridge = startWorker();
    const result: unknown = await bridge.call(check, request as never);
    stopped = 0;
    return result;
  };
  const makeOrRepeat = async (
    check: keyof Checks,
    request: unknown,
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    try {
      return await make(check, request);
    } catch (error) {
      if (!(error instanceof WorkerLoss)) throw error;
      // One after another, so that a check that stops its worker affects no other.
      const again = repeating.then(async () => {
        signal?.throwIfAborted();
        if (stopped >= HOPELESS) throw error;
        return marked(await make(check, request));
      });
      repeating = again.catch(() => undefined);
      return again;
    }
  };
  const call =
    (check: keyof Checks) =>
    async (request: unknown, signal?: AbortSignal): Promise<never> => {
      signal?.throwIfAborted();
      try {
        return (await untilAborted(makeOrRepeat(check, request, signal), signal)) as never;
      } catch (error) {
        throw signal?.aborted ? error : finalError(error);
      }
    };

  return {
    checkEntry: call('checkEntry'),
    checkItem: call('checkItem'),
    checkItems: call('checkItems'),
    checkRecordData: call('checkRecordData'),
    checkConsistency: call('checkConsistency'),
    checkHeadConsistency: call('checkHeadConsistency'),
    checkRange: call('checkRange'),
    checkRun: call('checkRun'),
  };
}

function finalError(error: unknown): VerifierError {
  if (!(error instanceof WorkerLoss))
    return new VerifierError('the check failed inside this program', { cause: error });
  const summary = `The part of this page that checks stopped twice (${error.message}), so that this could not be checked.`;
  const advice =
    'Reload the page. If it stays so, close other tabs, or use another browser. It says nothing about the register.';
  return Object.assign(new VerifierError(`${summary} ${advice}`, { cause: error.cause }), { summary });
}

type HasVerdict = { readonly verdict: object };

/** marked sets `madeAgain` in the verdict of a check, or of several. */
function marked(result: unknown): unknown {
  const mark = (check: HasVerdict): HasVerdict => ({
    ...check,
    verdict: { ...check.verdict, madeAgain: true },
  });
  return Array.isArray(result) ? result.map(mark) : mark(result as HasVerdict);
}
