import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { EarlierEntryCheck } from '../verify/protocol.ts';
import { queryKey } from './keys.ts';
import { copyCheck } from './copy-check.ts';
import { useVerdict } from './use-page-checks.ts';
import { NO_COPY } from './copy.ts';
import { copyAnswer, useCopy } from './copy.ts';
import type { RegisterCopy } from './copy-desk.ts';
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
  const reading = useCopy(session, false);
  const checks = ends.filter((check) => check !== undefined);
  const inDoubt = checks.length === ends.length && verdict?.outcome === 'does-not-match';
  const head = checks[0]?.head;
  const isVerified = useVerdict(head && copyCheck(head))?.outcome === 'holds';
  const copy = reading.phase === 'ready' && isVerified ? reading.copy : undefined;
  const isOfHead = checks.every(({ head }) => head.rootHash === copy?.head?.rootHash);
  const roots = checks.map(({ checkpoint }) => checkpoint);
  const leafRule = session.trust.leafRule();
  const { data } = useQuery({
    queryKey: queryKey(session, 'copy-shows', copy?.id ?? '', leafRule ?? '', JSON.stringify(roots)),
    queryFn: ({ client }) => copyShows(client, session, copy ?? NO_COPY, leafRule ?? 'item-json', roots),
    enabled: inDoubt && isOfHead && copy !== undefined && leafRule !== undefined,
    networkMode: 'always',
    staleTime: Infinity,
  });
  return inDoubt && isOfHead && data === true;
}

/** copyShows tells whether the roots of a copy's first entries are these. */
export async function copyShows(
  queries: QueryClient,
  session: RegisterSession,
  copy: RegisterCopy,
  leafRule: LeafRuleId,
  roots: readonly Checkpoint[],
): Promise<boolean> {
  for (const { logSize, rootHash } of roots) {
    const asked = copyAnswer(session, copy, 'rootAt', { at: logSize, leafRule });
    if ((await queries.fetchQuery(asked)) !== rootHash) return false;
  }
  return roots.length > 0;
}
