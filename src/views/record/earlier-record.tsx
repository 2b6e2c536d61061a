import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { recordQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageFailure } from '../shared/page-failure.tsx';
import { CompareVersions } from './compare-versions.tsx';
import { Restored } from './history.tsx';
import { NotYet, NoVersion, RecordMissing } from './no-version.tsx';
import { RecordPage } from './record-page.tsx';
import { useVersion, useVersions } from './use-earlier.ts';
import { useAsked } from './use-version.ts';
import { VersionBar } from './version-bar.tsx';
import { sameDataBefore, type StateAt } from './versions.ts';
import styles from './record.module.css';

/** EarlierRecord shows a record as it was: one of its versions, two of them side by side, or its state at the log size that the address asks for, which the log has reached. */
export function EarlierRecord({ name }: { name: RecordName }) {
  const session = useSession();
  const { at, version, compare } = useAsked();
  const { state, trail, error, retrying } = useVersions(name.key, at);
  const failure = state === undefined && error !== null ? error : undefined;
  const isMissing = failure !== undefined && describeFailure(failure).notFound;
  const alone = useQuery({ ...recordQuery(session, name.key), enabled: isMissing });
  if (failure !== undefined) {
    if (isMissing && alone.isPending) return <Skeleton lines={8} label="Looking for the record" />;
    // A record may be there where the server has no trail of it.
    return isMissing && alone.data === undefined ? (
      <RecordMissing record={name} />
    ) : (
      <PageFailure page="record" error={failure} at={at} retrying={retrying} />
    );
  }
  if (state === undefined)
    return <Skeleton lines={8} label={`Loading the versions of ${isolated(name.key)}`} />;
  const { versions } = state;
  const shown = version === undefined ? versions.at(-1) : entryOf(version, versions);
  const other = compare === undefined ? undefined : entryOf(compare, versions);
  if (versions.length === 0) return <NotYet record={name} at={at} first={trail?.[0]} />;
  if (shown === undefined || (compare !== undefined && other === undefined))
    return <NoVersion record={name} versions={versions} trail={trail} />;
  if (other !== undefined)
    return <CompareVersions record={name} versions={versions} left={other} right={shown} />;
  return <EarlierVersion name={name} entry={shown} state={state} trail={trail} />;
}

function EarlierVersion({
  name,
  entry,
  state,
  trail,
}: {
  name: RecordName;
  entry: Entry;
  state: StateAt;
  trail: readonly Entry[] | undefined;
}) {
  const version = useVersion(name.key, entry, useAsked().at);
  const which = <WhichVersion name={name} versions={state.versions} entry={entry} />;
  return <RecordPage name={name} version={version} state={state} trail={trail} which={which} />;
}

function entryOf(entryNumber: number, versions: readonly Entry[]): Entry | undefined {
  return versions.find((entry) => entry.entryNumber === entryNumber);
}

/** WhichVersion leads from one version to the others. */
function WhichVersion({
  name,
  versions,
  entry,
}: {
  name: RecordName;
  versions: readonly Entry[];
  entry: Entry;
}) {
  const asked = useAsked();
  const shown = versions.indexOf(entry);
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
