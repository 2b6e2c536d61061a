import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use } from 'react';
import { useLocation } from 'react-router';
import type { Attribute } from '../../core/model.ts';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { formatNumber } from '../../ui/format.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal, Mono } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId, type RecordName, versionPath } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { PageFailure } from '../shared/page-failure.tsx';
import { useUnverified } from '../shared/page-verdict.tsx';
import { SaveProof } from '../shared/save-proof.tsx';
import { useCheckedVersions } from '../shared/checked-versions.ts';
import { DataAndProof } from './data-and-proof.tsx';
import { HistoryCard } from './history.tsx';
import { RecordChecks, useNewest } from './record-checks.tsx';
import {
  type SelectedVersion,
  type RecordPage,
  useAsked,
  useSelection,
  useShownVersion,
} from './use-record.ts';
import styles from './record.module.css';

// Not shown by a link to a current record.
const otherVersions = async () => import('./other-versions.tsx');
const VersionBar = lazy(async () => ({ default: (await otherVersions()).VersionBar }));
const NewerVersion = lazy(async () => ({ default: (await otherVersions()).NewerVersion }));
const RecordMissing = lazy(async () => ({ default: (await otherVersions()).RecordMissing }));
const NoVersion = lazy(async () => ({ default: (await otherVersions()).NoVersion }));
const Certificate = lazy(async () => ({ default: (await import('./certificate.tsx')).Certificate }));

/** RecordView shows one record: its data, its checks, its entry proof and its history. `?version=` and `?at=` select an earlier state of it, `?compare=` another version next to it. */
export function RecordView({ register, recordKey: key }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  // Requested together with the others, so that the checks need not wait for them.
  usePrefetchQuery(headQuery(session));
  usePrefetchQuery(registerQuery(session));
  const selection = useSelection(key);
  const name = { register, key };
  const loading = <Skeleton lines={8} label={`Loading record ${isolated(key)}`} />;
  switch (selection.kind) {
    case 'loading':
      return loading;
    case 'failed':
      return <PageFailure page="record" query={selection.query} />;
    case 'version':
      return <ShownRecord name={name} selected={selection} />;
    case 'missing':
      return (
        <Suspense fallback={loading}>
          <RecordMissing recordKey={key} />
        </Suspense>
      );
    case 'no-version':
      return (
        <Suspense fallback={loading}>
          <NoVersion record={name} {...selection} />
        </Suspense>
      );
  }
}

function ShownRecord({ name, selected }: { name: RecordName; selected: SelectedVersion }) {
  const asked = useAsked();
  const isCertificate = new URLSearchParams(useLocation().search).get('print') === 'certificate';
  const { data: { variant, schema = NONE } = {} } = useQuery(registerQuery(useSession()));
  const version = useShownVersion(name.key, selected);
  const { entry, record, proof, failure, blocked, versions } = version;
  const { isWhole, lines } = useNewest(name.key, version);
  const rich = use(RichContext);
  // Parts that a pasted link does not show wait until the proof is read or failed.
  const isProved = record === undefined || proof !== undefined || failure !== undefined;
  const other = versions?.find(({ entryNumber }) => entryNumber === asked.compare);
  const [compared] = useCheckedVersions(other ? [other] : []);
  const page = { name, version, variant, schema, isWhole, isProved };
  const checks = <RecordChecks recordKey={name.key} version={version} newest={lines} compared={compared} />;
  if (isCertificate)
    return (
      <Suspense fallback={<Skeleton lines={8} label="Loading the certificate" />}>
        <Certificate version={version} checks={checks} back={versionPath(name, asked)} />
      </Suspense>
    );
  return (
    <article>
      <RecordHead {...page} />
      {record === undefined && versions !== undefined && versions.length > 1 && (
        <Suspense fallback={<div className={styles['bar']} />}>
          <VersionBar
            label={`Versions of ${isolated(name.key)}`}
            param="version"
            name={name}
            versions={versions}
            shown={entry?.entryNumber}
          />
        </Suspense>
      )}
      {/* Registers that come with the page, or out of a file, do not grow. */}
      {name.register.kind === 'remote' && record !== undefined && isProved && entry && (
        <Suspense>
          <NewerVersion record={name} entry={entry} head={proof?.checkpoint} />
        </Suspense>
      )}
      <DataAndProof key={entry?.entryNumber} {...page} checks={checks} compared={compared} />
      <HistoryCard {...page} />
      {rich && record !== undefined && isProved && blocked === undefined && (
        <div className="unprinted">
          <rich.Backlinks recordKey={name.key} />
        </div>
      )}
    </article>
  );
}

const NONE: readonly Attribute[] = [];

function RecordHead({ name, version }: RecordPage) {
  const { record, entry, items, versions, proof, head, data } = version;
  const unverified = useUnverified();
  const asked = useAsked();
  const rich = use(RichContext);
  const path = versionPath(name, asked);
  const key = <Mono text={name.key} />;
  const place = formatNumber((versions?.findIndex((one) => one === entry) ?? -1) + 1);
  const title = unverified !== 'refused' && data?.verdict.outcome === 'holds' && items?.[0]?.item.get('name');
  const isName = typeof title === 'string' && title !== '' && !isRedacted(title);
  const size = asked.at ?? proof?.checkpoint.logSize ?? head?.logSize ?? 0;
  return (
    <PageHead
      crumbs={
        <>
          <Link to={pathTo({ view: 'records', register: name.register })}>Records</Link> /{' '}
          {record ? (
            key
          ) : (
            <>
              <Link to={versionPath(name, {})}>{key}</Link> / version {place}
            </>
          )}
        </>
      }
      title={<Literal text={isName ? title : name.key} most={300} />}
      note={
        <>
          {rich && <rich.Ended item={items?.[0]?.item} />}
          Record {key}
          {!record && ` · version ${place} of ${formatNumber(versions?.length ?? 0)}`}
          {items && unverified && entry?.itemHashes.length !== 0 && ' · data unverified'}
          {entry && (
            <>
              {` · entry ${formatNumber(entry.entryNumber)}`}
              {size >= entry.entryNumber && ` of ${formatNumber(size)}`}
              {' · updated '}
              <Time at={entry.timestamp} only="day" />
            </>
          )}
          <span className="unprinted">
            {record && head && (
              <>
                {' · '}
                <Link to={versionPath(name, { at: head.logSize })}>View over time</Link>
              </>
            )}
            {' · '}
            <Link to={`${path}${path.includes('?') ? '&' : '?'}print=certificate`}>Certificate</Link>
          </span>
        </>
      }
      actions={
        <>
          <CopyLink what={`this ${record ? 'record' : 'version'}`} />
          <SaveProof entry={proof} data={data} />
        </>
      }
    />
  );
}
