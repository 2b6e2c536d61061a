import { useQuery } from '@tanstack/react-query';
import type { Checkpoint, Register } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { copyCheck, copyIn } from '../../query/copy-controller.ts';
import { NO_COPY, READ_WITHOUT_ASKING, useCopy, useCopyAnswer, useVerifiedCopy } from '../../query/copy.ts';
import { describeFailure } from '../../query/failure.ts';
import { auditCheckQuery, badEntriesOf, storedAuditQuery, useHasStored } from '../../query/stored-audit.ts';
import { useSinceVisit } from '../../query/memory-queries.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession, checkOf, NO_HEAD } from '../../query/session.ts';
import { snapshotCheckQuery } from './snapshot-queries.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import {
  useFinding,
  useMarks,
  usePageChecks,
  usePageVerdict,
  useVerdict,
} from '../../query/use-page-checks.ts';
import { type NamedCheck, allVerified, sentenceOf, wordsFrom } from '../../ui/check-list.tsx';
import { countOf, formatNumber, formatTimestamp } from '../../ui/format.ts';
import { HashText } from '../../ui/hash.tsx';
import { Link, usePaths, useAt } from '../../ui/link.tsx';
import { type Source, SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { useCheckLines, useOthersLine } from '../shared/check-lines.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './overview.module.css';

/** OverviewChecks shows what this page has checked, and what it has not. */
export function OverviewChecks({ about }: { about: Register }) {
  const { data: head } = useHead();
  const at = useAt();
  const paths = usePaths();
  const others = useOthersLine();
  const twoRoots = useTwoRootsLine(about, head);
  const whole = useWholeLine(head, about.variant);
  const snapshot = useSnapshotLine(about.variant, at);
  const since = useSinceVisit(head);
  const { size, check, inclusion } = useLastEntryCheck(at);
  // Until the whole log is known, the page declares only its newest entry.
  const rests = whole.rests === undefined || at !== undefined ? [] : (['whole-log'] as const);
  const states = usePageChecks('overview', { inclusion, 'whole-log': whole.rests }, at, rests);
  const proof = <Link to={paths.entry(size)}>See its entry proof</Link>;
  const lines = useCheckLines({
    // An empty log has no entry to prove.
    states: head?.logSize === 0 ? {} : states,
    entryNumber: size || undefined,
    at,
    proof: check,
    head,
    more: ({ id, state }) =>
      id === 'entry' && size > 0
        ? {
            ...(state === 'holds' && {
              title:
                at === undefined
                  ? `Newest entry (${formatNumber(size)}) verified`
                  : `Entry ${formatNumber(size)} verified in the log of ${countOf(size, 'entry')}`,
            }),
            link: proof,
          }
        : {},
  });
  const page = usePageVerdict();
  // The page declares this check a moment after it is known; until then nothing moves.
  const isAwaited = whole.isAwaited || (whole.line.state === 'holds' && page.state === 'checking');
  // All entries are verified with the newest among them.
  const isIncluded = whole.line.state === 'holds' && at === undefined && !isAwaited;
  const shown = lines.filter(
    ({ id, state }) => id !== 'others' && !(isIncluded && id === 'entry' && state === 'holds'),
  );
  return (
    <div className={styles.checks}>
      <PageVerdict
        checks={[...twoRoots, ...shown, ...(isAwaited ? [] : [whole.line]), others, ...snapshot]}
      />
      {head && since && (
        <p>
          <Link to={paths.changes(since.logSize, head.logSize)}>
            Since {since.imported ? 'the root hash imported from a file' : 'your last visit'}
          </Link>
          : {countOf(head.logSize - since.logSize, 'entry')}
          <Counts from={since.logSize} head={head} />
        </p>
      )}
    </div>
  );
}

/** Counts are the numbers of records added, changed and ended since, once the whole log was read and verified. */
function Counts({ from, head }: { from: number; head: Checkpoint }) {
  const question = { from, to: head.logSize, count: 0 };
  const { data } = useCopyAnswer(useSession(), useVerifiedCopy(head), 'changes', question);
  return Object.entries(data?.counts ?? {})
    .filter(([kind, count]) => count > 0 && kind !== 'touched')
    .map(([kind, count]) => `, ${formatNumber(count)} ${kind}`);
}

/**
 * useTwoRootsLine finds that the summary states another root hash than the register proof. One size has one
 * root, whatever the age of an answer.
 */
function useTwoRootsLine({ totalEntries, rootHash }: Register, head: Checkpoint | undefined): NamedCheck[] {
  const source = useSource();
  const other = head?.logSize === totalEntries && rootHash !== head?.rootHash ? rootHash : undefined;
  const verdict = useFinding(head && { kind: 'consistency', subject: 'summary', head }, other && TWO_ROOTS);
  if (other === undefined || head === undefined) return [];
  return [
    {
      id: 'two-roots',
      kind: 'consistency',
      state: verdict?.outcome ?? 'checking',
      title: `The ${SOURCE_WORDS[source].name} states two root hashes`,
      detail: (
        <>
          For {countOf(head.logSize, 'entry')} its register proof states <HashText hash={head.rootHash} />,
          its summary <HashText hash={other} />.
        </>
      ),
    },
  ];
}

const TWO_ROOTS: Verdict = {
  outcome: 'does-not-match',
  code: 'two-roots',
  reason: 'the summary and the register proof state different root hashes for the same size',
};

/**
 * useWholeLine returns the line on the whole register: from an audit in this browser, or from the copy read
 * in this visit, whichever says more; a mismatch of either is shown. `rests` is the check that the page then
 * declares, or a verdict that it must not ignore. `isAwaited` while the copy is being read and nothing else
 * is known: the page then waits with the line.
 */
function useWholeLine(head: Checkpoint | undefined, noun: 'item' | 'blob') {
  const paths = usePaths();
  const session = useSession();
  const source = useSource();
  const { data: stored } = useQuery({
    ...storedAuditQuery(session),
    enabled: useHasStored('audit', session.id),
  });
  const reading = useCopy(session, false);
  const copy = copyIn(reading);
  const result = stored ?? undefined;
  const audit = auditCheckQuery(session, result, head ?? NO_HEAD);
  const { data: audited } = useQuery({ ...audit, enabled: result !== undefined && head !== undefined });
  const checks = [audited && checkOf(audit), copy && head && copyCheck(head)] as const;
  const verdicts = [useVerdict(checks[0]), useVerdict(checks[1])] as const;
  const readings: readonly (WholeReading | undefined)[] = [
    result && {
      size: result.head.logSize,
      when: `on ${formatTimestamp(result.finishedAt)} UTC`,
      bad: badEntriesOf(result),
      now: head?.logSize,
    },
    copy && copy.size > 0 ? { size: copy.size, when: 'in this visit' } : undefined,
  ];
  const known = readings.flatMap((one, index) => {
    const verdict = verdicts[index];
    return one && verdict
      ? [{ verdict, check: checks[index], line: wholeLine(verdict, one, noun, source) }]
      : [];
  });
  const ranked = RANK.map((state) => known.find(({ line }) => line.state === state)).find(Boolean);
  const line: NamedCheck = {
    id: 'whole',
    kind: 'whole-log',
    ...(ranked?.line ?? {
      state: 'not-checked',
      title: 'Whole log not checked',
      detail: 'Not every entry was read in this browser.',
    }),
    link:
      verdicts[0] !== undefined && verdicts[0].outcome !== 'not-checked' ? (
        <Link to={paths.view('audit')}>View the result</Link>
      ) : (
        <CheckEveryEntry />
      ),
  };
  // A copy that was just read has its verdict a moment later.
  const isComing =
    reading.phase === 'reading' ||
    reading.phase === 'absent' ||
    (head !== undefined && copy?.head?.rootHash === head.rootHash);
  const isAwaited = ranked === undefined && isComing && (reading.entries ?? 0) <= READ_WITHOUT_ASKING;
  const outcome = ranked?.verdict.outcome;
  const rests = outcome === 'holds' ? ranked?.check : outcome === 'not-checked' ? undefined : ranked?.verdict;
  return { line, isAwaited, rests };
}

const RANK = ['does-not-match', 'cannot-check', 'holds', 'not-checked'] as const;

/**
 * WholeReading is a reading of the whole log, by an audit or for a copy: `size` entries were read `when`,
 * `bad` of them do not match, and the log has `now` entries.
 */
interface WholeReading {
  readonly size: number;
  readonly when: string;
  readonly bad?: readonly number[];
  readonly now?: number | undefined;
}

/** wholeLine returns the line for a reading of the whole log. */
export function wholeLine(
  verdict: Verdict,
  { size, when, bad = [], now = size }: WholeReading,
  noun: 'item' | 'blob',
  source: Source,
) {
  const { rootHash } = SOURCE_WORDS[source];
  const read = `The log of ${countOf(size, 'entry')} was read ${when}.`;
  const reason = sentenceOf({ verdict }) || `Their root hash is not the ${rootHash}.`;
  const rest = now > size ? `It has ${countOf(now, 'entry')} now.` : reason;
  return wordsFrom(
    { verdict },
    {
      holds: [
        allVerified(size),
        `Every entry and ${noun} was read, hashed and combined to the ${rootHash} ${when}.`,
      ],
      'does-not-match': ['Not all of the log matches', `${read}${badWords(bad) || ` ${reason}`}`],
      'not-checked': ['Whole log not checked', `${read} ${rest}`],
      otherwise: ['The whole log could not be confirmed', `${read} ${reason}`],
    },
  );
}

const MOST_BAD = 5;

/** badWords lists the first entries that do not match; empty if there are none. */
function badWords(bad: readonly number[]): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map(formatNumber).join(', ');
  return ` Entries that do not match: ${shown}${bad.length > MOST_BAD ? ', …' : '.'}`;
}

