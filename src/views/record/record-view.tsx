import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useMemo } from 'react';
import { useLocation } from 'react-router';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { buttonClass } from '../../ui/button.tsx';
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
import { useDataTrust } from '../shared/page-verdict.tsx';
import { SaveEntryProof } from '../shared/save-entry-proof.tsx';
import { useCheckedVersions } from '../shared/checked-versions.ts';
import { DataAndProof } from './data-and-proof.tsx';
import { HistoryCard } from './history.tsx';
import { NewerVersion } from './newer-version.tsx';
import { RecordChecks, useNewest } from './record-checks.tsx';
import { type Selected, type ShownVersion, useAsked, useSelection, useShownVersion } from './use-record.ts';
import { VersionBar } from './version-bar.tsx';

// What a link to a record that is there does not show.
const NoVersion = lazy(async () => ({ default: (await import('./no-version.tsx')).NoVersion }));

const Certificate = lazy(async () => ({ default: (await import('./certificate.tsx')).Certificate }));

/** RecordView shows one record: its data, its checks, its entry proof and its history. An address with `?version=` or `?at=` asks for an earlier state of it, one with `?compare=` for another version beside it. */
export function RecordView({ register, recordKey }: { register: RegisterId; recordKey: string }) {
  const session = useSession();
  const { at } = useAsked();
  const name = useMemo(() => ({ register, key: recordKey }), [register, recordKey]);
  // Asked for together with the others, so that the checks need not wait for them later.
  usePrefetchQuery(headQuery(session));
  usePrefetchQuery(registerQuery(session));
  const selection = useSelection(recordKey);
  switch (selection.kind) {
    case 'loading':
      return <Skeleton lines={8} label={`Loading record ${isolated(recordKey)}`} />;
    case 'failed':
      return <PageFailure page="record" at={at} {...selection} />;
    case 'version':
      return <RecordPage name={name} selected={selection} />;
    case 'missing':
    case 'not-yet':
    case 'no-version':
      return (
        <Suspense fallback={<Skeleton lines={8} label={`Loading record ${isolated(recordKey)}`} />}>
          <NoVersion record={name} selection={selection} />
        </Suspense>
      );
  }
}

function RecordPage({ name, selected }: { name: RecordName; selected: Selected }) {
  const session = useSession();
  const asked = useAsked();
  const { compare } = asked;
  const isCertificate = new URLSearchParams(useLocation().search).get('print') === 'certificate';
  const rich = use(RichContext);
  const { data: summary } = useQuery(registerQuery(session));
  const version = useShownVersion(name.key, selected);
  const { entry, record, proof, failure, blocked, versions, trailError } = version;
  const trust = useDataTrust();
  const newest = useNewest(name.key, version);
  // What is not asked for by a pasted link waits until the proof is there or cannot be read.
  const isProved = record === undefined || proof !== undefined || failure !== undefined;
  const other = versions?.find(({ entryNumber }) => entryNumber === compare);
  const [compared] = useCheckedVersions(other ? [other] : []);
  const schema = summary?.schema ?? NONE;
  const checks = (
    <RecordChecks recordKey={name.key} version={version} newest={newest.lines} compared={compared} />
  );
  if (isCertificate)
    return (
      <Suspense fallback={<Skeleton lines={8} label="Loading the certificate" />}>
        <Certificate version={version} checks={checks} back={versionPath(name, asked)} />
      </Suspense>
    );
  return (
    <article>
      <RecordHead name={name} version={version} trust={trust} />
      {record === undefined ? (
        <VersionBar
          label={`Versions of ${isolated(name.key)}`}
          param="version"
          name={name}
          versions={versions ?? NONE}
          shown={entry?.entryNumber}
        />
      ) : (
        isProved && entry && <NewerVersion record={name} entry={entry} head={proof?.checkpoint} />
      )}
      <DataAndProof
        key={entry?.entryNumber}
        checks={checks}
        name={name}
        version={version}
        compared={compared}
        isUnverified={trust !== 'sound'}
        isWhole={newest.isWhole}
        schema={schema}
        variant={summary?.variant}
        isProved={isProved}
      />
      <HistoryCard
        name={name}
        schema={schema}
        trail={isProved ? versions : undefined}
        error={trailError}
        isWhole={newest.isWhole}
        shown={record === undefined ? entry?.entryNumber : undefined}
      />
      {record !== undefined && isProved && blocked === undefined && rich && (
        <div className="unprinted">
          <rich.Backlinks recordKey={name.key} />
        </div>
      )}
    </article>
  );
}

const NONE = [] as const;

function RecordHead({
  name,
  version: { record, entry, items, versions, proof, head, data },
  trust,
}: {
  name: RecordName;
  version: ShownVersion;
  trust: ReturnType<typeof useDataTrust>;
}) {
  const asked = useAsked();
  const { at } = asked;
  const rich = use(RichContext);
  const { key } = name;
  const path = versionPath(name, asked);
  const place = formatNumber((versions?.findIndex((one) => one === entry) ?? -1) + 1);
  const title = trust !== 'refused' && data?.verdict.outcome === 'holds' && items?.[0]?.item.get('name');
  const isName = typeof title === 'string' && title !== '' && !isRedacted(title);
  const size = at ?? proof?.checkpoint.logSize ?? head?.logSize ?? 0;
  return (
    <PageHead
      crumbs={
        <>
          <Link to={pathTo({ view: 'records', register: name.register })}>Records</Link> /{' '}
          {record ? (
            <Mono text={key} />
          ) : (
            <>
              <Link to={versionPath(name, {})}>
                <Mono text={key} />
              </Link>{' '}
              / version {place}
            </>
          )}
        </>
      }
      title={<Literal text={isName ? title : key} most={300} />}
      note={
        <>
          {rich && <rich.Ended item={items?.[0]?.item} />}
          Record <Mono text={key} />
          {!record && ` · version ${place} of ${formatNumber(versions?.length ?? 0)}`}
          {items && trust !== 'sound' && entry?.itemHashes.length !== 0 && ' · data unverified'}
          {entry && (
            <>
              {` · entry ${formatNumber(entry.entryNumber)}`}
              {size >= entry.entryNumber && ` of ${formatNumber(size)}`}
              {' · updated '}
              <Time at={entry.timestamp} only="day" />
            </>
          )}
          {record && head && (
            <>
              {' · '}
              <Link to={versionPath(name, { at: head.logSize })}>View over time</Link>
            </>
          )}
        </>
      }
      actions={
        <>
          <CopyLink what={`this ${record ? 'record' : 'version'}`} />
          <Link className={buttonClass()} to={`${path}${path.includes('?') ? '&' : '?'}print=certificate`}>
            Certificate
          </Link>
          <SaveEntryProof entry={proof} data={data} />
        </>
      }
    />
  );
}
