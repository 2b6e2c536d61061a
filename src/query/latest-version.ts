import { useQuery } from '@tanstack/react-query';
import type { Check, LatestStatus } from '../core/check-result.ts';
import type { Checkpoint, Entry } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import type { LatestEntry } from '../log/log-copy.ts';
import { useHasStored } from './stored-audit.ts';
import { useVerifiedCopy } from './copy.ts';
import { checkQuery } from './report-check.ts';
import { type RegisterSession, useSession, NO_HEAD } from './session.ts';
import { useMarks, useVerdict } from './use-page-checks.ts';

/** LatestFinding is whether an entry is the latest version of its key. */
export interface LatestFinding extends Partial<KeyHistory> {
  readonly verdict: Verdict;
  readonly status: LatestStatus;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: Checkpoint;
}

/** KeyHistory is what a whole log, read by an audit or as a copy, has of one key. */
export interface KeyHistory {
  /** The head whose root the entries read give. */
  readonly audited: Checkpoint;
  /** When the audit that read them ended, in milliseconds since 1970; absent if this page's copy has them. */
  readonly auditedAt?: number | undefined;
  /** The newest entry of the key, and the number of its entries. */
  readonly latest: LatestEntry | undefined;
}

/** ServedEntry is the server's entry for a key, and the head it was checked against. */
export interface ServedEntry {
  readonly key: string;
  readonly entryNumber: number;
  /** The length of its trail, if there is one. */
  readonly trailLength?: number | undefined;
  readonly head: Checkpoint;
  /** Whether it was sent as a record, and so must be the latest. A single entry may be superseded. */
  readonly asRecord: boolean;
  /** Whether it is the last entry of a trail, and not what the server sent as the record. */
  readonly isTrail?: boolean;
}

/**
 * latestCheck names the check that an entry is the latest of its key in the log with the head; for a single
 * entry, that it is one of them.
 */
export function latestCheck({ key, entryNumber, head, asRecord }: ServedEntry): Check {
  return { kind: 'newest', subject: JSON.stringify([key, entryNumber, asRecord]), head };
}

/**
 * latestQuery makes that check from the stored audit, else from this page's copy of the whole log
 * at this head. `source` names these, so that the check is repeated when they change. A mismatch
 * counts only after rereading.
 */
export function latestQuery(session: RegisterSession, served: ServedEntry, source: string) {
  return checkQuery(
    session,
    latestCheck(served),
    async (queries) => (await import('./find-latest.ts')).findLatest(queries, session, served),
    {
      key: ['latest', `${source} ${served.trailLength ?? ''}`],
    },
  );
}

/**
 * useLatest makes and marks that check and follows its verdict; undefined while it runs,
 * or without audit and copy.
 */
export function useLatest(
  entry: Entry | undefined,
  head: Checkpoint | undefined,
  {
    trailLength,
    asRecord = true,
    isTrail = false,
  }: { readonly trailLength?: number | undefined; readonly asRecord?: boolean; readonly isTrail?: boolean },
): LatestFinding | undefined {
  const session = useSession();
  const copy = useVerifiedCopy(head);
  const key = entry?.key ?? '';
  const entryNumber = entry?.entryNumber ?? 0;
  const served = { key, entryNumber, trailLength, head: head ?? NO_HEAD, asRecord, isTrail };
  const hasAudit = useHasStored('audit', session.id);
  const hasSource = copy !== undefined || hasAudit;
  const isWanted = entry !== undefined && head !== undefined && hasSource;
  const { data } = useQuery({ ...latestQuery(session, served, copy?.id ?? ''), enabled: isWanted });
  const check = isWanted ? latestCheck(served) : undefined;
  useMarks(check === undefined ? [] : [check]);
  const verdict = useVerdict(check);
  return data === undefined || verdict === undefined ? undefined : { ...data, verdict };
}

/** CUT is the verdict on a list of versions that was not read whole. */
export const CUT = cannotCheck(
  'incomplete',
  'the version history goes on at another site, at a page read before, or where this page cannot find it, so that it was not read whole',
);