/**
 * useSnapshotLine compares the server's own snapshot at a log size, if any, with the log,
 * once that has been read.
 */
function useSnapshotLine(variant: Register['variant'], at = 0): readonly NamedCheck[] {
  const session = useSession();
  const source = useSource();
  const copy = copyIn(useCopy(session, at > 0, at));
  const enabled = copy !== undefined && at > 0 && variant === 'blob';
  const query = snapshotCheckQuery(session, copy ?? NO_COPY, at);
  const { data, error } = useQuery({ ...query, enabled });
  const check = enabled ? checkOf(query) : undefined;
  useMarks(check === undefined ? [] : [check]);
  const reported = useVerdict(check);
  const verdict = check === undefined ? data?.verdict : reported;
  if (!enabled || (verdict?.outcome === 'not-checked' && verdict.code === 'no-snapshots')) return [];
  const snapshot = `The ${SOURCE_WORDS[source].name}’s own snapshot at size ${formatNumber(at)}`;
  const words = wordsFrom(
    { verdict, failure: error === null ? undefined : describeFailure(error).message },
    {
      holds: [
        `${snapshot} matches the log`,
        data?.records === 'one'
          ? 'It is a single record, which is the latest of its key up to that size in the log. The log was read and hashed here.'
          : `It lists ${countOf(data?.records ?? 0, 'record')}; each is the latest up to that size in the log, which was read and hashed here.`,
      ],
      'does-not-match': [`${snapshot} does not match the log`],
      checking: [`${snapshot} is being compared with the log`],
      'not-checked': [`${snapshot} was not compared with the log`],
      otherwise: [`${snapshot} could not be compared with the log`],
    },
  );
  return [{ id: 'snapshot', kind: 'newest', isExtra: true, ...words }];
}
