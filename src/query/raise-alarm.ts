import type { QueryClient } from '@tanstack/react-query';
import type { Hash } from '../core/hash.ts';
import type { Misbehaviour, MisbehaviourKind, SeenHead } from '../verify/evidence/misbehaviour.ts';
import type { GrowthCheck, GrowthFinding } from '../verify/protocol.ts';
import { clientOf } from './client-query.ts';
import { memoryQuery } from './growth-query.ts';
import type { RegisterSession } from './session.ts';

const KINDS: Readonly<Record<GrowthFinding, MisbehaviourKind | undefined>> = {
  same: undefined,
  grown: undefined,
  unknown: undefined,
  'another-root': 'another root for the same size',
  shorter: 'the log is shorter than it was',
  'not-a-continuation': 'the new log does not begin with the old one',
};

/** raiseAlarm keeps what a check of growth found, with the head it contradicts, and resolves it. Where storage refuses, it lasts as long as the page is open. */
export async function raiseAlarm(
  session: RegisterSession,
  queries: QueryClient,
  old: SeenHead,
  check: GrowthCheck,
  path: readonly Hash[] | undefined,
): Promise<Misbehaviour | undefined> {
  const kind = KINDS[check.finding];
  if (kind === undefined) return undefined;
  const { variant } = await clientOf(queries, session);
  const consistency = path === undefined ? undefined : askedFor(session, CONSISTENCY);
  const misbehaviour: Misbehaviour = {
    kind,
    base: session.base,
    variant,
    registerId: session.memory.id,
    old,
    new: { ...check.head, seenAtMs: Date.now() },
    ...(path === undefined ? {} : { path }),
    addresses: {
      head: askedFor(session, HEAD) ?? session.base,
      ...(consistency === undefined ? {} : { consistency }),
    },
  };
  try {
    await (await session.memory.writer()).raise(misbehaviour);
    await queries.invalidateQueries({ queryKey: memoryQuery(session).queryKey });
  } catch {
    // Storage refuses.
  }
  return misbehaviour;
}

const HEAD = /\/proofs?\/register(?:\/|$)/;
const CONSISTENCY = /\/proofs?\/consistency\//;

/** askedFor is the latest address of that kind that was asked for. */
function askedFor(session: RegisterSession, kind: RegExp): string | undefined {
  return session.ledger.entries().findLast(({ address }) => kind.test(new URL(address).pathname))?.address;
}
