import type { Check } from '../../core/check-result.ts';
import { latestCheck, useLatest } from '../../query/latest-version.ts';
import { useCopyAnswer, useVerifiedCopy } from '../../query/copy.ts';
import { useSession } from '../../query/session.ts';
import { type UnlistedCheck, useUnlisted } from './version-queries.ts';
import { useFinding, usePageChecks } from '../../query/use-page-checks.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type NamedCheck, type CheckText, sentenceOf, wordsFrom } from '../../ui/check-list.tsx';
import { latestStatusText, newestText } from '../shared/latest-status.ts';
import { capital, formatNumber, inSentence } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { CheckEveryEntry } from '../shared/check-every-entry.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { PageVerdict } from '../shared/page-verdict.tsx';
import type { CheckedVersion } from '../shared/checked-versions.ts';
import { type ShownVersion, useVersionQuery } from './use-record.ts';

/**
 * RecordChecks declares the checks of a record's page, and shows its verdict with them: its own, whether it
 * is the newest version, and those of the version it is compared with.
 */
export function RecordChecks({
  recordKey,
  version,
  newest,
  compared,
}: {
  recordKey: string;
  version: ShownVersion;
  newest: Newest;
  compared: CheckedVersion | undefined;
}) {
  const { at } = useVersionQuery();
  const paths = usePaths();
  const { entry, proof, head, blocked, declared, versions, trail } = version;
  const last = (versions?.at(-1) ?? entry)?.entryNumber;
  const unlisted = useUnlisted(last === undefined ? undefined : { key: recordKey, last, trail }, head, at);
  // What is known of newer versions counts only against the page: that there is none is never its own claim.
  const doubts = [...(unlisted ? [unlisted.declared] : []), ...(newest.doubt ? [newest.doubt] : [])];
  const { key, data, ...others } = usePageChecks(
    version.record === undefined ? 'version' : 'record',
    { ...declared, newest: doubts },
    at,
    doubts.length > 0 ? ['newest'] : [],
  );
  const lines = useCheckLines({
    states: {
      ...others,
      ...(key && blocked === undefined && { key }),
      // A version without data has nothing to match.
      ...(data && entry?.itemHashes.length !== 0 && { data }),
    },
    entryNumber: entry?.entryNumber ?? version.record?.entryNumber,
    at,
    proof,
    head,
  });
  const ofCompared = compared && {
    id: 'compared',
    kind: 'inclusion' as const,
    isExtra: true,
    state: compared.state,
    title: `Entry ${formatNumber(compared.entry.entryNumber)}: ${inSentence(compared.label)}`,
    detail: 'The version on the left. The verdict is about the one on the right.',
  };
  const ofUnlisted = unlisted && {
    id: 'unlisted',
    kind: 'newest' as const,
    ...unlistedText(unlisted),
    link: (
      <Link to={paths.entry(unlisted.unlisted.entryNumber)}>
        See entry {formatNumber(unlisted.unlisted.entryNumber)}
      </Link>
    ),
  };
  const extra = [ofUnlisted, ...newest.lines, ofCompared].filter((line) => line !== undefined);
  return <PageVerdict checks={[...lines, ...extra]} />;
}

/** unlistedText describes an entry in the log that the versions listed lack. */
function unlistedText({ unlisted: { entryNumber, is }, verdict }: UnlistedCheck): CheckText {
  const entry = `entry ${formatNumber(entryNumber)}`;
  const title =
    is === 'newer'
      ? `${capital(entry)} of this key is newer than the version shown`
      : `The list of versions leaves out ${entry}, which is in the log`;
  const proved = `This visit proved that ${entry} is in the log.`;
  return wordsFrom(
    { verdict },
    {
      'does-not-match': [title, `${proved} The list was read again, and goes on beyond it without it.`],
      'cannot-check': [
        title,
        is === 'newer'
          ? `${proved} The list of versions was read again and ends before it. It may be an old answer: try again later.`
          : `${proved} ${sentenceOf({ verdict })}`,
      ],
      checking: [`Reading the list of versions again, because it lacks ${entry}`],
      otherwise: [`The list of versions lacks ${entry}`],
    },
  );
}

/** Newest is what is known of newer versions than the one shown. */
interface Newest {
  /** Whether the versions are complete, because the whole log was read. */
  readonly isWhole: boolean;
  readonly lines: readonly NamedCheck[];
  /** The check that this is the newest version, where what was read of the log says otherwise. */
  readonly doubt?: Check | undefined;
}

/**
 * useNewest returns whether a version is, or at an earlier size was, the newest of its key: as
 * the server states it, until the log is read here. `isWhole`: the versions are complete,
 * because the whole log was read.
 */
