import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import type { Check } from '../../core/check-result.ts';
import { cannotCheck, doesNotMatch, notChecked, type Verdict } from '../../core/verdict.ts';
import type { SnapshotDiffersAnswer, SnapshotDiffersQuestion } from '../../log/snapshot-differs.ts';
import type { RegisterCopy } from '../../query/copy-controller.ts';
import { reportCheck } from '../../query/report-check.ts';
import { copyControllerOf } from '../../query/copy.ts';
import { type RegisterSession, CHECK, queryKey } from '../../query/session.ts';
import { readQuery } from '../../query/client-query.ts';

/** SnapshotCheck is the verdict on the server's own snapshot. */
interface SnapshotCheck {
  readonly verdict: Verdict;
  /** How many records it lists, `one` for a single one that is not a list; undefined if there are none to compare. */
  readonly records: number | 'one' | undefined;
}

/**
 * snapshotCheckQuery reads the server's snapshot at a log size, 0 <= at <= the copy's, and compares it
 * with the log, record by record. A server without snapshots claims nothing, nor does one whose snapshot has
 * an unknown shape, which the API document leaves open: not-checked. The check holds only if the copy does.
 */
export function snapshotCheckQuery(session: RegisterSession, copy: RegisterCopy, at: number) {
  const { head } = copy;
  const check: Check | undefined = head && {
    kind: 'newest',
    subject: JSON.stringify(['snapshot of all', at]),
    head,
  };
  return queryOptions({
    queryKey: queryKey(session, CHECK, 'snapshot', copy.id, at),
    ...(check && { meta: { check } }),
    queryFn: ({ client, signal }) => {
      const make = () => compareSnapshot(session, client, copy, at);
      return check === undefined ? make() : reportCheck(session.trust, check, signal, make);
    },
    staleTime: Infinity,
  });
}

async function compareSnapshot(
  session: RegisterSession,
  queries: QueryClient,
  copy: RegisterCopy,
  at: number,
): Promise<SnapshotCheck> {
  // Show and check the same answer.
  const snapshot = await queries.fetchQuery(snapshotQuery(session, at)).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'BAD_SHAPE') return UNKNOWN_SHAPE;
    if (error.code === 'UNSUPPORTED' || error.status === 404) return null;
    throw error;
  });
  if (snapshot === null || 'outcome' in snapshot)
    return { records: undefined, verdict: snapshot ?? NO_SNAPSHOTS };
  const { kind, isCut, ...list } = snapshot;
  const { length } = kind === 'entries' ? snapshot.entries : snapshot.records;
  const records = snapshot.isOne ? 'one' : length;
  const question = { at, ...list } satisfies SnapshotDiffersQuestion;
  const host = copyControllerOf(session, queries).host(copy);
  const differing = (await host.answer('snapshotDiffers', question)) as SnapshotDiffersAnswer;
  const verdict = verdictOf(differing, copy);
  return { records, verdict: isCut && verdict.outcome === 'does-not-match' ? CUT : verdict };
}

const NO_SNAPSHOTS = notChecked('no-snapshots', 'no snapshots are kept');

const UNKNOWN_SHAPE = notChecked('unknown-shape', 'it has a shape that this page does not know');

const CUT = cannotCheck(
  'incomplete',
  'the list of the snapshot goes on at another site or at a page read before, so that it was not read whole',
);

function verdictOf(differing: SnapshotDiffersAnswer, { verdict }: RegisterCopy): Verdict {
  if (verdict.outcome !== 'holds')
    return cannotCheck('copy-not-verified', 'the log to compare it with could not be verified');
  if (differing === null) return { outcome: 'holds' };
  const { key, how } = differing;
  // What it calls `_id` may be something else.
  if (how === 'no key') return UNKNOWN_SHAPE;
  return how === 'not-representable'
    ? cannotCheck('not-representable', `record ${key}: a snapshot cannot show its attribute _id`)
    : doesNotMatch('snapshot-differs', `record ${key}, at that size: ${how}`);
}

/**
 * snapshotQuery reads all records at a log size, not verified; null for a register of items,
 * whose API has no snapshots.
 */
export function snapshotQuery(session: RegisterSession, logSize: number) {
  return readQuery(session, ['snapshot', logSize], async (api, signal) =>
    api.variant === 'item' ? null : api.snapshot(logSize, signal),
  );
}
