import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import {
  beginningCheck,
  consistencyCheck,
  consistencyCheckQuery,
  rootAtQuery,
} from '../../query/inclusion-queries.ts';
import { useSession } from '../../query/session.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import type { EntryCheck } from '../../verify/protocol.ts';

/**
 * useConsistency proves the roots of a log at two sizes by the last entry of each, and that the smaller log is the
 * beginning of the larger. Needs 0 <= from <= to <= head.logSize, to >= 1. The empty log needs no proof; nor does the
 * published root beside an older one, but `isLastProved` proves its entry, too.
 * - from: the root at the smaller size, once it is proved
 * - ends, between: the checks of the roots, and the one of the proof between them, once there are both
 * - checks: all of these, as a page declares them
 * - failed: a request that failed, if there is one
 */
export function useConsistency(head: Checkpoint, from: number, to: number, isLastProved = false) {
  const session = useSession();
  const isPublished = to === head.logSize && from > 0;
  const old = useQuery({ ...rootAtQuery(session, from, head), enabled: from > 0 });
  const next = useQuery({ ...rootAtQuery(session, to, head), enabled: isLastProved || !isPublished });
  const oldRoot = proved(old.data);
  const newRoot = isPublished ? head : proved(next.data);
  const proof = useQuery({
    ...consistencyCheckQuery(session, oldRoot ?? head, newRoot ?? head, head),
    enabled: oldRoot !== undefined && newRoot !== undefined && from < to,
  });
  const sizes = [...(from > 0 ? [from] : []), ...(isPublished ? [] : [to])];
  const ends = sizes.map((size) => beginningCheck(size, head));
  const between = oldRoot && newRoot && consistencyCheck(oldRoot, newRoot, head);
  const checks: readonly DeclaredCheck[] = from > 0 && from < to ? [...ends, between] : ends;
  return {
    old,
    next,
    proof,
    from: oldRoot,
    ends,
    between,
    checks,
    failed: [old, next, proof].find((query) => query.isError),
  };
}

/** proved returns the root that the proof of an entry gives; undefined unless it holds. */
export function proved(check: EntryCheck | undefined): Checkpoint | undefined {
  return check?.verdict.outcome === 'holds' ? check.checkpoint : undefined;
}