export function useNewest(recordKey: string, version: ShownVersion): Newest {
  const { entry, record, data, trail, trailError, versions, head, proof, blocked, cutAfter } = version;
  const { at } = useVersionQuery();
  const paths = usePaths();
  const source = useSource();
  const isCut = cutAfter !== undefined;
  // Data that names no entry of the trail may belong to a later one.
  const isNamed = data !== undefined && data.verdict.outcome !== 'cannot-check';
  const newest = record === undefined ? (isCut ? undefined : trail?.at(-1)) : isNamed ? entry : undefined;
  const against = record === undefined ? head : proof?.checkpoint;
  const latest = useLatest(newest, against, {
    trailLength: isCut ? undefined : trail?.length,
    isTrail: record === undefined,
  });
  const isWhole = latest?.verdict.outcome === 'holds' && !isCut;
  const then = useNewestThen(recordKey, version, isWhole);
  const words = latest && latestStatusText(latest, source);
  const isMismatch = latest?.verdict.outcome === 'does-not-match';
  const isNewest = record !== undefined || entry === versions?.at(-1);
  const line = { id: 'newest', kind: 'newest' } as const;
  if (at !== undefined)
    return {
      isWhole: then.isWhole,
      lines: [
        ...(isMismatch && words ? [{ ...line, id: 'audit', ...words }] : []),
        ...then.disagreement,
        ...(isNewest && entry ? [{ ...line, ...then.words }] : []),
      ],
    };
  const isOpen = trail === undefined || (record !== undefined && data === undefined);
  if (latest === undefined && isOpen && trailError === null && blocked === undefined) {
    // Reserves space for the line.
    const title = 'Looking for a newer entry';
    const detail = 'The trail is being read.';
    return {
      isWhole,
      lines: [{ ...line, state: 'checking', title, expected: newestText(source).title, detail }],
    };
  }
  if (latest === undefined && newest === undefined) return { isWhole, lines: [] };
  const newer = latest?.latest?.entryNumber;
  const isNewer =
    latest?.status === 'superseded' ||
    (latest?.status === 'grown' && latest.verdict.outcome === 'cannot-check');
  const isRead = latest?.auditedAt !== undefined && latest.verdict.outcome !== 'not-checked';
  const link =
    words && isNewer && newer !== undefined ? (
      <Link to={paths.entry(newer)}>See entry {formatNumber(newer)}</Link>
    ) : isRead ? (
      <Link to={paths.view('audit')}>View the result</Link>
    ) : (
      <CheckEveryEntry />
    );
  // An earlier reading of the log found a newer entry than the server sends now.
  const isDoubtful = isNewer && latest.verdict.outcome === 'cannot-check';
  return {
    isWhole,
    doubt: isDoubtful ? latestCheck({ ...latest, asRecord: true }) : undefined,
    lines: isNewest || isMismatch ? [{ ...line, ...(words ?? newestText(source)), link }] : [],
  };
}

/**
 * useNewestThen returns that for an earlier size, from data read already, and whether trail and
 * snapshot of that size agree.
 */
function useNewestThen(key: string, version: ShownVersion, isLatestRead: boolean) {
  const { entry, head, trail, versions = [], disagreement, proof, cutAfter } = version;
  const { at = 0 } = useVersionQuery();
  const source = useSource();
  const result = usePaths().view('audit');
  const isReady = at > 0 && entry && head;
  const copy = useVerifiedCopy(isReady ? head : undefined);
  const { data: read } = useCopyAnswer(useSession(), isReady ? copy : undefined, 'trail', { key, at });
  const about = (what: string) =>
    isReady ? ({ kind: 'newest', subject: JSON.stringify([what, key, at]), head } as const) : undefined;
  const verdict = useFinding(
    about('trail'),
    newestThenVerdict(
      versions.map(({ entryNumber }) => entryNumber),
      cutAfter === undefined
        ? read
        : read?.filter((number) => number <= cutAfter || number >= (entry?.entryNumber ?? 0)),
      isLatestRead && (trail?.at(-1)?.entryNumber ?? Infinity) <= at,
    ),
  );
  const isMismatch = disagreement?.isMismatchIfProved && proof?.verdict.outcome === 'holds';
  const contradiction = useFinding(
    about('snapshot'),
    disagreement && {
      outcome: isMismatch ? 'does-not-match' : 'cannot-check',
      code: 'answers-disagree',
      reason: disagreement.reason + (isMismatch ? '; the later one was in the log then' : ''),
    },
  );
  const [number, name, size] = [formatNumber(entry?.entryNumber ?? 0), isolated(key), formatNumber(at)];
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        `Entry ${number} was the newest version of ${name} at size ${size}`,
        `Every entry of the log was read in this browser: of the first ${size}, none after entry ${number} has this key.`,
      ],
      'not-checked': [
        `Only the ${SOURCE_WORDS[source].name} says this was the newest version then`,
        `The trail ${SOURCE_WORDS[source].givenName} ends with entry ${number}. Only reading every entry can show that nothing between it and entry ${size} was left out.`,
      ],
      checking: [`Checking whether entry ${number} was the newest version of ${name}`],
      otherwise: [`Could not check whether the trail of ${name} is the one in the log`],
    },
  );
  return {
    isWhole: verdict?.outcome === 'holds' && cutAfter === undefined,
    words: {
      ...words,
      link: words.state === 'not-checked' ? <CheckEveryEntry /> : <Link to={result}>View the result</Link>,
    },
    disagreement: contradiction
      ? [
          {
            id: 'disagreement',
            kind: 'newest' as const,
            state: contradiction.outcome,
            title: 'Trail and snapshot do not agree',
            detail: sentenceOf({ verdict: contradiction }),
          },
        ]
      : [],
  };
}

/**
 * newestThenVerdict returns the verdict on the claim that these are all versions up to a size: `read` are the
 * entries of the key up to it in a verified copy of the log; `isLastEver`: an audit found the last version of
 * all to be among them. If a copy differs, the trail may be an older answer: it is reread for the check of
 * the newest version of all, which reports a mismatch.
 */
export function newestThenVerdict(
  listed: readonly number[],
  read: readonly number[] | undefined,
  isLastEver: boolean,
): Verdict {
  if (read === undefined && !isLastEver)
    return { outcome: 'not-checked', code: 'not-made', reason: 'the whole log was not read here' };
  if (read === undefined || read.join() === listed.join()) return { outcome: 'holds' };
  const reason = 'the trail differs from the log that was read here';
  return { outcome: 'cannot-check', code: 'answers-disagree', reason };
}
