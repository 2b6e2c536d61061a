import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Check } from '../../core/check-result.ts';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { cannotCheck, doesNotMatch, type Verdict } from '../../core/verdict.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import { clientOf } from '../../query/client-query.ts';
import { CUT } from '../../query/latest-version.ts';
import { recordQuery, rereadRecord, trailQuery } from '../../query/record-queries.ts';
import { checkQuery, confirmed, NEWER_ANSWER, UNREAD_AGAIN } from '../../query/report-check.ts';
import { type RegisterSession, checkOf, NO_HEAD, useSession } from '../../query/session.ts';
import { useVerdict } from '../../query/use-page-checks.ts';

/** ListedVersions is what a page shows of the versions of a key. */
export interface ListedVersions {
  readonly key: string;
  /** The newest version shown, by its entry number. */
  readonly last: number;
  /** The list of versions from the server, later ones than shown included; undefined without a list. */
  readonly trail: readonly Entry[] | undefined;
}

/** Unlisted is an entry of a key that is in the log, and not among the versions listed. */
export interface Unlisted {
  readonly entryNumber: number;
  /** left-out: the list goes on to a later entry. newer: it is newer than the newest version shown. */
  readonly is: 'left-out' | 'newer';
}

/**
 * findUnlisted returns an entry that the versions listed lack, of the entries `proved` to be in the log, which
 * ascend; undefined if they lack none.
 */
export function findUnlisted(
  { last, trail = [] }: Pick<ListedVersions, 'last' | 'trail'>,
  proved: readonly number[],
): Unlisted | undefined {
  const end = trail.at(-1)?.entryNumber ?? 0;
  const missing = proved.filter((number) => trail.every(({ entryNumber }) => entryNumber !== number));
  const leftOut = missing.find((number) => number < end && number !== last);
  if (leftOut !== undefined) return { entryNumber: leftOut, is: 'left-out' };
  const newer = missing.findLast((number) => number > last);
  return newer === undefined ? undefined : { entryNumber: newer, is: 'newer' };
}

/**
 * unlistedQuery checks that the server still lists no such entry when it is asked again: a list may be older
 * than the entry. Then a list that goes on beyond it does not match the log, unless it was cut; a list that ends
 * before it may come from an old cache.
 */
export function unlistedQuery(
  session: RegisterSession,
  listed: ListedVersions,
  unlisted: Unlisted,
  head: Checkpoint,
) {
  const { key, last } = listed;
  const { entryNumber, is } = unlisted;
  const before = namesOf(listed.trail);
  const subject = JSON.stringify(['unlisted', key, last, before, entryNumber]);
  const check: Check = { kind: 'newest', subject, head };
  const found = {
    verdict:
      is === 'newer'
        ? cannotCheck('newer-in-log', `entry ${entryNumber} of this key is newer than the version shown`)
        : doesNotMatch(
            'left-out',
            `the list of versions leaves out entry ${entryNumber}, which is in the log`,
          ),
  };
  return checkQuery(session, check, async (queries) =>
    confirmed<{ readonly verdict: Verdict }>(found, {
      isDoubtful: () => true,
      async again() {
        const record = queries.getQueryData(recordQuery(session, key).queryKey);
        await rereadRecord(queries, session, key);
        const again = queries.getQueryData(recordQuery(session, key).queryKey);
        const trail = queries.getQueryData(trailQuery(session, key).queryKey);
        const isSame = namesOf(trail) === before && again?.entryNumber === record?.entryNumber;
        if (!isSame) return { verdict: NEWER_ANSWER };
        const isCut = is === 'left-out' && (await clientOf(queries, session)).isTrailCut(key);
        return isCut ? { verdict: CUT } : found;
      },
      unread: () => ({ verdict: UNREAD_AGAIN }),
    }),
  );
}

function namesOf(trail: readonly Entry[] | undefined): string {
  return trail?.map(({ entryNumber }) => entryNumber).join() ?? '';
}

/** UnlistedCheck is such an entry with its check, as a page declares it, and the verdict so far. */
export interface UnlistedCheck {
  readonly unlisted: Unlisted;
  readonly declared: DeclaredCheck;
  readonly verdict: Verdict | undefined;
}

/**
 * useUnlisted looks for an entry of a key that this visit proved, on whatever page, at most the size shown,
 * and that the versions listed lack. undefined if there is none.
 */
export function useUnlisted(
  listed: ListedVersions | undefined,
  head: Checkpoint | undefined,
  size: number | undefined = head?.logSize,
): UnlistedCheck | undefined {
  const session = useSession();
  const { trust } = session;
  const { key, last, trail } = listed ?? NOTHING;
  const all = useSyncExternalStore(trust.subscribe, () => trust.provedEntries(key));
  const proved = all.filter((number) => number <= (size ?? 0));
  const unlisted = listed && findUnlisted({ last, trail }, proved);
  const query = unlistedQuery(session, listed ?? NOTHING, unlisted ?? NONE, head ?? NO_HEAD);
  useQuery({
    ...query,
    enabled: unlisted !== undefined && head !== undefined,
    notifyOnChangeProps: [],
  });
  const check = checkOf(query);
  const verdict = useVerdict(unlisted && check);
  return unlisted && { unlisted, declared: check, verdict };
}

const NOTHING: ListedVersions = { key: '', last: 0, trail: undefined };
const NONE: Unlisted = { entryNumber: 0, is: 'newer' };
