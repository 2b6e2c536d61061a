import { usePrefetchQuery } from '@tanstack/react-query';
import { Fragment, Suspense, use } from 'react';
import { useLocation } from 'react-router';
import { Part } from '../../ui/part.tsx';
import { recordReads } from '../../query/record-needs.ts';
import { useSession } from '../../query/session.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { formatNumber, listWords } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RecordName, type RegisterId, versionPath } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/notice.tsx';
import { EndedMark, Time } from '../../ui/time.tsx';
import { DefinitionContext } from '../../ui/values/definition-context.ts';
import { nameOf } from '../../ui/values/value.tsx';
import { useCheckedVersions } from '../shared/checked-versions.ts';
import { FromRegister } from '../shared/from-register.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { useUnverified } from '../shared/page-verdict.tsx';
import { SaveProof } from '../shared/save-proof.tsx';
import { DataAndProof } from './data-and-proof.tsx';
import { RecordChecks, useNewest } from './record-checks.tsx';
import { type RecordPage, useVersionQuery, useSelection, useShownVersion } from './use-record.ts';
import type { SelectedVersion } from './select-version.ts';
import styles from './record.module.css';
import { HistoryCard } from './history-card.tsx';
import { BeyondTrail, NoVersion, VersionBar } from './later-parts.ts';

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
  const context = use(DefinitionContext);
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
          <BeyondTrail entry={entry} head={proof?.checkpoint} />
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
      {!other && context && record !== undefined && isProofSettled && blocked === undefined && (
        <div className="unprinted">
          <context.Backlinks recordKey={name.key} />
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
