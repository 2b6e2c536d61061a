import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';
import { type LatestFinding, useLatest } from '../../query/latest-version.ts';
import { NO_COPY } from '../../query/copy.ts';
import { rereadRecordQuery } from '../../query/record-queries.ts';
import { copyCheck } from '../../query/copy-check.ts';
import { copyAnswer, useCopy } from '../../query/copy.ts';
import { useKeptFinding } from '../../query/kept-audit.ts';
import { useSession } from '../../query/session.ts';
import { isRefused, useFinding, usePageChecks, useVerdict } from '../../query/use-page-checks.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { newestWords, sentenceOf } from '../../ui/check-words.ts';
import { SOURCE_WORDS, sourceOf } from '../../ui/source.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { latestWords } from '../../ui/latest-words.ts';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { pathTo, type RegisterId, type RecordName } from '../../ui/paths.ts';
import { useCheckLines } from '../shared/check-lines.tsx';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { Instant } from '../../ui/time.tsx';
import type { AuditResult } from '../../verify/audit-result.ts';
import { useAsked, type ShownVersion } from './use-version.ts';
import { agreementVerdict, type KnownTrail, type StateAt, trailVerdict } from './versions.ts';

/** useRecordLines declares what the page of a record rests on, and returns the lines of its strip. */
export function useRecordLines({
  name: { register, key },
  version,
  state,
  trail,
  isTrailMissing,
  entryNumber,
}: {
  name: RecordName;
  version: ShownVersion;
  /** The versions at the size shown; undefined on the page of the present record. */
  state: StateAt | undefined;
  trail: readonly Entry[] | undefined;
  /** The trail could not be read. */
  isTrailMissing: boolean;
  entryNumber: number | undefined;
}): RecordLines {
  const { at } = useAsked();
  const { entry, proof, head } = version;
  const states = usePageChecks('record', version.declared, at);
  const finding = useKeptFinding(head);
  const { data, ...others } = states;
  const ownLines = useCheckLines({
    // A version without data has nothing that could match.
    states: entry?.itemHashes.length === 0 ? others : { ...others, ...(data && { data }) },
    recordKey: key,
    entryNumber,
    at,
    proof,
    head,
  }).filter(({ id }) => id !== 'key' || version.blocked === undefined);
  const lines = finding === undefined ? ownLines : [...ownLines, findingLine(finding, register)];
  const newest = state === undefined ? entry : trail?.at(-1);
  const against = state === undefined ? proof?.checkpoint : head;
  const latest = useLatest(newest, against, { trailLength: trail?.length });
  const then = useTrailAt(
    key,
    state,
    trail,
    version,
    states.inclusion?.verdict?.outcome,
    latest?.verdict.outcome,
  );
  const isNewest = state === undefined || entry === state.versions.at(-1);
  if (at !== undefined) {
    const contradiction =
      latest?.verdict.outcome === 'does-not-match' ? latestWords(latest, sourceOf(register)) : undefined;
    return {
      isRefused: isRefused(states),
      isWhole: then.verdict?.outcome === 'holds',
      lines: [
        ...lines,
        ...(contradiction === undefined ? [] : [{ id: 'audit', kind: 'newest' as const, ...contradiction }]),
        ...(then.agreement === undefined ? [] : [agreementLine(then.agreement)]),
        ...(isNewest && entry !== undefined
          ? [thenLine(then.verdict, key, entry, at, register, state?.agreement)]
          : []),
      ],
    };
  }
  const isTold = trail !== undefined || latest !== undefined || version.blocked !== undefined;
  const isShown = isNewest || latest?.verdict.outcome === 'does-not-match';
  const of = newest ?? entry;
  return {
    isRefused: isRefused(states),
    isWhole: latest?.verdict.outcome === 'holds',
    lines:
      of !== undefined && isTold
        ? [...lines, ...(isShown ? [latestLine(latest, register)] : [])]
        : isTold || isTrailMissing
          ? lines
          : [...lines, awaitedLine(key)],
  };
}

interface RecordLines {
  readonly lines: readonly NamedCheck[];
  /** The versions are known to be all there are: the whole log was read. */
  readonly isWhole: boolean;
  /** See isRefused of the page's checks. */
  readonly isRefused: boolean;
}

/** findingLine says that an audit found what does not match, if not in this record. */
function findingLine({ head, finishedAt }: AuditResult, register: RegisterId): NamedCheck {
  return {
    id: 'whole-log',
    kind: 'whole-log',
    state: 'does-not-match',
    title: 'Not all of the log matches',
    detail: (
      <>
        All {countOf(head.logSize, 'entry')} were read on <Instant at={finishedAt} />, and something in them
        does not match, perhaps in another record.
      </>
    ),
    link: <Link to={pathTo({ view: 'audit', register })}>See what it found</Link>,
  };
}

/** awaitedLine keeps the place of latestLine. */
function awaitedLine(key: string): NamedCheck {
  const title = `Looking for a newer entry for ${isolated(key)}`;
  return { id: 'newest', kind: 'newest', state: 'checking', title, detail: 'The trail is being read.' };
}

