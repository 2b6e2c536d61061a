import type { CheckKind } from '../../core/check-result.ts';
import type { ListedRows, PageKind, PageVerdict } from '../../trust/page-checks.ts';
import { type NamedCheck, wordsFrom } from '../../ui/check-list.tsx';
import { capital, countOf, formatClock, formatNumber, inSentence } from '../../ui/format.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';
import type { Verdict } from '../../core/verdict.ts';

// What a page says of its verdict. What the verdict is, trust/page-checks.ts decides.

/**
 * withoutRoot is the line of a check in a file that states no root hash of its whole log: what holds against the
 * root computed from the file itself proves nothing.
 */
export function withoutRoot(check: NamedCheck): NamedCheck {
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
export function listedLine(listed: ListedRows, statedBy: string): NamedCheck {
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

/** verdictWords says the verdict on a page in a sentence; `by` is the check that decides it, see decidingCheck. */
export function verdictWords(page: PageVerdict, by: NamedCheck | undefined, source: Source): string {
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
export function isUnnamed({ page, state, checks }: PageVerdict): boolean {
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
  'entry-proof': 'This entry proof is verified',
  'consistency-proof': 'This consistency proof is verified',
};

/** verifiedWords returns the text of a green page. A register read from a file has no server that published a root hash. */
function verifiedWords(page: PageVerdict, source: Source): string {
  if (source === 'computed') return 'Computed here; the file states the root of its items, which matches';
  return source === 'file'
    ? 'Consistent with the root hash stated in the file'
    : (VERIFIED[page.page] ?? restsOn(page));
}

/** noteOf returns what a verdict means, and what to do; of one entry that is verified, since when nothing earlier changed. */
export function noteOf(
  { state, page, checks }: PageVerdict,
  by: NamedCheck | undefined,
  memory?: NamedCheck,
): string | undefined {
  if (state === 'does-not-match') return by?.kind ? NOT_TO_RELY[by.kind] : TO_DO;
  if (state === 'cannot-check') return 'That is no sign that anything is wrong: a check could not be made';
  if (checks.length === 0 || !(page === 'record' || page === 'version' || page === 'entry')) return undefined;
  const since = state === 'holds' && memory?.state === 'holds' ? `. ${memory.title}` : '';
  return `Your browser checked that, not whether it is true${since}`;
}

const TO_DO = 'Do not rely on it: save the proof, and ask whoever runs the register';

/** NOT_TO_RELY says of data that does not match what that means, and what to do. */
const NOT_TO_RELY: Partial<Readonly<Record<CheckKind, string>>> = {
  data: `The server sent other data than the log records. ${TO_DO}`,
  key: `The server sent an entry of another record. ${TO_DO}`,
  inclusion: `Nothing proves that this entry is in the log that the server publishes. ${TO_DO}`,
};

function restsOn({ checks }: PageVerdict): string {
  if (checks.some(({ kind }) => kind === 'whole-log')) return 'The whole register is verified';
  return checks.some(({ kind }) => kind === 'consistency')
    ? 'The last entry at this size is verified'
    : 'The newest entry is verified';
}

/** decidingCheck returns the check that the verdict names: the first that does not match, or that of the whole log. */
export function decidingCheck(
  { state, checks: declared }: PageVerdict,
  checks: readonly NamedCheck[],
  source: Source,
): NamedCheck | undefined {
  return checks.find((check) => {
    if (check.state !== state) return false;
    if (state === 'not-checked') return check.kind === 'whole-log';
    // At an earlier size the page does not depend on all entries of the current log.
    if (state === 'holds')
      return check.id === 'whole' && source === 'server' && declared.some(({ kind }) => kind === check.kind);
    return state === 'does-not-match';
  });
}

/** limitsOf returns what the checks on a page do not prove. */
export function limitsOf({ page }: PageVerdict, checks: readonly NamedCheck[]): string {
  const isOpen = (kind: NamedCheck['kind']) =>
    !checks.some((check) => check.kind === kind && check.state === 'holds');
  const isWholeRead = checks.some(({ kind, state }) => kind === 'whole-log' && state === 'does-not-match');
  const limits = [
    page === 'item' && isOpen('inclusion') && 'that any entry of the log records this data',
    (page === 'record' || page === 'version' || page === 'entry') &&
      isOpen('newest') &&
      'that this is the newest entry for its key',
    page === 'overview' &&
      isOpen('whole-log') &&
      !isWholeRead &&
      isOpen('others') &&
      'the entries before the newest',
    `that nothing changed before ${isOpen('memory') ? 'your first visit' : 'the root hash that was remembered'}`,
    isOpen('others')
      ? 'that others see the same log'
      : 'that the data is true: others say what they were shown',
  ];
  return limits.filter(Boolean).join('; ');
}

const SENDER_DIFFERS = 'The sender of this link was shown another log, or the link was changed';
const WRONG_PROOF = 'The proof for what the sender of this link saw is wrong';

/** senderTitle says that what the sender saw does not match. A wrong proof of the server says nothing of the sender. */
export function senderTitle(verdict: Verdict): string {
  return 'code' in verdict && verdict.code === 'two-roots' ? SENDER_DIFFERS : WRONG_PROOF;
}

/** senderLine says how what the sender of the link saw compares with what is shown here. */
export function senderLine(verdict: Verdict): NamedCheck {
  const text = wordsFrom(
    { verdict },
    {
      holds: [
        'The sender of this link saw the same log',
        'The root hash in the link is of the log shown here.',
      ],
      'does-not-match': [senderTitle(verdict)],
      otherwise: ['Could not compare with what the sender of this link saw'],
    },
  );
  return { id: 'sender', kind: 'others', ...text };
}
