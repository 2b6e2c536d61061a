import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useKeptFinding } from '../../query/kept-audit.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import type { CheckKind } from '../../core/check-result.ts';
import type { PageKind, PageVerdict as Verdict } from '../../trust/page-checks.ts';
import { sentenceOf } from '../../ui/check-text.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { countOf, inSentence } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Instant } from '../../ui/time.tsx';
import type { AuditResult } from '../../verify/audit-result.ts';

/**
 * useUnverified returns what the page's declared checks mean for its data: undefined while none is against it, `unknown` if one could not be made,
 * `refused` if one does not match: then the data is not the register's, even if it has its hash.
 */
export function useUnverified(): 'refused' | 'unknown' | undefined {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, () => {
    const states = new Set(trust.page().checks.map(({ state }) => state));
    if (states.has('does-not-match')) return 'refused';
    return states.has('cannot-check') ? 'unknown' : undefined;
  });
}

/** PageVerdict shows the trust store's verdict on the page in a sentence, with its checks, and what they do not prove. */
export function PageVerdict({ checks: own }: { checks: readonly NamedCheck[] }) {
  const session = useSession();
  const { trust } = session;
  const { data: head } = useQuery(headQuery(session));
  const finding = useKeptFinding(head);
  const audit = usePaths().view('audit');
  const isSaid = own.some(({ kind, state }) => kind === 'whole-log' && state === 'does-not-match');
  const found = finding === undefined || isSaid ? [] : [findingLine(finding, audit)];
  const checks = [...own, ...found];
  const isFile = useSource() === 'file';
  const page = useSyncExternalStore(trust.subscribe, trust.page, trust.page);
  const by = decidingCheck(page, checks, isFile);
  return (
    <CheckStrip
      checks={checks}
      verdict={{
        state: page.state ?? 'not-checked',
        words: verdictWords(page, by, isFile),
        ...(by && { by }),
      }}
      limits={limitsOf(page, checks)}
    />
  );
}

/** findingLine says that an audit found a mismatch, if not on this page. */
function findingLine({ head, finishedAt }: AuditResult, audit: string): NamedCheck {
  return {
    id: 'whole-log',
    kind: 'whole-log',
    state: 'does-not-match',
    title: 'Not all of the log matches',
    detail: (
      <>
        All {countOf(head.logSize, 'entry')} were read on <Instant at={finishedAt} />, and something in them
        does not match, perhaps elsewhere.
      </>
    ),
    link: <Link to={audit}>See what it found</Link>,
  };
}

function verdictWords(page: Verdict, by: NamedCheck | undefined, isFile: boolean): string {
  const { state, checks } = page;
  const of = by && inSentence(by.title);
  switch (state) {
    case 'holds':
      return by?.title ?? verifiedWords(page, isFile, restsOn(page));
    case 'does-not-match':
      return `Does not match: ${of ?? (page.marked === 'others' ? 'the root hash in the link' : 'something listed on this page')}`;
    case 'cannot-check': {
      const verdict = checks.find((check) => check.state === state)?.verdict;
      const isUnknown = verdict?.outcome === 'cannot-check' && verdict.code === 'unknown-leaf-rule';
      const reason = isUnknown
        ? `none of the proofs tried gives the ${SOURCE_WORDS[isFile ? 'file' : 'server'].rootName}`
        : sentenceOf({ verdict });
      // Only the first sentence: the advice is below.
      return `Could not check: ${inSentence(reason.replace(/\. .*/s, ''))}`;
    }
    case 'checking':
      return 'Checking …';
    case 'not-checked':
    case undefined:
      return checks.some(({ verdict }) => verdict?.outcome === 'not-checked' && verdict.code === 'empty-log')
        ? 'Nothing to check: the log is empty'
        : `Not checked${of === undefined ? '' : `: ${of}`}`;
  }
}

/** VERIFIED is the text of verified pages about one entry or proof. */
const VERIFIED: Partial<Readonly<Record<PageKind, string>>> = {
  record: 'This record is verified',
  entry: 'This entry is verified',
  item: 'This data is verified',
  'entry-proof': 'This proof is verified',
  'consistency-proof': 'This proof is verified',
};

/**
 * verifiedWords returns the text of a green page in its header and its verdict; `otherwise` if it needs more than one entry. A register read from a file has no server
 * that published a root hash, and another person's root is only known to be of the same log.
 */
export function verifiedWords({ page, checks }: Verdict, isFile: boolean, otherwise: string): string {
  if (checks.some(({ kind }) => kind === 'others')) return 'Both roots are of the same log';
  return isFile ? 'Consistent with the root hash stated in the file' : (VERIFIED[page] ?? otherwise);
}

function restsOn({ checks }: Verdict): string {
  if (checks.some(({ kind }) => kind === 'whole-log')) return 'The whole register is verified';
  return checks.some(({ kind }) => kind === 'consistency')
    ? 'The last entry at this size is verified'
    : 'The newest entry is verified';
}

/** decidingCheck returns the check that the verdict names: the first that does not match, that of the whole log, or the comparison with another person. */
function decidingCheck(
  { state, checks: declared }: Verdict,
  checks: readonly NamedCheck[],
  isFile: boolean,
): NamedCheck | undefined {
  // At an earlier size the page does not depend on all entries of the current log.
  const isDeclared = (asked: CheckKind | undefined): boolean => declared.some(({ kind }) => kind === asked);
  const decides = ({ id, kind }: NamedCheck): boolean => {
    if (state === 'not-checked') return kind === 'whole-log';
    if (state === 'holds') return (kind === 'others' || (id === 'whole' && !isFile)) && isDeclared(kind);
    return state === 'does-not-match';
  };
  return checks.find((check) => check.state === state && decides(check));
}

/** limitsOf returns what the checks on a page do not prove. */
export function limitsOf({ page, checks: declared }: Verdict, checks: readonly NamedCheck[]): string {
  const isOpen = (kind: NamedCheck['kind']) =>
    !checks.some((check) => check.kind === kind && check.state === 'holds');
  return [
    ...(page === 'item' && isOpen('inclusion') ? ['that any entry of the log records this data'] : []),
    ...((page === 'record' || page === 'entry') && isOpen('newest')
      ? ['that this is the newest entry for its key']
      : []),
    ...(page === 'overview' && isOpen('whole-log') && isOpen('others')
      ? ['the entries before the newest']
      : []),
    `that nothing changed before ${isOpen('memory') ? 'your first visit' : 'the root hash that was remembered'}`,
    isOpen('others')
      ? 'that others see the same log'
      : declared.some(({ kind }) => kind === 'others')
        ? 'that this is the log of anyone but the sender'
        : 'that the data is true: witnesses say what they were shown',
  ].join('; ');
}
