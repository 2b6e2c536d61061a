import { type ComponentProps, memo, type ReactNode, useCallback, useState } from 'react';
import { Part } from '../../ui/part.tsx';
import type { Entry, Item } from '../../core/model.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useProveAnother } from '../../query/use-entry-check.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable, UNVERIFIED } from '../../ui/data-table.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash.tsx';
import { Link, pathsIn } from '../../ui/link.tsx';
import { isolated, Mono } from '../../ui/literal.tsx';
import { versionPath } from '../../ui/paths.ts';
import { ProofCard } from '../../ui/proof/proof-figure.tsx';
import type { PlayedValue } from '../../ui/proof/proof-picture.tsx';
import { Skeleton } from '../../ui/notice.tsx';
import { SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { type CheckedVersion, itemOf, problemOf, useCheckedVersions } from '../shared/checked-versions.ts';
import { EntryData } from '../shared/entry-data.tsx';
import { useSchema } from '../shared/register-facts.ts';
import { useUnverified } from '../shared/page-verdict.tsx';
import { COMPARED_AT_FIRST, type RecordPage, traceSince, useVersionQuery } from './use-record.ts';
import { CompareCard, Tampering } from './later-parts.ts';
import styles from './record.module.css';

// A picture has hundreds of parts, and each answer redraws the page.
const Proof = memo(ProofCard);

/**
 * DataAndProof shows the verdict, and the data of a version next to its entry proof. A pressed value is
 * followed through the picture. A copy of the data can be changed in its place, which the verdict then
 * describes, or two versions compared. All state belongs to one version: another one needs another `key`.
 */
export function DataAndProof({
  checks,
  compared,
  missing,
  ...page
}: RecordPage & {
  checks: ReactNode;
  /** The version to compare with this one. */
  compared: CheckedVersion | undefined;
  /** The entry to compare with, if no version has it. */
  missing: number | undefined;
}) {
  const { name, version } = page;
  const { data: summary } = useSummary();
  const schema = useSchema();
  const { at } = useVersionQuery();
  const { statedBy } = SOURCE_WORDS[useSource()];
  const unverified = useUnverified();
  const { entry, proof, items, data } = version;
  const [played, setPlayed] = useState<PlayedValue>();
  const [isTampering, setTampering] = useState(false);
  const proveAnother = useProveAnother(version.head);
  const isRead = items !== undefined || version.itemError !== null || entry?.itemHashes.length === 0;
  const only = items?.length === 1 ? items[0]?.item : undefined;
  const play = (attribute: string): void => {
    const bytes = `${JSON.stringify(attribute)}:${JSON.stringify(only?.get(attribute))}`;
    setPlayed((before) => ({ name: attribute, bytes, times: (before?.times ?? 0) + 1 }));
  };
  const canTamper = at === undefined && only && !unverified && proof?.verdict.outcome === 'holds';
  const tamper = useCallback(() => {
    setPlayed(undefined);
    setTampering(true);
  }, []);
  const picture = (copy?: Partial<ComponentProps<typeof ProofCard>>) => (
    <Proof
      // It begins at the data.
      check={isRead ? proof : undefined}
      data={data}
      played={played}
      failure={version.failure}
      retrying={version.isProving}
      spelling={summary?.variant}
      proveAnother={proveAnother}
      onRetry={version.onRetry}
      onTamper={canTamper ? tamper : undefined}
      {...copy}
    />
  );
  if (isTampering && canTamper && only)
    return (
      <>
        <div hidden>{checks}</div>
        <Part fallback={<Skeleton lines={8} label="Loading" />}>
          <Tampering
            item={only}
            proof={proof}
            picture={(copy) => picture({ ...copy, onTamper: undefined })}
            onClose={() => setTampering(false)}
          />
        </Part>
      </>
    );
  const before = itemOf(compared?.data);
  const comparing = <Skeleton lines={8} label="Comparing" />;
  const isWaiting = compared && !unverified && (!isRead || compared.data === 'waiting');
  const isCompared = compared && before && entry && only && !unverified;
  const card = isWaiting ? (
    comparing
  ) : isCompared ? (
    <CompareCard {...page} left={compared.entry} before={before} after={only}>
      {picture()}
    </CompareCard>
  ) : (
    <Card
      title="Data"
      note={
        items && unverified
          ? UNVERIFIED[unverified]
          : items && items.length > 1 && countOf(items.length, 'item')
      }
    >
      {compared && (
        <p className="boxed sand" data-announce="">
          Not compared with entry {formatNumber(compared.entry.entryNumber)}:{' '}
          {problemOf(compared.data, 'it') ?? 'this version is not one verified item'}.
        </p>
      )}
      {missing !== undefined && (
        <p className="boxed sand" data-announce="">
          {isolated(name.key)} has no entry {formatNumber(missing)}
          {at !== undefined && ` up to entry ${formatNumber(at)}`} to compare with, as {statedBy}.
        </p>
      )}
      <EntryData entry={entry} items={items} error={version.itemError}>
        {({ item, expected: hash }, index) => (
          <div key={index} className={styles.item}>
            {unverified || !only ? (
              <DataTable item={item} schema={schema} unverified={unverified} />
            ) : (
              <SinceTable {...page} item={item} play={proof && play} played={played?.name} />
            )}
            {hash !== undefined && (
              <p className={styles.foot}>
                <span>
                  {data?.verdict.outcome === 'does-not-match' ? 'Recorded fingerprint' : 'Fingerprint'}{' '}
                  <HashText hash={hash} />
                </span>
                <Link className="unprinted" to={pathsIn(name.register).item(hash, entry?.entryNumber)}>
                  Inspect bytes
                </Link>
              </p>
            )}
          </div>
        )}
      </EntryData>
    </Card>
  );
  return (
    <>
      <div>{checks}</div>
      <div className={styles.columns}>
        <Part fallback={comparing}>{card}</Part>
        {!isWaiting && !isCompared && picture()}
      </div>
    </>
  );
}

const NONE: readonly Entry[] = [];

/**
 * SinceTable shows the data of one version. The menu of an attribute says since which entry it has its value,
 * links to it, and follows it through the proof.
 */
function SinceTable({
  name,
  version: { entry, versions = NONE, cutAfter, isProofSettled },
  isWhole,
  item,
  play,
  played,
}: RecordPage & {
  item: Item;
  /** Shows how the value of an attribute is hashed; undefined if there is no picture to show it in. */
  play: ((attribute: string) => void) | undefined;
  /** The attribute shown that way. */
  played: string | undefined;
}) {
  const schema = useSchema();
  const versionQuery = useVersionQuery();
  const { attribute: marked } = versionQuery;
  const end = isProofSettled ? versions.findIndex((one) => one === entry) + 1 : 0;
  // Versions may be missing before one that a cut list lacks.
  const from = Math.max(0, end - (cutAfter === undefined ? COMPARED_AT_FIRST + 1 : 1));
  const sinceOf = traceSince(useCheckedVersions(versions.slice(from, end)), from === 0);
  const actions = (id: string) => {
    const { kind, entryNumber } = sinceOf?.(id) ?? {};
    return (
      <ul className={styles.actions}>
        {kind === 'never' && isWhole && <li>never set</li>}
        {kind && kind !== 'never' && (
          <li>
            <Link to={versionPath(name, { version: entryNumber, attribute: id })}>
              {isWhole ? 'Since' : 'Reported since'} entry {formatNumber(entryNumber ?? 0)}
            </Link>
            {kind === 'or-before' && ' or before'}
          </li>
        )}
        <li>
          <Link to={versionPath(name, { ...versionQuery, attribute: id })} replace>
            Link to this value
          </Link>
        </li>
        {play && item.has(id) && (
          <li>
            <button type="button" className="as-link" data-close="" onClick={() => play(id)}>
              Show how it is hashed
            </button>
          </li>
        )}
      </ul>
    );
  };
  return (
    <>
      {marked !== undefined && !item.has(marked) && schema.every(({ id }) => id !== marked) && (
        <p className="faint" data-announce="">
          There is no attribute <Mono text={marked} /> in this data.
        </p>
      )}
      <DataTable item={item} schema={schema} marked={marked} played={played} actions={actions} />
    </>
  );
}
