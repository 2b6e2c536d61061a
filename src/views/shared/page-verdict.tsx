import { use, useSyncExternalStore } from 'react';
import { usePageVerdict } from '../../query/use-page-checks.ts';
import { useStoredFinding } from '../../query/stored-audit.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { countOf } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { SOURCE_WORDS, UnstatedContext, useSource } from '../../ui/source.ts';
import { Instant } from '../../ui/time.tsx';
import { TryAgain } from './page-failure.tsx';
import {
  decidingCheck,
  limitsOf,
  listedLine,
  noteOf,
  senderLine,
  verdictWords,
  withoutRoot,
} from './verdict-words.ts';

/**
 * useUnverified returns what the page's declared checks mean for its data: undefined while none is against
 * it, `unknown` if one could not be made, `refused` if one does not match: then the data is not the
 * register's, even if it has its hash. Whether it is the newest version says nothing about the data.
 */
export function useUnverified(): 'refused' | 'unknown' | undefined {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, () => {
    const checks = trust.page().checks.filter(({ kind }) => kind !== 'newest' && kind !== 'others');
    const states = new Set(checks.map(({ state }) => state));
    if (states.has('does-not-match')) return 'refused';
    return states.has('cannot-check') ? 'unknown' : undefined;
  });
}

/**
 * PageVerdict shows the trust store's verdict on the page in a sentence, with its checks,
 * and what they do not prove.
 */
export function PageVerdict({ checks: own }: { checks: readonly NamedCheck[] }) {
  const { data: head } = useHead();
  const { result: finding } = useStoredFinding(head);
  const audit = usePaths().view('audit');
  const source = useSource();
  const page = usePageVerdict();
  // An audit found a mismatch, perhaps not on this page.
  const isSaid = own.some(({ kind, state }) => kind === 'whole-log' && state === 'does-not-match');
  const found: readonly NamedCheck[] =
    finding === undefined || isSaid
      ? []
      : [
          {
            id: 'whole-log',
            kind: 'whole-log',
            state: 'does-not-match',
            title: 'Not all of the log matches',
            detail: (
              <>
                All {countOf(finding.head.logSize, 'entry')} were read on <Instant at={finding.finishedAt} />,
                and something in them does not match, perhaps elsewhere.
              </>
            ),
            link: <Link to={audit}>See what it found</Link>,
          },
        ];
  const statedBy = SOURCE_WORDS[source].statedBy;
  const isUnstated = use(UnstatedContext);
  const all = [
    ...own,
    ...found,
    ...(page.listed ? [listedLine(page.listed, statedBy)] : []),
    ...(page.sender ? [senderLine(page.sender)] : []),
  ];
  const checks = isUnstated ? all.map(withoutRoot) : all;
  const by = decidingCheck(page, checks, source);
  return (
    <>
      <CheckStrip
        checks={checks}
        verdict={{
          state: page.state ?? 'not-checked',
          words: verdictWords(page, by, source),
          note: noteOf(
            page,
            by,
            checks.find(({ kind }) => kind === 'memory'),
          ),
          ...(by && { by }),
        }}
        limits={limitsOf(page, checks)}
      />
      <TryAgain />
    </>
  );
}
