import type { QueryClient } from '@tanstack/react-query';
import type { ConsistencyProof } from '../core/model.ts';
import type { Misbehaviour, MisbehaviourKind, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { GrowthCheck, GrowthFinding } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

const KINDS: Readonly<Record<GrowthFinding, MisbehaviourKind | undefined>> = {
  same: undefined,
  grown: undefined,
  unknown: undefined,
  'another-root': 'another-root',
  shorter: 'shorter-log',
  'not-a-continuation': 'not-a-continuation',
};

/**
 * raiseAlarm keeps what a comparison of two heads found, with the addresses that answered with the new head and the proof, and resolves it. Where storage refuses,
 * it lasts as long as the page is open. Undefined where there is nothing that a register must not do.
 */
export async function raiseAlarm(
  session: RegisterSession,
  queries: QueryClient,
  old: SeenHead,
  check: GrowthCheck,
  proof: ConsistencyProof | undefined,
): Promise<Misbehaviour | undefined> {
  const kind = KINDS[check.finding];
  if (kind === undefined) return undefined;
  const { variant } = await clientOf(queries, session);
  const { logSize, rootHash } = check.head;
  const misbehaviour: Misbehaviour = {
    kind,
    base: session.base,
    variant,
    registerId: session.memory.id,
    old,
    new: { logSize, rootHash, seenAtMs: Date.now() },
    ...(proof === undefined ? {} : { path: proof.path }),
    addresses: {
      head: session.trust.addressOf(check.head) ?? session.base,
      ...(proof?.address === undefined ? {} : { consistency: proof.address }),
    },
  };
  try {
    await (await session.memory.writer()).raise(misbehaviour);
    await queries.invalidateQueries({ queryKey: queryKey(session, 'memory') });
  } catch {
    // Storage refuses.
  }
  return misbehaviour;
}
