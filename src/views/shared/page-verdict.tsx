import { use, useSyncExternalStore } from 'react';
import type { CheckKind } from '../../core/check-result.ts';
import { useStoredFinding } from '../../query/stored-audit.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import type { ListedRows, PageKind, PageVerdict as Verdict } from '../../trust/page-checks.ts';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { capital, countOf, formatClock, formatNumber, inSentence } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { type Source, SOURCE_WORDS, UnstatedContext, useSource } from '../../ui/source.ts';
import { Instant } from '../../ui/time.tsx';
import { senderLine } from './sender-line.ts';
import { TryAgain } from './try-again.tsx';

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
  const session = useSession();
  const { trust } = session;
  const { data: head } = useHead();
  const finding = useStoredFinding(head);
  const audit = usePaths().view('audit');
  const source = useSource();
  const page = useSyncExternalStore(trust.subscribe, trust.page, trust.page);
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
          note: noteOf(page, by, countOf(head?.logSize ?? 1_000, 'entry')),
          ...(by && { by }),
        }}
        limits={limitsOf(page, checks)}
      />
      <TryAgain />
    </>
  );
}

/**
 * withoutRoot is the line of a check in a file that states no root hash of its whole log: what holds against the
 * root computed from the file itself proves nothing.
 */
function withoutRoot(check: NamedCheck): NamedCheck {
  if (check.state !== 'holds' || (check.kind !== 'inclusion' && check.kind !== 'whole-log')) return check;
  return {
    ...check,
    state: 'not-checked',
    title: 'No root hash to check this with',
    detail: 'The file states none for its whole log: this page computed one from the file itself.',
  };
}

/** listedWords says how many of the versions that a page lists are not checked. */
function listedWords({ of, failed, open }: ListedRows): string {
  const listed = `of ${countOf(of, 'listed version')}`;
  const parts = [
    failed.length > 0 && `${formatNumber(failed.length)} ${listed} could not be checked`,
    open.length > 0 && `still checking ${formatNumber(open.length)} ${listed}`,
  ];
  return parts.filter(Boolean).join('; ');
}

/** listedLine says which of the versions that a page lists are not checked. */
function listedLine(listed: ListedRows, statedBy: string): NamedCheck {
  const { failed, open } = listed;
  const numbers = [...failed, ...open].sort((one, other) => one - other).map(formatNumber);
  const entries = `${numbers.length === 1 ? 'Entry' : 'Entries'} ${numbers.join(', ')}`;
  return {
    id: 'listed',
    state: failed.length > 0 ? 'cannot-check' : 'checking',
    title: capital(listedWords(listed)),
    detail: `${entries}: date and data are as ${statedBy}.`,
  };
}

function verdictWords(page: Verdict, by: NamedCheck | undefined, source: Source): string {
  const { state, checks, listed, unprovedSinceMs } = page;
  if (listed) return `This ${page.page} is verified; ${listedWords(listed)}`;
  const verdict = checks.find((check) => check.state === state)?.verdict ?? page.sender;
  const code = verdict && 'code' in verdict ? verdict.code : undefined;
  const of = by && inSentence(by.title);
  // The advice is below.
  const reason = verdict?.outcome === 'cannot-check' ? (verdict.summary ?? verdict.reason) : '';
  switch (state) {
    case 'holds':
      return by?.title ?? verifiedWords(page, source);
    case 'does-not-match': {
      // A row may be checked before the page's own checks, which say more.
      const isOpen = checks.some((check) => check.state === 'checking');
      return `Does not match${isOpen && !of ? '' : `: ${of ?? 'something listed on this page'}`}`;
    }
    case 'cannot-check':
      if (unprovedSinceMs !== undefined)
        return `Could not check since ${formatClock(unprovedSinceMs)}: the log has grown, and no proof shows that it continues the one on this page`;
      return code === 'unknown-leaf-rule'
        ? `Could not check: none of the proofs tried gives the ${SOURCE_WORDS[source].rootName}`
        : `Could not check: ${inSentence(reason)}`;
    case 'checking':
      return 'Checking …';
    case 'not-checked':
    case undefined:
      if (isUnnamed(page)) return UNNAMED;
      return code === 'empty-log'
        ? 'Nothing to check: the log is empty'
        : `Not checked${of === undefined ? '' : `: ${of}`}`;
  }
}

