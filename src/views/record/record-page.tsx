import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';
import type { Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery, trailQuery } from '../../query/record-queries.ts';
import type { Tampered } from '../../query/lab-query.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { useProveAnother } from '../../query/use-entry-check.ts';
import { buttonClass } from '../../ui/button.tsx';
import { checkAtEarlierSize } from '../../ui/proof/inclusion-check.ts';
import { formatNumber } from '../../ui/format.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import type { Played } from '../../ui/proof/proof-picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { isRedacted } from '../../ui/values/value.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { SaveEntryProof } from '../shared/save-entry-proof.tsx';
import { VersionDataCard } from './data-card.tsx';
import { HistoryCard, Restored } from './history.tsx';
import { NewerVersion } from './newer-version.tsx';
import { useRecordLines } from './record-lines.tsx';
import { type ShownVersion, useAsked } from './use-version.ts';
import { VersionBar } from './version-bar.tsx';
import { sameDataBefore, type StateAt } from './versions.ts';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './record.module.css';

// Fetched when a reader begins to change a copy.
const TamperCard = lazy(async () => import('./tamper-card.tsx'));

/** RecordPage shows a record as it is now, or one of its versions at the present head or at an earlier size: its data, its checks, its history and its entry proof. */
export function RecordPage({
  name,
  version,
  state,
  trail,
  trailError = null,
  entryNumber: named,
}: {
  name: RecordName;
  version: ShownVersion;
  /** The versions at the size shown, of which `version` is one; left out on the page of the present record. */
  state?: StateAt | undefined;
  /** All versions that the server lists, those after an earlier size included; undefined where there is no trail. */
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
  const proveAnother = useProveAnother(version.head);
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
  // What is not asked for by a pasted link waits until the proof is there or cannot be had.
  const isProved = !isPresent || proof !== undefined || failure !== undefined;
  const { played, play, stop } = usePlayed(items);
  const [isTampering, setTampering] = useState(false);
  const [tampered, setTampered] = useState<Tampered>();
  const startTampering = (): void => {
    stop();
    setTampering(true);
  };
  const stopTampering = useCallback(() => {
    setTampering(false);
    setTampered(undefined);
  }, []);
  const [only, ...rest] = items ?? [];
  const canTamper =
    isSound && proof?.verdict.outcome === 'holds' && asked.at === undefined && rest.length === 0;
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
        : entry && <WhichVersion name={name} versions={state.versions} shown={place} entry={entry} />}
      <PageVerdict checks={lines} />
      <div className={styles['columns']}>
        {isTampering && proof && only ? (
          <Suspense fallback={<Skeleton lines={8} label="Loading the editor" />}>
            <TamperCard
              register={register}
              item={only.item}
              proof={proof}
              schema={schema}
              onChange={setTampered}
              onClose={stopTampering}
            />
          </Suspense>
        ) : (
          <VersionDataCard
            name={name}
            version={version}
            isSound={isSound}
            isWhole={isWhole}
            schema={schema}
            versions={isProved && isSound ? versions?.slice(0, place + 1) : undefined}
            linkedVersion={asked.version}
            onPress={proof && play}
            onTamper={canTamper ? startTampering : undefined}
          />
        )}
        <ProofCard
          {...(tampered
            ? { check: tampered.check, data: tampered.data, changed: changedNodes(tampered) }
            : { ...checkAtEarlierSize(proof), data: version.data })}
          played={played}
          failure={failure}
          retrying={version.isProving}
          spelling={summary?.variant}
          proveAnother={proveAnother}
          onRetry={onRetry}
        />
      </div>
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

/** usePlayed is the value whose way to the root is shown, and what shows another one's. */
function usePlayed(items: ShownVersion['items']) {
  const [played, setPlayed] = useState<Played>();
  const play = (name: string): void => {
    const value = items?.find(({ item }) => item.has(name))?.item.get(name);
    const bytes = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
    setPlayed((before) => ({ name, bytes, times: (before?.times ?? 0) + 1 }));
  };
  return { played, play, stop: () => setPlayed(undefined) };
}

/** changedNodes are the boxes of a picture that a change of the data reaches: all that are computed from it. */
function changedNodes({ check, data }: Tampered): ReadonlySet<string> {
  if (check.verdict.outcome === 'holds' || data.verdict.outcome !== 'holds') return new Set(['data']);
  const computed = check.steps.map(({ level }) => `computed-${level}`);
  return new Set(['data', 'item-hash', 'entry', 'leaf', 'computed-root', ...computed]);
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

/** WhichVersion leads from one version to the others. */
function WhichVersion({
  name,
  versions,
  shown,
  entry,
}: {
  name: RecordName;
  versions: readonly Entry[];
  shown: number;
  entry: Entry;
}) {
  const asked = useAsked();
  const before = versions[shown - 1];
  return (
    <div className={styles['where']}>
      <VersionBar
        label={`Versions of ${isolated(name.key)}`}
        versions={versions}
        shown={shown}
        toVersion={(version) => versionPath(name, { ...asked, version })}
      />
      {before !== undefined && (
        <Link
          className={buttonClass()}
          to={versionPath(name, { ...asked, version: entry.entryNumber, compare: before.entryNumber })}
        >
          Side by side with the one before
        </Link>
      )}
      {shown < versions.length - 1 && (
        <Link to={versionPath(name, {})}>
          {asked.at === undefined ? 'The record as it is now' : 'The newest at this size'}
        </Link>
      )}
      <Restored record={name} restored={sameDataBefore(versions, shown)} />
    </div>
  );
}
