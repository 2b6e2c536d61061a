import { useQuery } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Register } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { auditCheckQuery, useIsKept, badEntriesOf, keptAuditQuery } from '../../query/kept-audit.ts';
import { useProvedEntries } from '../../query/use-whole-log.ts';
import { checkOf, NO_HEAD } from '../../query/keys.ts';
import { copyCheck, copyIn } from '../../query/copy-controller.ts';
import { NO_COPY, READ_WITHOUT_ASKING, useCopy } from '../../query/copy.ts';
import { describeFailure } from '../../query/failure.ts';
import { snapshotCheck, snapshotCheckQuery } from '../../query/snapshot-check.ts';
import { useSession } from '../../query/session.ts';
import { useFinding, useMarks, usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { badWords, coverageOf, coverageWords } from '../../ui/coverage.ts';
import { allVerified, sentenceOf } from '../../ui/check-text.ts';
import { countOf, formatNumber, formatTimestamp } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { type Source, SOURCE_WORDS, useSource } from '../../ui/source.ts';
import type { AuditResult } from '../../verify/audit-result.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { useAt } from '../../ui/at.ts';
import { useSinceVisit } from '../../query/memory-queries.ts';
import { useCheckLines, useOthersLine } from '../shared/check-lines.tsx';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { MirrorNote } from '../shared/mirror-note.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './overview.module.css';

/** OverviewChecks shows what this page has checked, and what it has not. */
export function OverviewChecks({ about }: { about: Register }) {
  const { data: head } = useQuery(headQuery(useSession()));
  const at = useAt();
  const paths = usePaths();
  const source = useSource();
  const others = useOthersLine();
  const whole = useWholeLine(head, about.variant);
  const snapshot = useSnapshotLine(about.variant, at);
  const { size, check, inclusion } = useLastEntryCheck(at);
  // Until the whole log is known, the page declares only its newest entry.
  const rests = whole.rests === undefined || at !== undefined ? [] : (['whole-log'] as const);
  const states = usePageChecks('overview', { inclusion, 'whole-log': whole.rests }, at, rests);
  const proof = size > 0 && <Link to={paths.entry(size)}>See its entry proof</Link>;
  const lines = useCheckLines({
    // An empty log has no entry to prove.
    states: head?.logSize === 0 ? {} : states,
    entryNumber: size,
    at,
    proof: check,
    head,
    more: (line) => (line.id === 'memory' ? {} : { title: lastEntryTitle(line, size, at), link: proof }),
  });
  // All entries are verified with the newest among them.
  const isIncluded = whole.line.state === 'holds' && at === undefined;
  const shown = lines.filter(
    ({ id, state }) => id !== 'others' && !(isIncluded && id === 'entry' && state === 'holds'),
  );
  const { totalEntries: stated, rootHash: statedRoot } = about;
  // One size has one root, whatever the age of an answer.
  const isContradicted =
    head !== undefined && stated === head.logSize && statedRoot !== undefined && statedRoot !== head.rootHash;
  const twoRoots = useFinding(
    head && { kind: 'consistency', subject: 'summary', head },
    isContradicted ? TWO_ROOTS : undefined,
  );
  return (
    <div className={styles.checks}>
      <PageVerdict
        checks={[
          ...(isContradicted ? [twoRootsLine(twoRoots, head, statedRoot, source)] : []),
          ...shown,
          ...(whole.isAwaited ? [] : [whole.line]),
          others,
          ...snapshot,
        ]}
      />
      {head && <SinceVisit head={head} />}
      <MirrorNote className={styles.since} />
    </div>
  );
}

const TWO_ROOTS: Verdict = {
  outcome: 'does-not-match',
  code: 'two-roots',
  reason: 'the summary and the register proof state different root hashes for the same size',
};

function twoRootsLine(
  verdict: Verdict | undefined,
  head: Checkpoint,
  stated: Hash,
  source: Source,
): NamedCheck {
  return {
    id: 'two-roots',
    kind: 'consistency',
    state: verdict?.outcome ?? 'checking',
    title: `The ${source} states two root hashes`,
    detail: (
      <>
        For {countOf(head.logSize, 'entry')} its register proof states <HashText hash={head.rootHash} />, its
        summary <HashText hash={stated} />.
      </>
    ),
  };
}

/** lastEntryTitle returns the title of the check of the last entry, without a number if no head could be read. */
function lastEntryTitle({ state, title }: NamedCheck, size: number, at: number | undefined): string {
  if (state === 'holds')
    return at === undefined
      ? `Newest entry (${formatNumber(size)}) verified`
      : `Entry ${formatNumber(size)} verified in the log of ${countOf(size, 'entry')}`;
  if (size > 0) return title;
  return state === 'checking' ? 'Reading the register proof' : 'The register proof could not be read';
}

/** SinceVisit links to the entries added since this browser last saw the log. */
function SinceVisit({ head }: { head: Checkpoint }) {
  const { changes } = usePaths();
  const since = useSinceVisit(head);
  if (since === undefined) return null;
  return (
    <p className={styles.since}>
      <Link to={changes(since.logSize, head.logSize)}>
        {countOf(head.logSize - since.logSize, 'entry')} since{' '}
        {since.fromFile ? 'the root hash imported from a file' : 'your last visit'}: what changed
      </Link>
    </p>
  );
}

/**
 * useWholeLine returns the line on the whole register: from an audit in this browser, or from the copy read in this visit, whichever says more. `rests`
 * is the check that the page then declares, or a verdict that it must not ignore. `isAwaited` while the copy is being read and nothing else is known:
 * the page then waits with the line.
 */
function useWholeLine(head: Checkpoint | undefined, noun: 'item' | 'blob') {
  const paths = usePaths();
  const session = useSession();
  const source = useSource();
  const { data: kept } = useQuery({ ...keptAuditQuery(session), enabled: useIsKept('audit', session.id) });
  const proved = useProvedEntries();
  const reading = useCopy(session, false);
  const copy = copyIn(reading);
  const result = kept?.result;
  const audit = auditCheckQuery(session, result, head ?? NO_HEAD);
  const { data: audited } = useQuery({ ...audit, enabled: result !== undefined && head !== undefined });
  const checks = [audited && checkOf(audit), copy && head && copyCheck(head)] as const;
  const [ofAudit, ofCopy] = [useVerdict(checks[0]), useVerdict(checks[1])];
  const known = [
    head && result && ofAudit && wholeLine(ofAudit, auditReading(result, head), noun, source),
    copy &&
      copy.size > 0 &&
      ofCopy &&
      wholeLine(ofCopy, { size: copy.size, when: 'in this visit' }, noun, source),
  ].filter((line) => typeof line === 'object');
  // A mismatch of either is shown.
  const said = RANK.map((state) => known.find((line) => line.state === state)).find(Boolean);
  const coverage = head && head.logSize > 0 && coverageOf(head.logSize, kept?.coverage ?? [], proved);
  const isOfAudit = ofAudit !== undefined && ofAudit.outcome !== 'not-checked';
  const isGrown = head && result && result.head.logSize < head.logSize;
  const offer = kept?.unfinished
    ? 'Continue checking'
    : isGrown
      ? 'Check the new entries'
      : 'Check every entry';
  const isVerified = said?.state === 'holds';
  const line: NamedCheck = {
    id: 'whole',
    kind: 'whole-log',
    ...(said ?? {
      state: 'not-checked',
      title: `Every entry and every ${noun}`,
      detail: coverage ? coverageWords(coverage) : 'Not every entry was read in this browser.',
    }),
    link: isOfAudit ? (
      <Link to={paths.view('audit')}>View the result</Link>
    ) : (
      <CheckEveryEntry isAgain={isVerified}>
        {isVerified ? 'Check again, and keep the result' : offer}
      </CheckEveryEntry>
    ),
  };
  const verdicts = [ofAudit, ofCopy];
  const bad = verdicts.find((one) => one?.outcome === 'does-not-match' || one?.outcome === 'cannot-check');
  const isComing = reading.phase === 'reading' || reading.phase === 'absent';
  const isAwaited = said === undefined && isComing && (reading.entries ?? 0) <= READ_WITHOUT_ASKING;
  return { line, isAwaited, rests: bad ?? checks[verdicts.findIndex((one) => one?.outcome === 'holds')] };
}

const RANK = ['does-not-match', 'cannot-check', 'holds', 'not-checked'] as const;

type Line = Pick<NamedCheck, 'title' | 'detail'> & { readonly state: Verdict['outcome'] };

/** wholeLine returns the line for a reading of the whole log, by an audit or for a copy: `size` entries were read `when`, and `bad` of them do not match. */
export function wholeLine(
  verdict: Verdict,
  { size, when, bad = [], since }: WholeReading,
  noun: 'item' | 'blob',
  source: Source = 'server',
): Line {
  const state = verdict.outcome;
  const { rootHash } = SOURCE_WORDS[source];
  const read = `The log of ${countOf(size, 'entry')} was read ${when}.`;
  const [only = 0] = bad;
  const which = bad.length === 1 ? `entry ${formatNumber(only)}` : countOf(bad.length, 'entry');
  const every = `Every entry and every ${noun}`;
  const reason = sentenceOf({ verdict }) || `Their root hash is not the ${rootHash}.`;
  const [title, detail] = {
    holds: [
      allVerified(size),
      `Every entry and ${noun} was read, hashed and combined to the ${rootHash} ${when}.`,
    ],
    'does-not-match': [
      bad.length === 0 ? 'Something that was read is not what the log records' : `Mismatch in ${which}`,
      `${read}${badWords({ bad }) || ` ${reason}`}`,
    ],
    'cannot-check': ['Not everything in the register could be checked', `${read} ${reason}`],
    'not-checked': [every, `${read} ${since ?? reason}`],
  }[state] as [string, string];
  return { state, title, detail };
}

interface WholeReading {
  readonly size: number;
  readonly when: string;
  readonly bad?: readonly number[];
  /** The entries after it, if it covers another head. */
  readonly since?: string;
}

/** auditReading describes an audit as a reading, compared with the current head. */
function auditReading(result: AuditResult, head: Checkpoint): WholeReading {
  const added = head.logSize - result.head.logSize;
  return {
    size: result.head.logSize,
    when: `on ${formatTimestamp(result.finishedAt)} UTC`,
    bad: badEntriesOf(result),
    since:
      added > 0
        ? `${countOf(added, 'entry was', 'entries were')} added since.`
        : 'Another root hash is stated now.',
  };
}

const SNAPSHOT: Record<CheckState, string> = {
  holds: 'is what the log makes',
  'does-not-match': 'is not what the log makes',
  'cannot-check': 'could not be compared with the log',
  'not-checked': 'was not looked at',
  checking: 'is being compared with the log',
};

/** useSnapshotLine compares the server's own snapshot at a log size, if any, with the log, once that has been read. */
function useSnapshotLine(variant: Register['variant'], at = 0): readonly NamedCheck[] {
  const session = useSession();
  const source = useSource();
  const copy = copyIn(useCopy(session, at > 0, at));
  const enabled = copy !== undefined && at > 0 && variant === 'blob';
  const { data, error } = useQuery({ ...snapshotCheckQuery(session, copy ?? NO_COPY, at), enabled });
  const check = enabled && copy.head ? snapshotCheck(at, copy.head) : undefined;
  useMarks(check === undefined ? [] : [check]);
  const reported = useVerdict(check);
  if (!enabled || (data !== undefined && data.records === undefined)) return [];
  const verdict = check === undefined ? data?.verdict : reported;
  const state = verdict?.outcome ?? (error === null ? 'checking' : 'cannot-check');
  const detail =
    state === 'holds'
      ? `It lists ${countOf(data?.records ?? 0, 'record')}; each is the latest up to that size in the log, which was read and hashed here.`
      : sentenceOf({ verdict, failure: error === null ? undefined : describeFailure(error).message });
  const title = `The ${source}’s own snapshot at size ${formatNumber(at)} ${SNAPSHOT[state]}`;
  return [{ id: 'snapshot', kind: 'newest', state, title, detail, isBesides: true }];
}
