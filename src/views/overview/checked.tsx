import { useQuery } from '@tanstack/react-query';
import type { Hash } from '../../core/hash.ts';
import type { Checkpoint, Register } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { auditCheckQuery } from '../../query/audit-check.ts';
import { useKeepsAudit } from '../../query/audit-flag.ts';
import { badEntriesOf, keptAuditQuery } from '../../query/kept-audit.ts';
import { useProvedEntries } from '../../query/use-whole-log.ts';
import { checkOf, NO_HEAD } from '../../query/keys.ts';
import { copyCheck } from '../../query/copy-check.ts';
import { useCopy } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { useFinding, usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { badWords, coverageWords } from '../../ui/coverage-strip/coverage-strip.tsx';
import { coverageOf } from '../../ui/coverage-strip/coverage.ts';
import { allVerified, sentenceOf } from '../../ui/check-words.ts';
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
import type { RegisterCopy } from '../../query/copy-desk.ts';
import { OTHERS, useCheckLines } from '../shared/check-lines.tsx';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { MirrorNote } from '../shared/mirror-words.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './overview.module.css';

/** Checked lists what this page has checked itself, and as plainly what it has not. */
export function Checked({ about }: { about: Register }) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const at = useAt();
  const paths = usePaths();
  const source = useSource();
  const whole = useWholeLogLine(head, about.variant);
  const { size, check, inclusion } = useLastEntryCheck(at);
  // Until the whole log is known, the page rests on its newest entry alone.
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
    more: (line) =>
      line.id === 'memory'
        ? {}
        : {
            title: lastEntryTitle(line, size, at),
            link: proof,
          },
  });
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
          ...lines,
          whole.line,
          OTHERS,
        ]}
      />
      {head && <SinceVisit head={head} />}
      <MirrorNote className={styles.since} />
      {stated !== undefined && head !== undefined && stated !== head.logSize && (
        <p className={styles.moved}>
          The summary counts {countOf(stated, 'entry', 'entries')}, the register proof{' '}
          {countOf(head.logSize, 'entry', 'entries')}. The two answers may be of different ages.
        </p>
      )}
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
        For {countOf(head.logSize, 'entry', 'entries')} its register proof states{' '}
        <HashText hash={head.rootHash} />, its summary <HashText hash={stated} />.
      </>
    ),
  };
}

/** lastEntryTitle words the check of the entry that ends the log; where no head could be read there is no such entry to name. */
function lastEntryTitle({ state, title }: NamedCheck, size: number, at: number | undefined): string {
  if (state === 'holds')
    return at === undefined
      ? `Newest entry (${formatNumber(size)}) verified`
      : `Entry ${formatNumber(size)} verified in the log of ${countOf(size, 'entry', 'entries')}`;
  if (size > 0) return title;
  return state === 'checking' ? 'Reading the register proof' : 'The register proof could not be read';
}

/** SinceVisit leads to what was added since this browser last saw the log. */
function SinceVisit({ head }: { head: Checkpoint }) {
  const { changes } = usePaths();
  const since = useSinceVisit(head);
  if (since === undefined) return null;
  return (
    <p className={styles.since}>
      <Link to={changes(since.logSize, head.logSize)}>
        {countOf(head.logSize - since.logSize, 'entry', 'entries')} since{' '}
        {since.fromFile ? 'the root hash imported from a file' : 'your last visit'}: what changed
      </Link>
    </p>
  );
}

/**
 * useWholeLogLine is the line on the whole register: what an audit in this browser found, or else the copy of all entries that was read in this visit. `rests` is what the
 * page then rests on: the check that holds, or a verdict that it cannot leave aside.
 */