/** isUnnamed reports whether a page shows data with the right hash that no entry known here records. */
export function isUnnamed({ page, state, checks }: Verdict): boolean {
  const stateOf = (wanted: CheckKind) => checks.find(({ kind }) => kind === wanted)?.state;
  return (
    page === 'item' &&
    state === 'not-checked' &&
    stateOf('data') === 'holds' &&
    stateOf('inclusion') === state
  );
}

/** UNNAMED is the text of such a page. */
const UNNAMED = 'Data matches its fingerprint; not known to be in the log';

/** VERIFIED is the text of verified pages about one entry or proof. */
const VERIFIED: Partial<Readonly<Record<PageKind, string>>> = {
  record: 'Verified: this is what the register published',
  version: 'Verified: the register published this version',
  entry: 'Verified: the register published this entry',
  item: 'Verified: the register published this data',
  changes: 'The entries between are verified',
  'entry-proof': 'This proof is verified',
  'consistency-proof': 'This proof is verified',
};

/**
 * verifiedWords returns the text of a green page. A register read from a file has no server that published a
 * root hash, and another person's root is only known to be of the same log.
 */
function verifiedWords(page: Verdict, source: Source): string {
  if (page.checks.some(({ kind }) => kind === 'others')) return 'Both roots are of the same log';
  if (source === 'computed') return 'Computed here; the file states the root of its items, which matches';
  return source === 'file'
    ? 'Consistent with the root hash stated in the file'
    : (VERIFIED[page.page] ?? restsOn(page));
}

/** noteOf returns what a verdict means, and what to do. */
function noteOf({ state, page, checks }: Verdict, by: NamedCheck | undefined, entries: string) {
  if (state === 'does-not-match') return by?.kind ? NOT_TO_RELY[by.kind] : TO_DO;
  if (state === 'cannot-check') return 'That is no sign that anything is wrong: a check could not be made';
  const isOfOne = page === 'record' || page === 'version' || page === 'entry';
  return isOfOne && checks.length > 0 ? `Your browser checked it, ${entries}` : undefined;
}

const TO_DO = 'Do not rely on it: save the proof, and ask whoever runs the register';

/** NOT_TO_RELY says of data that does not match what that means, and what to do. */
const NOT_TO_RELY: Partial<Readonly<Record<CheckKind, string>>> = {
  data: `The server sent other data than the log records. ${TO_DO}`,
  key: `The server sent an entry of another record. ${TO_DO}`,
  inclusion: `The log that the server publishes has no such entry. ${TO_DO}`,
};

function restsOn({ checks }: Verdict): string {
  if (checks.some(({ kind }) => kind === 'whole-log')) return 'The whole register is verified';
  return checks.some(({ kind }) => kind === 'consistency')
    ? 'The last entry at this size is verified'
    : 'The newest entry is verified';
}

/**
 * decidingCheck returns the check that the verdict names: the first that does not match, that of the whole
 * log, or the comparison with another person.
 */
function decidingCheck(
  { state, checks: declared }: Verdict,
  checks: readonly NamedCheck[],
  source: Source,
): NamedCheck | undefined {
  return checks.find((check) => {
    if (check.state !== state) return false;
    if (state === 'not-checked') return check.kind === 'whole-log';
    // At an earlier size the page does not depend on all entries of the current log.
    if (state === 'holds')
      return (
        (check.kind === 'others' || (check.id === 'whole' && source === 'server')) &&
        declared.some(({ kind }) => kind === check.kind)
      );
    return state === 'does-not-match';
  });
}

/** limitsOf returns what the checks on a page do not prove. */
export function limitsOf({ page, checks: declared }: Verdict, checks: readonly NamedCheck[]): string {
  const isOpen = (kind: NamedCheck['kind']) =>
    !checks.some((check) => check.kind === kind && check.state === 'holds');
  const limits = [
    page === 'item' && isOpen('inclusion') && 'that any entry of the log records this data',
    (page === 'record' || page === 'version' || page === 'entry') &&
      isOpen('newest') &&
      'that this is the newest entry for its key',
    page === 'overview' && isOpen('whole-log') && isOpen('others') && 'the entries before the newest',
    `that nothing changed before ${isOpen('memory') ? 'your first visit' : 'the root hash that was remembered'}`,
    isOpen('others')
      ? 'that others see the same log'
      : declared.some(({ kind }) => kind === 'others')
        ? 'that this is the log of anyone but the sender'
        : 'that the data is true: others say what they were shown',
  ];
  return limits.filter(Boolean).join('; ');
}
