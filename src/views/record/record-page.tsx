import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import type { Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery, trailQuery } from '../../query/record-queries.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { formatNumber } from '../../ui/format.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { SaveEntryProof } from '../shared/save-entry-proof.tsx';
import { DataAndProof } from './data-and-proof.tsx';
import { HistoryCard } from './history.tsx';
import { NewerVersion } from './newer-version.tsx';
import { useRecordLines } from './record-lines.tsx';
import { type ShownVersion, useAsked } from './use-version.ts';
import type { StateAt } from './versions.ts';
import { PageVerdict } from '../shared/page-verdict.tsx';

/** RecordPage shows a record as it is now, or one of its versions at the present head or at an earlier size: its data, its checks, its history and its entry proof. */
export function RecordPage({
  name,
  version,
  state,
  which,
  trail,
  trailError = null,
  entryNumber: named,
}: {
  name: RecordName;
  version: ShownVersion;
  /** The versions at the size shown, of which `version` is one; left out on the page of the present record. */
  state?: StateAt | undefined;
  /** Leads from this version to the others, on the page of an earlier state. */
  which?: ReactNode;
  /** All versions that the server lists, those after an earlier size included; undefined if there is no trail. */
  trail: readonly Entry[] | undefined;
  trailError?: Error | null;
  /** The entry that the record names, where it names one. */
  entryNumber?: number | undefined;
}) {
  const { register, key } = name;
  const session = useSession();
  const asked = useAsked();
  const rich = use(RichContext);
  const { data: summary } = useQuery(registerQuery(session));
  const { entry, proof, items, blocked } = version;
  const isPresent = state === undefined;
  const versions = state?.versions ?? trail;
  const entryNumber = entry?.entryNumber ?? named;
  const { lines, isWhole, isRefused } = useRecordLines({
    name,
    version,
    state,
    trail,
    isTrailMissing: trailError !== null,
    entryNumber,
  });
  const isSound = version.isDataSound && !isRefused;
  const { failure, onRetry } = useProofFailure(name, version, trailError);
  // What is not asked for by a pasted link waits until the proof is there or cannot be read.
  const isProved = !isPresent || proof !== undefined || failure !== undefined;
  const place = versions?.findIndex((one) => one.entryNumber === entry?.entryNumber) ?? -1;
  const schema = summary?.schema ?? [];
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'records', register })}>Records</Link> /{' '}
            {isPresent ? (
              <span className="mono">
                <Literal text={key} most={300} />
              </span>
            ) : (
              <>
                <Link className="mono" to={versionPath(name, {})}>
                  <Literal text={key} most={300} />
                </Link>{' '}
                / version {formatNumber(place + 1)}
              </>
            )}
          </>
        }
        title={<Literal text={nameOf(key, items, isSound)} most={300} />}
        note={
          <>
            {rich && <rich.Ended item={items?.[0]?.item} />}
            Record{' '}
            <span className="mono">
              <Literal text={key} most={300} />
            </span>
            {!isPresent && ` · version ${formatNumber(place + 1)} of ${formatNumber(versions?.length ?? 0)}`}
            {items && !isSound && entry?.itemHashes.length !== 0 && ' · data unverified'}
            {entry && <EntryNote entry={entry} logSize={asked.at ?? logSizeOf(version)} />}
            {isPresent && version.head && (
              <>
                {' · '}
                <Link to={versionPath(name, { at: version.head.logSize })}>View over time</Link>
              </>
            )}
          </>
        }
        actions={
          <>
            <CopyLink what={`this ${isPresent ? 'record' : 'version'}`} />
            <SaveEntryProof entry={proof} data={version.data} />
          </>
        }
      />
      {isPresent
        ? isProved && entry && <NewerVersion record={name} entry={entry} head={proof?.checkpoint} />
        : which}
      <PageVerdict checks={lines} />
      <DataAndProof
        key={entry?.entryNumber}
        name={name}
        version={version}
        isSound={isSound}
        isWhole={isWhole}
        schema={schema}
        variant={summary?.variant}
        versions={isSound ? versions?.slice(0, isProved ? place + 1 : 0) : undefined}
        failure={failure}
        onRetry={onRetry}
      />
      <HistoryCard
        name={name}
        schema={schema}
        trail={isProved ? versions : undefined}
        error={isPresent ? trailError : null}
        isWhole={isWhole}
        shown={isPresent ? undefined : entry?.entryNumber}
      />
      {isPresent && isProved && blocked === undefined && rich && <rich.Backlinks recordKey={key} />}
    </article>
  );
}

/** nameOf is the name in the data shown where that is sound, else the key; a redacted name is not one. */
export function nameOf(key: string, items: ShownVersion['items'], isSound: boolean): string {
  const name = isSound ? items?.[0]?.item.get('name') : undefined;
  return typeof name === 'string' && name !== '' && !isRedacted(name) ? name : key;
}

function logSizeOf({ proof, head }: ShownVersion): number | undefined {
  return proof?.checkpoint.logSize ?? head?.logSize;
}

/** useProofFailure is why there is no proof, in words, and what trying again does. */
function useProofFailure(name: RecordName, { blocked, proofError }: ShownVersion, trailError: Error | null) {
  const session = useSession();
  const queries = useQueryClient();
  const retry = useRetry();
  if (blocked === undefined || trailError !== null || !('reason' in blocked))
    return { failure: proofError === null ? undefined : describeFailure(proofError), onRetry: retry };
  return {
    failure: { title: 'The server’s answers disagree', message: blocked.reason, request: false as const },
    onRetry: () =>
      void Promise.all(
        [recordQuery(session, name.key), trailQuery(session, name.key)].map(({ queryKey }) =>
          queries.refetchQueries({ queryKey }),
        ),
      ),
  };
}

function EntryNote({ entry, logSize }: { entry: Entry; logSize: number | undefined }): ReactNode {
  return (
    <>
      {' · entry '}
      {formatNumber(entry.entryNumber)}
      {logSize !== undefined && logSize >= entry.entryNumber && ` of ${formatNumber(logSize)}`}
      {' · updated '}
      <Time at={entry.timestamp} only="day" />
    </>
  );
}
