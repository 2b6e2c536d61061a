import { useMemo } from 'react';
import { describeFailure } from '../../query/failure.ts';
import { useDeferredUpdate } from '../../query/pending-updates.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Changes } from '../../ui/diff/item-changes.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { pathTo, versionPath } from '../../ui/paths.ts';
import { useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Time } from '../../ui/time.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { type CheckedVersion, itemOf, problemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import { type RecordPage, useAsked } from './use-record.ts';
import { COMPARED_AT_FIRST, dataName, sameDataBefore } from './versions.ts';
import styles from './record.module.css';

/** HistoryCard shows the versions of a record up to the size shown, newest first, with their changes. The data of every version is hashed before it is compared. */
export function HistoryCard({ name, version, schema, isWhole, isProved }: RecordPage) {
  const { record, entry: selected, versions, trailError } = version;
  const retry = useRetry();
  const { at } = useAsked();
  const trail = (isProved && versions) || [];
  const shown = record === undefined ? selected?.entryNumber : undefined;
  const isOutdated = useDeferredUpdate(useSession(), name.key) !== undefined && shown === undefined;
  const { statedBy } = SOURCE_WORDS[useSource()];
  const areAll = isWhole && !isOutdated;
  const { shown: listed, more } = useBatch(trail.toReversed(), COMPARED_AT_FIRST, 'versions', {
    first: useMatches('(width < 600px)') ? 1 : 3,
    stays: ({ entryNumber }) => entryNumber === shown,
  });
  // A version's changes need the previous version.
  const wanted = trail.filter((entry, index) =>
    [entry, trail[index + 1]].some((one) => one && listed.includes(one)),
  );
  const checked = new Map(useCheckedVersions(wanted).map((one) => [one.entry, one]));
  const rows = listed.map((entry) => {
    const index = trail.indexOf(entry);
    const [now, previous] = [checked.get(entry), trail[index - 1]];
    const before = previous && checked.get(previous);
    if (now === undefined) return null;
    const { state, label } = now;
    const { entryNumber } = entry;
    const restored = sameDataBefore(trail, index);
    const link = (words: string, asked: Parameters<typeof versionPath>[1]) => (
      <Link to={versionPath(name, asked)}>
        {words}
        <span className="visually-hidden">, entry {formatNumber(entryNumber)}</span>
      </Link>
    );
    return (
      <li
        key={entryNumber}
        className={styles['version']}
        aria-current={entryNumber === shown || undefined}
        data-shown={entryNumber === (shown ?? trail.at(-1)?.entryNumber) || undefined}
      >
        <p className={styles['head']}>
          <Link to={pathTo({ view: 'entry', register: name.register, entryNumber: String(entryNumber) })}>
            Entry {formatNumber(entryNumber)}
          </Link>
          <Time at={entry.timestamp} />
          {index === trail.length - 1 && !isOutdated && (
            <span className="tag">
              {at !== undefined ? 'newest then' : areAll ? 'latest' : `latest ${statedBy}`}
            </span>
          )}
          {entryNumber === shown && <span className="tag">shown</span>}
          <span className={styles['check']} title={label}>
            {state === 'does-not-match' && <strong>{label}</strong>}
            <CheckBadge state={state} label={label} size={16} />
          </span>
        </p>
        <VersionChange now={now} before={before} schema={schema} isWhole={isWhole} />
        {restored && (
          <p className="faint">
            Reverted to{' '}
            <Link to={versionPath(name, { version: restored.entryNumber })}>
              entry {formatNumber(restored.entryNumber)}
            </Link>
          </p>
        )}
        {trail.length > 1 && (
          <p className={`${styles['links']} unprinted`}>
            {link('This version', { version: entryNumber })}
            {previous && link('Side by side', { version: entryNumber, compare: previous.entryNumber })}
            {previous && link('Before this change', { at: entryNumber - 1 })}
          </p>
        )}
      </li>
    );
  });
  return (
    <Card
      title="History"
      note={
        isProved &&
        versions &&
        `${countOf(trail.length, 'version')}, ${areAll ? 'all there are' : `as ${statedBy}`}`
      }
    >
      {trailError && !versions ? (
        <FailureNotice failure={describeFailure(trailError)} onRetry={retry} />
      ) : isProved && versions ? (
        <>
          <ol ref={openRows}>{rows}</ol>
          {more}
        </>
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
  schema,
  isWhole,
}: Pick<RecordPage, 'schema' | 'isWhole'> & { now: CheckedVersion; before: CheckedVersion | undefined }) {
  const [old, item] = [itemOf(before?.data), itemOf(data)];
  const changes = useMemo(
    () =>
      old && item
        ? diffItems(
            old,
            item,
            schema.map(({ id }) => id),
          )
        : [],
    [old, item, schema],
  );
  // The mismatch is next to the mark of the check.
  if (data.kind === 'mismatch') return null;
  const words =
    data.kind !== 'item'
      ? problemOf(data, 'this version')
      : before === undefined
        ? isWhole
          ? 'first version'
          : 'first version reported'
        : dataName(before.entry) === dataName(entry) || (old && changes.length === 0)
          ? 'no attribute changed'
          : old === undefined && `not compared: ${problemOf(before.data, 'the version before')}`;
  return words ? <p className="faint">{words}</p> : <Changes changes={changes} />;
}
