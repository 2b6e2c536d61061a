import { use } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useProveAnotherEarlier } from '../../query/prove-another-earlier.ts';
import { registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { useRetry } from '../../query/use-retry.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { drawnEarlier } from '../../ui/drawn-earlier.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { CopyButton } from '../../ui/hash/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof-card.tsx';
import { Time } from '../../ui/time.tsx';
import { RichContext } from '../../ui/values/rich-context.ts';
import { History, Restored } from './history.tsx';
import { KeepRecord } from './keep-record.tsx';
import { nameOf } from './record-body.tsx';
import type { StateAt } from './state-at.ts';
import { useAsked } from './use-asked.ts';
import { useVersionCheck } from './use-version-check.ts';
import { useVersionChecks } from './use-version-checks.tsx';
import { itemStates, useVersionItems } from './use-version-items.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { VersionBar } from './version-bar.tsx';
import { VersionData } from './version-data.tsx';
import { sameDataBefore } from './versions.ts';
import record from './record.module.css';
import styles from './version-view.module.css';

/** VersionView shows one version of a record, at the present head or at an earlier size: its data, its checks at that size, its place among the versions. */
export function VersionView({
  record: name,
  state,
  trail,
  shown,
}: {
  record: RecordName;
  state: StateAt;
  /** All versions the server lists, those after an earlier size included. */
  trail: readonly Entry[] | undefined;
  /** The place of the version among those of the state. */
  shown: number;
}) {
  const { register, key } = name;
  const session = useSession();
  const retry = useRetry();
  const asked = useAsked();
  const rich = use(RichContext);
  const { versions } = state;
  const entry = versions[shown] ?? NO_ENTRY;
  const { data: summary } = useQuery(registerQuery(session));
  const schema = summary?.schema ?? [];
  const items = useVersionItems([entry]);
  const found = useVersionCheck(entry, items, asked.at);
  const proveAnother = useProveAnotherEarlier(found.head);
  const isNewest = shown === versions.length - 1;
  const { checks, whole } = useVersionChecks({ name, state, trail, entry, isNewest, found });
  const read = itemStates(entry, items).flatMap(({ data }) => data ?? []);
  const size = asked.at ?? found.check?.checkpoint.logSize ?? found.head?.logSize;
  const before = versions[shown - 1];
  const drawn = drawnEarlier(found.check);
  const { proofError } = found;
  return (
    <article>
      <PageHead
        crumbs={
          <>
            <Link to={pathTo({ view: 'records', register })}>Records</Link> /{' '}
            <Link className="mono" to={versionPath(name, {})}>
              <Literal text={key} most={300} />
            </Link>{' '}
            / version {formatNumber(shown + 1)}
          </>
        }
        title={<Literal text={nameOf(key, read)} most={300} />}
        note={
          <>
            {rich && <rich.Ended item={read[0]?.item} />}
            Record{' '}
            <span className="mono">
              <Literal text={key} most={300} />
            </span>
            {` · version ${formatNumber(shown + 1)} of ${formatNumber(versions.length)} · entry ${formatNumber(entry.entryNumber)}`}
            {size !== undefined && ` of ${formatNumber(size)}`}
            {' · '}
            <Time at={entry.timestamp} only="day" />
          </>
        }
        actions={
          <>
            <CopyButton text={location.href} label="Copy the link to this version">
              Copy link
            </CopyButton>
            <KeepRecord register={register} entry={found.check} data={found.data} />
          </>
        }
      />
      <div className={styles['where']}>
        <VersionBar
          label={`Versions of ${isolated(key)}`}
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
        {!isNewest && (
          <Link to={versionPath(name, {})}>
            {asked.at === undefined ? 'The record as it is now' : 'The newest at this size'}
          </Link>
        )}
        <Restored record={name} restored={sameDataBefore(versions, shown)} />
      </div>
      <CheckStrip checks={checks} />
      <div className={record['columns']}>
        <VersionData
          record={name}
          entry={entry}
          items={items}
          schema={schema}
          versions={versions.slice(0, shown + 1)}
          complete={whole}
          named={asked.version}
        />
        <Card
          title="History"
          note={countOf(versions.length, 'version') + (whole ? ', all there are' : ', says the server')}
        >
          <History
            record={name}
            trail={versions}
            schema={schema}
            newest={asked.at === undefined ? (whole ? 'latest' : 'latest sent') : 'newest then'}
            shown={entry.entryNumber}
          />
        </Card>
      </div>
      <ProofCard
        {...drawn}
        failure={proofError === null ? undefined : describeFailure(proofError)}
        retrying={found.proving}
        spelling={summary?.variant}
        proveAnother={proveAnother}
        onRetry={retry}
      />
    </article>
  );
}

const NO_ENTRY: Entry = { entryNumber: 0, indexEntryNumber: 0, timestamp: '', key: '', itemHashes: [] };
