import { useEffect, useMemo } from 'react';
import { Part } from '../../ui/part.tsx';
import { describeFailure } from '../../query/failure.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { FailureNotice, Skeleton } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { pathTo, versionPath } from '../../ui/paths.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { type CheckedVersion, itemOf, problemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import { useSchema } from '../shared/register-facts.ts';
import { useIsRetrying } from '../../query/session.ts';
import { useRetryBelow } from '../shared/page-failure.tsx';
import {
  COMPARED_AT_FIRST,
  dataName,
  lastVersionName,
  type RecordPage,
  sameDataBefore,
  useVersionQuery,
} from './use-record.ts';
import { Changes, fetchLater } from './later-parts.ts';
import styles from './record.module.css';

/**
 * HistoryCard shows the versions of a record up to the size shown, newest first, with their changes. The data
 * of every version is hashed before it is compared.
 */
export function HistoryCard({ name, version, isWhole }: RecordPage) {
  const { record, entry: selected, versions, trailError, cutAfter, isProofSettled } = version;
  const retry = useRetryBelow();
  const isRetrying = useIsRetrying();
  const { at } = useVersionQuery();
  const trail = (isProofSettled && versions) || [];
  const hasChanges = versions !== undefined && versions.length > 1;
  useEffect(() => {
    // While the proof is made, so that no row waits for it.
    if (hasChanges) fetchLater().catch(() => undefined);
  }, [hasChanges]);
  const shown = record === undefined ? selected?.entryNumber : undefined;
  const source = useSource();
  const newest = lastVersionName(at !== undefined, isWhole, source);
  const { shown: listed, more } = useBatch(trail.toReversed(), COMPARED_AT_FIRST, 'versions', {
    first: useMatches('(width < 600px)') ? 1 : 3,
    stays: ({ entryNumber }) => entryNumber === shown,
  });
  // A version's changes need the previous version.
  const wanted = trail.filter((entry, index) =>
    [entry, trail[index + 1]].some((one) => one && listed.includes(one)),
  );
  const checked = useCheckedVersions(wanted, { isListed: true });
  // Said once, not on every row.
  const isNoneChecked = checked.length > 1 && checked.every(({ isStated }) => isStated);
  const rows = checked.map((now, at) => {
    const { entry, state, label } = now;
    if (!listed.includes(entry)) return null;
    const index = trail.indexOf(entry);
    const isCut = cutAfter !== undefined && trail[index - 1]?.entryNumber === cutAfter;
    const previous = isCut ? undefined : trail[index - 1];
    const { entryNumber } = entry;
    const restored = sameDataBefore(trail, index);
    const link = (words: string, versionQuery: Parameters<typeof versionPath>[1]) => (
      <Link to={versionPath(name, versionQuery)}>
        {words}
        <span className="visually-hidden">, entry {formatNumber(entryNumber)}</span>
      </Link>
    );
    return (
      <li
        key={entryNumber}
        className={styles.version}
        aria-current={entryNumber === shown || undefined}
        data-shown={entryNumber === (shown ?? trail.at(-1)?.entryNumber) || undefined}
      >
        <p className={styles.head}>
          <Link to={pathTo({ view: 'entry', register: name.register, entryNumber: String(entryNumber) })}>
            Entry {formatNumber(entryNumber)}
          </Link>
          <Time at={entry.timestamp} />
          {index === trail.length - 1 && <span className="tag">{newest}</span>}
          {entryNumber === shown && <span className="tag">shown</span>}
          {now.isStated && !isNoneChecked && (
            <span className="tag">{SOURCE_WORDS[source].statedBy}, not checked</span>
          )}
          {state !== 'holds' && !isNoneChecked && (
            <span className={styles.check}>
              {state === 'does-not-match' && <strong>{label}</strong>}
              <CheckBadge state={state} label={label} size={16} />
            </span>
          )}
        </p>
        {isCut ? (
          <p className="faint">
            The list of versions ends with entry {formatNumber(cutAfter)}: versions between may be missing
            here
          </p>
        ) : isNoneChecked ? null : (
          <VersionChange now={now} before={previous && checked[at - 1]} isWhole={isWhole} />
        )}
        {restored && state === 'holds' && (
          <p className="faint">
            Reverted to{' '}
            <Link to={versionPath(name, { version: restored.entryNumber })}>
              entry {formatNumber(restored.entryNumber)}
            </Link>
          </p>
        )}
        {trail.length > 1 && (
          <p className={`${styles.links} unprinted`}>
            {link('View this version', { version: entryNumber })}
            {previous &&
              link('Compare with the one before', { version: entryNumber, compare: previous.entryNumber })}
          </p>
        )}
      </li>
    );
  });
  const unlisted = trail.length - listed.length;
  const isShown = isProofSettled && versions !== undefined;
  const all = isWhole ? 'all there are' : SOURCE_WORDS[source].statedBy;
  return (
    <Card
      title="History"
      note={isShown && `${countOf(trail.length, 'version')}, ${all}${isNoneChecked ? ', not checked' : ''}`}
    >
      {isShown ? (
        <>
          <ol ref={openRows}>{rows.toReversed()}</ol>
          {more}
          {unlisted > 0 && <p className="faint printed">Not printed: {countOf(unlisted, 'more version')}</p>}
        </>
      ) : trailError && !versions ? (
        <FailureNotice failure={describeFailure(trailError)} onRetry={retry} retrying={isRetrying} />
      ) : (
        <Skeleton lines={4} label="Loading the history" />
      )}
    </Card>
  );
}

/** VersionChange shows the changes of a version, attribute by attribute; or why it cannot. */
function VersionChange({
  now: { entry, data },
  before,
  isWhole,
}: {
  now: CheckedVersion;
  before: CheckedVersion | undefined;
  isWhole: boolean;
}) {
  const schema = useSchema();
  const [old, item] = [itemOf(before?.data), itemOf(data)];
  const changes = useMemo(() => {
    const order = schema.map(({ id }) => id);
    return old && item ? diffItems(old, item, order) : [];
  }, [old, item, schema]);
  // The mismatch is next to the mark of the check.
  if (data === 'mismatch') return null;
  const words =
    problemOf(data, 'this version') ??
    (before === undefined
      ? `first version${isWhole ? '' : ' reported'}`
      : before.isStated ||
          before.state === 'does-not-match' ||
          (old === undefined && dataName(before.entry) !== dataName(entry))
        ? `not compared: ${problemOf(before.data, 'the version before') ?? 'the version before is not checked'}`
        : (dataName(before.entry) === dataName(entry) || changes.length === 0) && 'no attribute changed');
  if (words) return <p className="faint">{words}</p>;
  return (
    <Part fallback={<Skeleton lines={Math.min(changes.length, ATTRIBUTES)} label="Loading the changes" />}>
      <Changes changes={changes} />
    </Part>
  );
}
