import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import type { EarlierEntryCheck } from '../verify/protocol.ts';
import { rangeCheckQuery } from './changes-query.ts';
import { consistencyCheckQuery, rootAtQuery } from './earlier-queries.ts';
import { describeFailure } from './failure.ts';
import { checkOf } from './keys.ts';
import type { Declared } from '../trust/page-checks.ts';
import { useSession } from './session.ts';
import { useCopyShows } from './use-copy-shows.ts';

/** Found is a verdict, a failure in words, or nothing yet. */
export interface FoundVerdict {
  readonly verdict?: Verdict | undefined;
  readonly failure?: string | undefined;
}

/** Licence is what a comparison of two sizes rests on. */
export interface Licence {
  /** That both logs begin the published one, and the smaller one the larger. */
  readonly consistency: FoundVerdict;
  /** That exactly the entries that were read stand between them; without a reading of those it stays open. */
  readonly range: FoundVerdict;
  /** The roots at both ends, where they are proved. The empty log needs no proof. */
  readonly from: Checkpoint | undefined;
  readonly to: Checkpoint | undefined;
  /** The checks that it is made of, as a page names them. */
  readonly checks: readonly Declared[];
  /** A copy of the whole register rebuilds the roots at both ends, which the proofs sent do not lead to. */
  readonly copyShows: boolean;
}

/** useLicence proves both ends, the consistency between them, and, with `readBetween`, the entries between. Needs 0 <= from <= to <= head.logSize, to >= 1. */
export function useLicence(head: Checkpoint, from: number, to: number, readBetween: boolean): Licence {
  const session = useSession();
  const old = useQuery({ ...rootAtQuery(session, from, head), enabled: from > 0 });
  const next = useQuery({ ...rootAtQuery(session, to, head), enabled: to > 0 });
  const oldRoot = proved(old.data);
  const newRoot = proved(next.data);
  const check = useQuery({
    ...consistencyCheckQuery(session, oldRoot ?? head, newRoot ?? head),
    enabled: oldRoot !== undefined && newRoot !== undefined && from < to,
  });
  const range = useQuery({
    ...rangeCheckQuery(session, old.data, next.data ?? NO_CHECK),
    enabled: readBetween && newRoot !== undefined && (from === 0 || oldRoot !== undefined),
  });
  const roots = [from, to]
    .filter((size) => size > 0)
    .map((size) => checkOf(rootAtQuery(session, size, head)));
  const between = oldRoot && newRoot && checkOf(consistencyCheckQuery(session, oldRoot, newRoot));
  const entriesBetween = newRoot && next.data && checkOf(rangeCheckQuery(session, old.data, next.data));
  const unproved = [from > 0 ? old : undefined, next].find(
    (one) => one?.data !== undefined && one.data.verdict.outcome !== 'holds',
  );
  const error = (from > 0 ? old.error : null) ?? next.error ?? check.error;
  const ends = from === 0 || from === to ? newRoot && HOLDS : check.data?.verdict;
  const verdict = unproved?.data?.verdict ?? ends;
  const copyShows = useCopyShows(verdict, from > 0 ? [old.data, next.data] : [next.data]);
  return {
    checks: [...roots, ...(from > 0 && from < to ? [between] : []), ...(readBetween ? [entriesBetween] : [])],
    consistency: {
      verdict,
      failure: error === null ? undefined : describeFailure(error).message,
    },
    range: {
      verdict: range.data?.verdict ?? (unproved === undefined && error === null ? undefined : NO_ENDS),
      failure: range.error === null ? undefined : describeFailure(range.error).message,
    },
    from: oldRoot,
    to: newRoot,
    copyShows,
  };
}

const HOLDS: Verdict = { outcome: 'holds' };
const NO_ENDS: Verdict = {
  outcome: 'not-checked',
  code: 'ends-not-proved',
  reason: 'the roots at both ends are not proved',
};

function proved(check: EarlierEntryCheck | undefined): Checkpoint | undefined {
  return check?.verdict.outcome === 'holds' ? check.checkpoint : undefined;
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
const NO_CHECK: EarlierEntryCheck = {
  verdict: { outcome: 'not-checked', code: 'not-made', reason: '' },
  entry: { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] },
  checkpoint: NO_HEAD,
  head: NO_HEAD,
  triedRules: [],
  steps: [],
  computedInMs: 0,
};
