import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { usePageChecks, useWorstVerdict } from '../../query/use-page-checks.ts';
import type { Declared } from '../../trust/page-checks.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CheckBadge, rowState } from '../../ui/check-badge.tsx';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { sentenceOf } from '../../ui/check-words.ts';
import { formatNumber } from '../../ui/format.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RecordName, versionPath } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import { useCheckLines } from '../shared/check-lines.tsx';
import { ComparedData } from './compared-data.tsx';
import { Restored } from './history.tsx';
import { nameOf } from './record-page.tsx';
import { useVersion } from './use-earlier.ts';
import { type ShownVersion, useAsked, useVersionItems } from './use-version.ts';
import { VersionBar } from './version-bar.tsx';
import { sameDataBefore } from './versions.ts';
import { PageVerdict } from '../shared/page-verdict.tsx';
import styles from './compare.module.css';

/** CompareVersions shows two versions of a record side by side. Both are proved and hashed, and only data that matches its hash is compared. */
export function CompareVersions({
  record: name,
  versions,
  left,
  right,
}: {
  record: RecordName;
  /** All versions at the size shown, ascending; `left` and `right` are two of them. */
  versions: readonly Entry[];
  left: Entry;
  right: Entry;
}) {
  const { register, key } = name;
  const session = useSession();
  const asked = useAsked();
  const { data: summary } = useQuery(registerQuery(session));
  const items = useVersionItems([left, right]);
  const ends = [useVersion(key, left, asked.at), useVersion(key, right, asked.at)] as const;
  const listed = (kind: 'key' | 'data' | 'inclusion') => ends.flatMap(({ declared }) => declared[kind]);
  const checks = { key: listed('key'), data: listed('data'), inclusion: listed('inclusion') };
  const { key: keyState } = usePageChecks('record', checks, asked.at);
  const { head } = ends[1];
  // Of both entries together only the key and the memory have lines; each entry has one of its own.
  const states = keyState === undefined ? {} : { key: keyState };
  const others = useCheckLines({
    states,
    recordKey: key,
    entryNumber: right.entryNumber,
    at: asked.at,
    proof: ends[1].proof,
    head,
  });
  const lines = [useEndLine('left', left, ends[0]), useEndLine('right', right, ends[1])] as const;
  const [compare, version] = [left.entryNumber, right.entryNumber];
  const placeOf = ({ entryNumber }: Entry): number =>
    versions.findIndex((one) => one.entryNumber === entryNumber);
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'records', register })}>Records</Link> /{' '}
            <Link className="mono" to={versionPath(name, {})}>
              <Literal text={key} most={300} />
            </Link>{' '}
            / side by side
          </>
        }
        title={<Literal text={nameOf(key, ends[1].items, lines[1].state !== 'does-not-match')} most={300} />}
        note={`Version ${formatNumber(placeOf(left) + 1)} and version ${formatNumber(placeOf(right) + 1)} of ${formatNumber(versions.length)}, side by side`}
        actions={
          <>
            <CopyLink what="this comparison" />
            <Link
              className={buttonClass()}
              to={versionPath(name, { ...asked, version: compare, compare: version })}
            >
              Swap the two
            </Link>
          </>
        }
      />
      <PageVerdict
        label="Checks of both versions"
        checks={[...(left === right ? [lines[0]] : lines), ...others]}
      />
      <div className={styles['ends']}>
        <VersionEnd
          record={name}
          side="Left"
          versions={versions}
          shown={placeOf(left)}
          line={lines[0]}
          toVersion={(entryNumber) => versionPath(name, { ...asked, version, compare: entryNumber })}
        />
        <VersionEnd
          record={name}
          side="Right"
          versions={versions}
          shown={placeOf(right)}
          line={lines[1]}
          toVersion={(entryNumber) => versionPath(name, { ...asked, compare, version: entryNumber })}
        />
      </div>
      <ComparedData record={name} left={left} right={right} items={items} schema={summary?.schema ?? []} />
    </article>
  );
}

/** useEndLine is both checks of one version in one line: its entry proof, and the hash of its data. The worse of the two is the state. */
function useEndLine(
  id: string,
  { entryNumber, itemHashes }: Entry,
  { declared, proofError, itemError }: ShownVersion,
): NamedCheck {
  const proof = useWorstVerdict(listOf(declared.inclusion));
  const data = useWorstVerdict(listOf(declared.data));
  const hasData = itemHashes.length > 0;
  const { state } = rowState(seen(proof, proofError), hasData ? [seen(data, itemError)] : []);
  const entry = `Entry ${formatNumber(entryNumber)}`;
  const isData = data?.outcome === 'does-not-match';
  const titles: Record<NamedCheck['state'], string> = {
    holds: `${entry} is in the log, and ${hasData ? 'its data matches its hash' : 'it has no data'}`,
    'does-not-match': isData
      ? `The data of entry ${formatNumber(entryNumber)} does not match its hash`
      : `${entry} does not connect to the root`,
    'cannot-check': `${entry} could not be checked`,
    'not-checked': `${entry} could not be checked`,
    checking: `Checking entry ${formatNumber(entryNumber)}`,
  };
  const detail =
    state === 'holds'
      ? `The hashes of its proof combine with this entry to give the root hash.${hasData ? ' This page hashed the data; the entry records the same hash.' : ''}`
      : [proof, hasData ? data : undefined]
          .map((verdict) => sentenceOf({ verdict }))
          .join(' ')
          .trim();
  return { id, kind: isData ? 'data' : 'inclusion', state, title: titles[state], detail };
}

function listOf(declared: Declared | readonly Declared[]): readonly Declared[] {
  return [declared].flat();
}

function seen(verdict: Verdict | undefined, error: Error | null) {
  return { data: verdict && { verdict }, isError: error !== null, isFetching: error === null };
}

/** VersionEnd is one of the two versions that are compared: which one, how it was checked, and the way to another one. */
function VersionEnd({
  record,
  side,
  versions,
  shown,
  line,
  toVersion,
}: {
  record: RecordName;
  side: 'Left' | 'Right';
  versions: readonly Entry[];
  shown: number;
  line: NamedCheck;
  toVersion: (entryNumber: number) => string;
}) {
  const entry = versions[shown];
  if (entry === undefined) return null;
  return (
    <section className={styles['end']} aria-label={`${side}: entry ${formatNumber(entry.entryNumber)}`}>
      <h2 className={styles['endTitle']}>
        <Link to={versionPath(record, { version: entry.entryNumber })}>
          Entry {formatNumber(entry.entryNumber)}
        </Link>
        <span className={styles['when']}>
          <Time at={entry.timestamp} />
        </span>
        <CheckBadge state={line.state} label={line.title} size={16} />
      </h2>
      {line.state === 'does-not-match' && <p className={styles['failed']}>{line.title}</p>}
      <Restored record={record} restored={sameDataBefore(versions, shown)} />
      <VersionBar label={`${side} version`} versions={versions} shown={shown} toVersion={toVersion} />
    </section>
  );
}
