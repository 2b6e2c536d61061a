import { usePrefetchQuery } from '@tanstack/react-query';
import { Fragment, Suspense, use, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { lazy, Part } from '../../ui/part.tsx';
import { describeFailure } from '../../query/failure.ts';
import { usePending } from '../../query/pending-updates.ts';
import { recordReads } from '../../query/record-needs.ts';
import { useSession } from '../../query/session.ts';
import { Card } from '../../ui/card.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { CopyLink } from '../../ui/copy-link.tsx';
import { diffItems } from '../../ui/values/compare-items.ts';
import { countOf, formatNumber, listWords } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { openRows } from '../../ui/open-row.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RecordName, type RegisterId, versionPath } from '../../ui/paths.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { EndedMark, Time } from '../../ui/time.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { RichContext } from '../../ui/values/rich-context.ts';
import { nameOf } from '../../ui/values/value.tsx';
import { type CheckedVersion, itemOf, problemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import { FromRegister } from '../shared/from-register.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { useUnverified } from '../shared/page-verdict.tsx';
import { useSchema } from '../shared/register-facts.ts';
import { SaveProof } from '../shared/save-proof.tsx';
import { useRetryBelow } from '../shared/try-again.tsx';
import { DataAndProof } from './data-and-proof.tsx';
import { RecordChecks, useNewest } from './record-checks.tsx';
import {
  COMPARED_AT_FIRST,
  dataName,
  lastVersionName,
  type RecordPage,
  sameDataBefore,
  useVersionQuery,
  useSelection,
  useShownVersion,
} from './use-record.ts';
import type { SelectedVersion } from './select-version.ts';
import styles from './record.module.css';

// Most records have one version, so nothing that changed.
const changesOf = async () => import('../../ui/diff/item-changes.tsx');
const Changes = lazy(async () => ({ default: (await changesOf()).Changes }));

// Not shown by a link to a current record.
const otherVersions = async () => import('./other-versions.tsx');
const VersionBar = lazy(async () => ({ default: (await otherVersions()).VersionBar }));
const NewerVersion = lazy(async () => ({ default: (await otherVersions()).NewerVersion }));
const NoVersion = lazy(async () => ({ default: (await import('./no-version.tsx')).NoVersion }));

/**
 * RecordView shows one record: its data, its checks, its entry proof and its history. `?version=` and `?at=`
 * select an earlier state of it, `?compare=` another version next to it.
 */
export function RecordView({ register, recordKey: key }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  // Requested together with the others, so that the checks need not wait for them.
  const reads = recordReads(session, key);
  usePrefetchQuery(reads.head);
  usePrefetchQuery(reads.register);
  const selection = useSelection(key);
  const name = { register, key };
  const loading = <Skeleton title={isolated(key)} lines={8} label={`Loading record ${isolated(key)}`} />;
  switch (selection.kind) {
    case 'loading':
      return loading;
    case 'failed':
      return <PageFailure page="record" query={selection.query} />;
    case 'version':
      return <ShownRecord name={name} selected={selection} />;
    case 'missing':
    case 'no-version':
      return (
        <Suspense fallback={loading}>
          <NoVersion name={name} selection={selection} />
        </Suspense>
      );
  }
}

function ShownRecord({ name, selected }: { name: RecordName; selected: SelectedVersion }) {
  const versionQuery = useVersionQuery();
  const version = useShownVersion(name.key, selected);
  const { entry, record, proof, blocked, versions, isProofSettled } = version;
  const newest = useNewest(name.key, version);
  const { isWhole } = newest;
  const rich = use(RichContext);
  const { compare } = versionQuery;
  const other = versions?.find(({ entryNumber }) => entryNumber === compare);
  const [compared] = useCheckedVersions(other ? [other] : [], { isListed: true });
  const missing = versions && !other ? compare : undefined;
  const page = { name, version, isWhole };
  const checks = <RecordChecks recordKey={name.key} version={version} newest={newest} compared={compared} />;
  return (
    <article className="ordered">
      <RecordHead name={name} version={version} />
      {record === undefined && !other && versions !== undefined && versions.length > 1 && (
        <Part fallback={<div className={styles['bar']} />}>
          <VersionBar {...page} />
        </Part>
      )}
      {/* Registers that come with the page, or out of a file, do not grow. */}
      {name.register.kind === 'remote' && record !== undefined && isProofSettled && entry && (
        <Part missing={null}>
          <NewerVersion name={name} entry={entry} head={proof?.checkpoint} />
        </Part>
      )}
      <DataAndProof
        key={entry?.entryNumber}
        {...page}
        checks={checks}
        compared={compared}
        missing={missing}
      />
      {!other && <HistoryCard {...page} />}
      {!other && rich && record !== undefined && isProofSettled && blocked === undefined && (
        <div className="unprinted">
          <rich.Backlinks recordKey={name.key} />
        </div>
      )}
    </article>
  );
}

function RecordHead({ name, version }: Pick<RecordPage, 'name' | 'version'>) {
  const { record, entry, items, versions, proof, head, data } = version;
  const unverified = useUnverified();
  const key = <Mono text={name.key} />;
  const place = formatNumber((versions?.findIndex((one) => one === entry) ?? -1) + 1);
  const isRead = unverified !== 'refused' && data?.verdict.outcome === 'holds';
  const names = new Set((isRead && items ? items : []).flatMap(({ item }) => nameOf(item) ?? []));
  const about = [
    names.size > 0 && key,
    !record && `version ${place} of ${formatNumber(versions?.length ?? 0)}`,
    !record && entry && `entry ${formatNumber(entry.entryNumber)}`,
    entry && (
      <>
        updated <Time at={entry.timestamp} only="day" />
      </>
    ),
  ].filter(Boolean);
  return (
    <PageHead
      crumbs={
        <>
          <Link to={pathTo({ view: 'records', register: name.register })}>Records</Link> /{' '}
          {record ? key : <Link to={versionPath(name, {})}>{key}</Link>}
          <Neighbours name={name} />
        </>
      }
      title={<Literal text={listWords(names) || name.key} most={300} />}
      note={
        <>
          <EndedMark item={items?.[0]?.item} />
          {about.map((part, index) => (
            <Fragment key={index}>
              {index > 0 && ' · '}
              {part}
            </Fragment>
          ))}
        </>
      }
      from={<FromRegister />}
      actions={
        <>
          <CopyLink what={`this ${record ? 'record' : 'version'}`} logSize={head?.logSize} />
          <SaveProof entry={proof} data={data} />
        </>
      }
    />
  );
}

/** Neighbours lead to the records before and after this one in the list that the reader came from. */
function Neighbours({ name: { register, key } }: { name: RecordName }) {
  const { state } = useLocation();
  const keys: readonly string[] = Array.isArray(state?.keys) ? state.keys : [];
  const place = keys.indexOf(key);
  if (place < 0) return null;
  const step = (rel: 'prev' | 'next', other: string | undefined) =>
    other !== undefined && (
      <>
        {' '}
        <Link
          className={styles['step']}
          title={`${rel === 'prev' ? 'Previous' : 'Next'} record`}
          rel={rel}
          to={pathTo({ view: 'record', register, key: other })}
          state={{ keys }}
        >
          <Icon name={rel === 'prev' ? 'left' : 'right'} />
          <span className="visually-hidden">
            {rel === 'prev' ? 'Previous' : 'Next'} record, {isolated(other)}
          </span>
        </Link>
      </>
    );
  return (
    <>
      {step('prev', keys[place - 1])}
      {step('next', keys[place + 1])}
    </>
  );
}

/**
 * HistoryCard shows the versions of a record up to the size shown, newest first, with their changes. The data
 * of every version is hashed before it is compared.
 */
function HistoryCard({ name, version, isWhole }: RecordPage) {
  const { record, entry: selected, versions, trailError, cutAfter, isProofSettled } = version;
  const retry = useRetryBelow();
  const { at } = useVersionQuery();
  const trail = (isProofSettled && versions) || [];
  const hasChanges = versions !== undefined && versions.length > 1;
  useEffect(() => {
    // While the proof is made, so that no row waits for it.
    if (hasChanges) changesOf().catch(() => undefined);
  }, [hasChanges]);
  const shown = record === undefined ? selected?.entryNumber : undefined;
  const isOutdated = usePending(useSession()).records.get(name.key) !== undefined && shown === undefined;
  const source = useSource();
  const areAll = isWhole && !isOutdated;
  const newest = lastVersionName(at !== undefined, areAll, source);
  const { shown: listed, more } = useBatch(trail.toReversed(), COMPARED_AT_FIRST, 'versions', {
    first: useMatches('(width < 600px)') ? 1 : 3,
    stays: ({ entryNumber }) => entryNumber === shown,
  });
  // A version's changes need the previous version.
  const wanted = trail.filter((entry, index) =>
    [entry, trail[index + 1]].some((one) => one && listed.includes(one)),
  );
  const checked = useCheckedVersions(wanted, { isListed: true });
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
        className={styles['version']}
        aria-current={entryNumber === shown || undefined}
        data-shown={entryNumber === (shown ?? trail.at(-1)?.entryNumber) || undefined}
      >
        <p className={styles['head']}>
          <Link to={pathTo({ view: 'entry', register: name.register, entryNumber: String(entryNumber) })}>
            Entry {formatNumber(entryNumber)}
          </Link>
          <Time at={entry.timestamp} />
          {index === trail.length - 1 && !isOutdated && <span className="tag">{newest}</span>}
          {entryNumber === shown && <span className="tag">shown</span>}
          {now.isStated && <span className="tag">{SOURCE_WORDS[source].statedBy}, not checked</span>}
          {state !== 'holds' && (
            <span className={styles['check']}>
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
        ) : (
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
          <p className={`${styles['links']} unprinted`}>
            {link('View this version', { version: entryNumber })}
            {previous &&
              link('Compare with the one before', { version: entryNumber, compare: previous.entryNumber })}
          </p>
        )}
      </li>
    );
  });
  const isShown = isProofSettled && versions !== undefined;
  const all = areAll ? 'all there are' : SOURCE_WORDS[source].statedBy;
  return (
    <Card title="History" note={isShown && `${countOf(trail.length, 'version')}, ${all}`}>
      {isShown ? (
        <>
          <ol ref={openRows}>{rows.toReversed()}</ol>
          {more}
        </>
      ) : trailError && !versions ? (
        <FailureNotice failure={describeFailure(trailError)} onRetry={retry} />
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