function useWholeLogLine(head: Checkpoint | undefined, noun: 'item' | 'blob') {
  const paths = usePaths();
  const session = useSession();
  const { data: kept } = useQuery({ ...keptAuditQuery(session), enabled: useKeepsAudit(session.id) });
  const proved = useProvedEntries();
  const reading = useCopy(session, false);
  const source = useSource();
  const result = kept?.result;
  const audit = auditCheckQuery(session, result, head ?? NO_HEAD);
  const { data: audited } = useQuery({ ...audit, enabled: result !== undefined && head !== undefined });
  const auditCheck = audited && checkOf(audit);
  const auditVerdict = useVerdict(auditCheck);
  const copy = reading.phase === 'ready' ? reading.copy : undefined;
  const ofCopy = copy && head && copyCheck(head);
  const copyVerdict = useVerdict(ofCopy);
  const verdicts = [auditVerdict, copyVerdict];
  const bad = verdicts.find(
    (verdict) => verdict?.outcome === 'does-not-match' || verdict?.outcome === 'cannot-check',
  );
  const holding = [auditCheck, ofCopy][verdicts.findIndex((verdict) => verdict?.outcome === 'holds')];
  const state = kept?.unfinished !== undefined ? 'unfinished' : result === undefined ? 'none' : 'earlier';
  const auditLine = head && result && auditVerdict && lineOfAudit(result, auditVerdict, head, noun, source);
  const copyLine =
    copy && copyVerdict && copy.size > 0
      ? lineOfCopy({ ...copy, verdict: copyVerdict }, noun, state, source)
      : undefined;
  // An audit of this very log says more than the copy; one of an earlier log says less.
  // What does not match is said, whichever of the two found it.
  const isWorse = auditLine?.state === 'holds' && copyLine !== undefined && copyLine.state !== 'holds';
  const said =
    isWorse || auditLine?.state === 'not-checked' ? (copyLine ?? auditLine) : (auditLine ?? copyLine);
  const isRead = auditLine !== undefined && auditLine.state !== 'not-checked';
  const link = auditLine?.link ?? (state === 'unfinished' ? 'Continue checking' : 'Check every entry');
  const isVerified = said?.state === 'holds';
  const coverage = head && head.logSize > 0 && coverageOf(head.logSize, kept?.coverage ?? [], proved);
  const line: NamedCheck = {
    id: 'whole',
    kind: 'whole-log',
    ...(said ?? {
      state: 'not-checked',
      title: `Every entry and every ${noun}`,
      detail: `${AUDITS[state]}. ${coverage ? coverageWords(coverage) : ''}`,
    }),
    link: isRead ? (
      <Link to={paths.view('audit')}>{link}</Link>
    ) : (
      <CheckEveryEntry register={paths.register} isAgain={isVerified}>
        {isVerified ? 'Check again, and keep the result' : link}
      </CheckEveryEntry>
    ),
  };
  return { line, rests: bad ?? holding };
}

/** AUDITS says how far audits have come in this browser. */
const AUDITS = {
  none: 'No audit was made in this browser',
  unfinished: 'An audit was begun in this browser and is not finished',
  earlier: 'No audit of this log was made in this browser, only of an earlier one',
} as const;

type Line = Pick<NamedCheck, 'state' | 'title' | 'detail'>;

/** lineOfCopy is what the copy of all entries, read in this visit, shows of the whole register, and what it leaves to an audit. */
export function lineOfCopy(
  { size, verdict }: Pick<RegisterCopy, 'size' | 'verdict'>,
  noun: 'item' | 'blob',
  audits: keyof typeof AUDITS,
  source: Source = 'server',
): Line {
  const state = verdict.outcome;
  const audit = `${AUDITS[audits]}: it would also look for numbering errors and unused data, and keep what it finds.`;
  const reason = sentenceOf({ verdict }) || 'The root hash is not the published one.';
  switch (state) {
    case 'holds':
      return {
        state,
        title: allVerified(size),
        detail: `In this visit every entry and ${noun} was read, hashed and combined to the ${SOURCE_WORDS[source].rootHash}. ${audit}`,
      };
    case 'does-not-match':
      return {
        state,
        title: 'Something that was read is not what the log records',
        detail: `${reason} ${audit}`,
      };
    case 'cannot-check':
    case 'not-checked': {
      const detail = `All entries were read in this visit, and could not be verified. ${reason} ${audit}`;
      return { state, title: `Every entry and every ${noun}`, detail };
    }
  }
}

/** lineOfAudit is what an audit shows of the whole register at this head, and what the link to it says. */
function lineOfAudit(
  result: AuditResult,
  verdict: Verdict,
  head: Checkpoint,
  noun: 'item' | 'blob',
  source: Source,
): Line & { readonly link: string } {
  const { head: audited, finishedAt, itemsNamed } = result;
  const state = verdict.outcome;
  const when = `on ${formatTimestamp(new Date(finishedAt).toISOString())} UTC`;
  const log = `An audit ${when} read the log of ${countOf(audited.logSize, 'entry', 'entries')}`;
  const added = head.logSize - audited.logSize;
  const items = itemsNamed > 0 ? ` and ${noun}` : '';
  const { rootHash } = SOURCE_WORDS[source];
  const line = (title: string, detail: string, link = 'View the result') => ({ state, title, detail, link });
  switch (state) {
    case 'holds':
      return line(
        allVerified(audited.logSize),
        `Every entry${items} was read, hashed and combined to the ${rootHash} ${when}.`,
      );
    case 'not-checked':
      return line(
        `Every entry and every ${noun}`,
        `${log}. ${added > 0 ? `${countOf(added, 'entry was', 'entries were')} added since.` : `The ${source} states another root hash now.`}`,
        added > 0 ? 'Check the new entries' : 'Check every entry',
      );
    case 'does-not-match': {
      const bad = badEntriesOf(result);
      const which =
        bad.length === 1 ? `entry ${formatNumber(bad[0] ?? 0)}` : countOf(bad.length, 'entry', 'entries');
      return line(
        `An audit found a mismatch in ${bad.length === 0 ? 'the root hash' : which}`,
        `${log}.${badWords({ bad }) || ' Not all of it matches.'}`,
      );
    }
    case 'cannot-check':
      return line('Not everything in the register could be checked', `${log}. ${sentenceOf({ verdict })}`);
  }
}
