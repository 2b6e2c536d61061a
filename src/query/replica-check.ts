import type { Checkpoint } from '../core/model.ts';
import { CHECK, queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

/** replicaCheckKey is under which the verdict on a replica stands among the checks of its register, for the head that it was read for. */
export function replicaCheckKey(
  session: RegisterSession,
  head: Checkpoint,
): readonly (string | number | null)[] {
  return queryKey(session, CHECK, 'replica', head.logSize, head.rootHash);
}