/** latestLine is the line on whether the version is the latest of its key: the server's word, as long as the log was not read here. */
function latestLine(latest: LatestFinding | undefined, register: RegisterId): NamedCheck {
  const words = latest && latestWords(latest, sourceOf(register));
  const newer = words && latest?.latest;
  const isSuperseded = latest?.status === 'superseded' || latest?.status === 'deferred';
  return {
    id: 'newest',
    kind: 'newest',
    ...(words ?? newestWords(sourceOf(register))),
    link:
      newer !== undefined && isSuperseded ? (
        <Link to={pathTo({ view: 'entry', register, entryNumber: String(newer.entryNumber) })}>
          See entry {formatNumber(newer.entryNumber)}
        </Link>
      ) : (
        <AuditLink register={register} latest={words && latest} />
      ),
  };
}

function AuditLink({ register, latest }: { register: RegisterId; latest: LatestFinding | undefined }) {
  const isNew = latest?.status === 'grown';
  const isRead = !isNew && latest?.auditedAt !== undefined && latest.verdict.outcome !== 'not-checked';
  if (isRead) return <Link to={pathTo({ view: 'audit', register })}>View the result</Link>;
  const words = isNew ? 'Check the new entries' : 'Check every entry';
  return <CheckEveryEntry register={register}>{words}</CheckEveryEntry>;
}

/** useTrailAt finds out whether a trail up to an earlier size is whole, from what this browser has read already. Only a trail that does not fit a copy of the log is read again. */
function useTrailAt(
  key: string,
  state: StateAt | undefined,
  trail: readonly Entry[] | undefined,
  { head }: ShownVersion,
  /** What the proof of the version shown came to, and the check whether the trail's last entry is the latest of its key. */
  proved: Outcome | undefined,
  latest: Outcome | undefined,
): { readonly verdict: Verdict | undefined; readonly agreement: Verdict | undefined } {
  const session = useSession();
  const size = useAsked().at ?? 0;
  const isEarlier = size > 0 && state !== undefined;
  const versions = state?.versions ?? [];
  const reading = useCopy(session, false);
  const isVerified = useVerdict(head && copyCheck(head))?.outcome === 'holds';
  const copy = isEarlier && isVerified && reading.phase === 'ready' ? reading.copy : undefined;
  const numbers = useQuery({
    ...copyAnswer(session, copy ?? NO_COPY, 'trail', { key, at: size }),
    enabled: copy !== undefined,
  });
  const isMisfit =
    copy !== undefined &&
    numbers.data !== undefined &&
    numbers.data.join() !== versions.map(({ entryNumber }) => entryNumber).join();
  const misfit = `${copy?.id} ${size}`;
  const reread = useQuery({ ...rereadRecordQuery(session, key, misfit), enabled: isMisfit });
  const last = trail?.at(-1)?.entryNumber ?? Infinity;
  const known: KnownTrail =
    copy !== undefined && numbers.data !== undefined
      ? {
          kind: 'copy',
          numbers: numbers.data,
          size: copy.size,
          reread: reread.data === true ? 'done' : reread.isError ? 'failed' : 'not yet',
        }
      : { kind: latest === 'holds' && last <= size ? 'audit' : 'server' };
  const about = (what: string) =>
    isEarlier && head
      ? ({ kind: 'newest', subject: JSON.stringify([what, key, size]), head } as const)
      : undefined;
  const disagreement = state && agreementVerdict(state, proved);
  return {
    verdict: useFinding(about('trail'), isEarlier ? trailVerdict(versions, known) : undefined),
    agreement: useFinding(about('snapshot'), isEarlier ? disagreement : undefined),
  };
}

/** thenLine is the line on whether the version was the latest of its key at an earlier size. */
function thenLine(
  verdict: Verdict | undefined,
  key: string,
  { entryNumber }: Entry,
  size: number,
  register: RegisterId,
  agreement: StateAt['agreement'],
): NamedCheck {
  const [entry, name, log] = [formatNumber(entryNumber), isolated(key), formatNumber(size)];
  const state = verdict?.outcome ?? 'checking';
  const { sentName } = SOURCE_WORDS[sourceOf(register)];
  const titles: Record<NamedCheck['state'], string> = {
    holds: `Entry ${entry} was the newest version of ${name} at size ${log}`,
    'does-not-match': `The trail of ${name} is not the one in the log`,
    'cannot-check': `Could not check whether the trail of ${name} is the one in the log`,
    'not-checked': `${newestWords(sourceOf(register)).title} up to entry ${log}`,
    checking: `Checking whether entry ${entry} was the newest version of ${name}`,
  };
  const detail =
    state === 'holds'
      ? `Every entry of the log was read in this browser: of the first ${log}, none after entry ${entry} has this key.`
      : state === 'not-checked'
        ? `${agreement === 'same' ? `The trail and the snapshot ${sentName} end` : `The trail ${sentName} ends`} with entry ${entry}. Only reading every entry can show that nothing between it and entry ${log} was left out.`
        : sentenceOf({ verdict });
  return {
    id: 'newest',
    kind: 'newest',
    state,
    title: titles[state],
    detail,
    link:
      state === 'not-checked' ? (
        <CheckEveryEntry register={register}>Check every entry</CheckEveryEntry>
      ) : (
        <Link to={pathTo({ view: 'audit', register })}>View the result</Link>
      ),
  };
}

function agreementLine(verdict: Verdict): NamedCheck {
  return {
    id: 'agreement',
    kind: 'newest',
    state: verdict.outcome,
    title: 'Trail and snapshot do not agree',
    detail: sentenceOf({ verdict }),
  };
}
