import type { QueryClient } from '@tanstack/react-query';
import { isSameHead } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { untilAborted } from '../core/until-aborted.ts';
import type { CopyPhase, RegisterCopy } from './copy-controller.ts';
import { copyControllerOf } from './copy.ts';
import { NO_HEAD, type RegisterSession } from './session.ts';

/**
 * copyForHead reads a whole register for this head; `isRequested`: the reader asked for it. Rejects if it cannot be read,
 * or the signal aborts.
 */
export async function copyForHead(
  queries: QueryClient,
  session: RegisterSession,
  head: Checkpoint,
  {
    signal,
    onPhase,
    isRequested = false,
  }: { signal?: AbortSignal; onPhase?: (phase: CopyPhase) => void; isRequested?: boolean } = {},
): Promise<RegisterCopy> {
  const controller = copyControllerOf(session, queries);
  const end = controller.subscribe(() => onPhase?.(controller.phase()));
  try {
    const copy = await untilAborted(controller.read(head.logSize, head, isRequested), signal);
    if (copy !== undefined && isSameHead(copy.head ?? NO_HEAD, head)) return copy;
    throw new Error('The log has grown meanwhile. Try again.');
  } finally {
    end();
  }
}
