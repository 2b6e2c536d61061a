import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import { notChecked, type Verdict } from '../core/verdict.ts';
import type { EarlierEntryCheck } from '../verify/protocol.ts';
import { rangeCheckQuery } from './changes-query.ts';
import { beginningCheck, consistencyCheck, consistencyCheckQuery, rootAtQuery } from './inclusion-queries.ts';
import { checkOf, NO_ENTRY, NO_HEAD } from './keys.ts';
import type { Declared } from '../trust/page-checks.ts';
import { useSession } from './session.ts';
import { useVerdict, useWorstVerdict } from './use-page-checks.ts';
import { useCopyShows } from './use-whole-log.ts';

/** ChangeProof is what a comparison of two sizes rests on. */
export type ChangeProof = ReturnType<typeof useChangeProof>;

/** useChangeProof proves both ends, the consistency between them, and, with `readBetween`, the entries between. Needs 0 <= from <= to <= head.logSize, to >= 1. */
export function useChangeProof(head: Checkpoint, from: number, to: number, readBetween: boolean) {
  const session = useSession();
  const isPresent = to === head.logSize;
  const old = useQuery({ ...rootAtQuery(session, from, head), enabled: from > 0 });
  const next = useQuery({ ...rootAtQuery(session, to, head), enabled: to > 0 });
  const oldRoot = proved(old.data);
  // The present root is published: nothing has to lead to it.
  const newRoot = isPresent && from > 0 ? head : proved(next.data);
  useQuery({
    ...consistencyCheckQuery(session, oldRoot ?? head, newRoot ?? head, head),
    enabled: oldRoot !== undefined && newRoot !== undefined && from < to,
  });
  const range = rangeCheckQuery(session, old.data, next.data ?? NO_CHECK);
  const hasEnds = proved(next.data) !== undefined && (from === 0 || oldRoot !== undefined);
  useQuery({ ...range, enabled: readBetween && hasEnds });
  const ends = [...(from > 0 ? [from] : []), ...(isPresent && from > 0 ? [] : [to])];
  const between = oldRoot && newRoot && consistencyCheck(oldRoot, newRoot, head);
  const consistencyChecks: readonly Declared[] = [
    ...ends.map((size) => beginningCheck(size, head)),
    ...(from > 0 && from < to ? [between] : []),
  ];
  const consistency = useWorstVerdict(consistencyChecks);
  const entriesBetween = hasEnds ? checkOf(range) : undefined;
  const ranged = useVerdict(entriesBetween);
  const settled = !old.isFetching && !next.isFetching;
  return {
    /** The checks that it is made of, as a page names them. */
    checks: [...consistencyChecks, ...(readBetween ? [entriesBetween] : [])],
    /** That both logs begin the published one, and the smaller one the larger; undefined while it is open. */
    consistency,
    /** That exactly the entries that were read stand between them; without a reading of those it stays open. */
    range: ranged ?? (settled && !hasEnds ? NO_ENDS : undefined),
    /** The roots at both ends, where they are proved. The empty log needs no proof. */
    from: oldRoot,
    to: newRoot,
    /** A copy of the whole register rebuilds the roots at both ends, which the proofs sent do not lead to. */
    copyShows: useCopyShows(consistency, [
      ...(from > 0 ? [old.data] : []),
      ...(ends.includes(to) ? [next.data] : []),
    ]),
  };
}

const NO_ENDS: Verdict = notChecked('ends-not-proved', 'the roots at both ends are not proved');

function proved(check: EarlierEntryCheck | undefined): Checkpoint | undefined {
  return check?.verdict.outcome === 'holds' ? check.checkpoint : undefined;
}

const NO_CHECK: EarlierEntryCheck = {
  verdict: notChecked('not-made', ''),
  entry: NO_ENTRY,
  checkpoint: NO_HEAD,
  head: NO_HEAD,
  triedRules: [],
  steps: [],
  computedInMs: 0,
};
