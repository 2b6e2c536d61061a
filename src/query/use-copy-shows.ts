import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { EarlierEntryCheck } from '../verify/protocol.ts';
import { queryKey } from './keys.ts';
import { copyCheck } from './replica-check.ts';
import { useVerdict } from './use-page-checks.ts';
import { NO_REPLICA } from './no-replica.ts';
import { replicaAnswer, useReplica } from './replica.ts';
import type { Replica } from './replica-desk.ts';
import { type RegisterSession, useSession } from './session.ts';

/**
 * useCopyShows tells whether a copy of the whole register, where this page has one that leads to the very head, shows what proofs sent for earlier sizes do not: that
 * the roots that the entry proofs of these `ends` lead to are those of its beginnings. True only where `verdict`, which came of the proofs, does not match.
 */
export function useCopyShows(
  verdict: Verdict | undefined,
  ends: readonly (EarlierEntryCheck | undefined)[],
): boolean {
  const session = useSession();
  const copy = useReplica(session, false);
  const checks = ends.filter((check) => check !== undefined);
  const inDoubt = checks.length === ends.length && verdict?.outcome === 'does-not-match';
  const head = checks[0]?.head;
  const isVerified = useVerdict(head && copyCheck(head))?.outcome === 'holds';
  const replica = copy.phase === 'ready' && isVerified ? copy.replica : undefined;
  const isOfHead = checks.every(({ head }) => head.rootHash === replica?.head?.rootHash);
  const roots = checks.map(({ checkpoint }) => checkpoint);
  const leafRule = session.trust.leafRule();
  const { data } = useQuery({
    queryKey: queryKey(session, 'copy-shows', replica?.id ?? '', leafRule ?? '', JSON.stringify(roots)),
    queryFn: ({ client }) =>
      copyShows(client, session, replica ?? NO_REPLICA, leafRule ?? 'item-json', roots),
    enabled: inDoubt && isOfHead && replica !== undefined && leafRule !== undefined,
    networkMode: 'always',
    staleTime: Infinity,
  });
  return inDoubt && isOfHead && data === true;
}

/** copyShows tells whether the roots of a copy's first entries are these. */
export async function copyShows(
  queries: QueryClient,
  session: RegisterSession,
  replica: Replica,
  leafRule: LeafRuleId,
  roots: readonly Checkpoint[],
): Promise<boolean> {
  for (const { logSize, rootHash } of roots) {
    const asked = replicaAnswer(session, replica, 'rootAt', { at: logSize, leafRule });
    if ((await queries.fetchQuery(asked)) !== rootHash) return false;
  }
  return roots.length > 0;
}
