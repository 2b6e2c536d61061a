import type { QueryClient } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { copyIn, type CopyPhase, type RegisterCopy } from './copy-controller.ts';
import { copyControllerOf } from './copy.ts';
import { NO_HEAD, type RegisterSession } from './session.ts';

/** readCopy reads a whole register for this head. Rejects if it cannot be read, or the signal aborts. */
export function readCopy(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
  { signal, onPhase }: { signal?: AbortSignal; onPhase?: (phase: CopyPhase) => void } = {},
): Promise<RegisterCopy> {
  const controller = copyControllerOf(session, queries);
  return new Promise((resolve, reject) => {
    const end = controller.subscribe(look);
    signal?.addEventListener('abort', look);
    controller.read(head.logSize, head, true);
    look();

    function look(): void {
      const phase = controller.phase();
      const copy = copyIn(phase);
      onPhase?.(phase);
      if (signal?.aborted) reject(signal.reason as Error);
      else if (phase.phase === 'failed') reject(new Error(phase.failure.message));
      else if (copy && isSameHead(copy.head ?? NO_HEAD, head)) resolve(copy);
      else if (copy && copy.size > head.logSize) reject(new Error('The log has grown meanwhile. Try again.'));
      else return;
      end();
      signal?.removeEventListener('abort', look);
    }
  });
}
