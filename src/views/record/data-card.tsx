import { useEffect, useRef } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { describeFailure } from '../../query/failure.ts';
import { useRetry } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { sameValue } from '../../ui/diff/item-diff.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated, Literal } from '../../ui/literal.tsx';
import { pathTo, type RecordName, type RegisterId, versionPath } from '../../ui/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isUnset } from '../../ui/values/value.tsx';
import {
  itemOf,
  type ShownItem,
  type ShownVersion,
  useAsked,
  useProvedVersions,
  useVersionItems,
  type VersionData,
  versionData,
} from './use-version.ts';
import { VERSIONS_AT_FIRST } from './versions.ts';
import styles from './record.module.css';

/** Playing shows how the value of an attribute is hashed; undefined if there is no picture to show it in. */
type Playing =
  | {
      readonly play: (attribute: string) => void;
      /** The attribute that is shown. */
      readonly shown: string | undefined;
    }
  | undefined;

/** Traced is the version that a table shows, among the versions of its record. */
interface Traced {
  readonly record: RecordName;
  /** The versions up to the one that is shown, ascending. */
  readonly versions: readonly Entry[];
  /** They are known to be all there are; else the server may have left some out. */
  readonly isWhole: boolean;
  /** The entry that links to attributes name; none for the newest version, whatever that is. */
  readonly linkedVersion: number | undefined;
}

/** VersionDataCard is the data of the version that a page shows, with since when it says so; or why it is not there. */
export function VersionDataCard({
  name,
  version: { entry, items, itemError },
  isSound,
  isWhole,
  schema,
  versions,
  linkedVersion,
  playing,
  onTamper,
  canTamper,
}: {
  name: RecordName;
  version: ShownVersion;
  /** The data matches, in an entry that connects to the log. */
  isSound: boolean;
  /** The versions are known to be all there are. */
  isWhole: boolean;
  schema: readonly Attribute[];
  /** The versions up to this one, ascending; none before its data may be compared with theirs. */
  versions: readonly Entry[] | undefined;
  linkedVersion: number | undefined;
  playing?: Playing;
  onTamper: (() => void) | undefined;
  canTamper: boolean;
}) {
  const retry = useRetry();
  if (entry?.itemHashes.length === 0)
    return (
      <Card title="Data">
        <p className={styles['none']}>
          Entry {formatNumber(entry.entryNumber)} records no item: this version has no data.
        </p>
      </Card>
    );
  if (itemError !== null)
    return (
      <Card title="Data">
        <FailureNotice failure={describeFailure(itemError)} onRetry={retry} />
      </Card>
    );
  return (
    <DataCard
      register={name.register}
      items={items}
      isUnverified={!isSound}
      schema={schema}
      traced={versions && { record: name, versions, isWhole, linkedVersion }}
      playing={playing}
      onTamper={onTamper}
      canTamper={canTamper}
    />
  );
}

/** DataCard shows the items of a version; with `traced`, of a single item also since when each attribute has its value. */
export function DataCard({
  register,
  items,
  isUnverified,
  schema,
  traced,
  playing,
  onTamper,
  canTamper = false,
}: {
  register: RegisterId;
  items: readonly ShownItem[] | undefined;
  isUnverified: boolean;
  schema: readonly Attribute[];
  traced?: Traced | undefined;
  playing?: Playing;
  /** Lets the reader change a copy of the data, once that can be. */
  onTamper?: (() => void) | undefined;
  canTamper?: boolean;
}) {
  return (
    <Card
      title="Data"
      note={items !== undefined && items.length > 1 ? `${items.length} items` : undefined}
      actions={
        onTamper && (
          // It has its place from the start, so that nothing moves when it comes.
          <Button className={canTamper ? undefined : styles['absent']} onClick={onTamper}>
            Tamper with a copy
          </Button>
        )
      }
    >
      {items === undefined ? (
        <Skeleton lines={12} label="Hashing the data" />
      ) : (
        items.map(({ item, expected: hash }, index) => (
          <div key={index} className={styles['item']}>
            {traced && items.length === 1 ? (
              <TracedTable {...traced} item={item} schema={schema} playing={playing} />
            ) : (
              <DataTable item={item} schema={schema} isUnverified={isUnverified} />
            )}
            {hash !== undefined && (
              <p className={styles['foot']}>
                <span>
                  Hash in the entry: <HashText hash={hash} />
                </span>
                <Link className="unprinted" to={pathTo({ view: 'item', register, hash })}>
                  Inspect its bytes
                </Link>
              </p>
            )}
          </div>
        ))
      )}
    </Card>
  );
}

/** TracedTable shows the data of one version, and of each attribute since which entry it has this value. It can be linked to attribute by attribute. Every version that is compared is hashed first. */
function TracedTable({
  record,
  item,
  schema,
  versions,
  isWhole,
  linkedVersion,
  playing,
}: Traced & { readonly item: Item; readonly schema: readonly Attribute[]; readonly playing: Playing }) {
  const asked = useAsked();
  const from = asked.wholeHistory ? 0 : Math.max(0, versions.length - VERSIONS_AT_FIRST - 1);
  const compared = versions.slice(from);
  const items = useVersionItems(compared);
  const proved = useProvedVersions(compared);
  const since = traceSince(
    compared.map((entry) => ({
      entryNumber: entry.entryNumber,
      data: versionData(entry, items, proved),
    })),
    from === 0,
  );
  const { attribute } = asked;
  const besideOf = (name: string) => (
    <span className={styles['beside']}>
      <SinceNote record={record} attribute={name} since={since?.(name)} isWhole={isWhole} />
      {playing && item.has(name) && (
        <button
          type="button"
          className={styles['anchor']}
          title="Show how this value is hashed"
          aria-label={`Show how ${isolated(name)} is hashed`}
          aria-pressed={name === playing.shown}
          onClick={() => playing.play(name)}
        >
          ▸
        </button>
      )}
      <Anchor
        to={versionPath(record, { ...asked, version: linkedVersion, attribute: name })}
        attribute={name}
        marked={name === attribute}
      />
    </span>
  );
  return (
    <>
      {attribute !== undefined && !item.has(attribute) && schema.every(({ id }) => id !== attribute) && (
        <p className={styles['none']} role="status">
          There is no attribute{' '}
          <span className="mono">
            <Literal text={attribute} />
          </span>{' '}
          in this data.
        </p>
      )}
      <DataTable item={item} schema={schema} marked={attribute} beside={besideOf} onPress={playing?.play} />
    </>
  );
}

function SinceNote({
  record,
  attribute,
  since,
  isWhole,
}: {
  record: RecordName;
  attribute: string;
  since: Since | undefined;
  /** Without the whole log, which versions there are is the server's statement. */
  isWhole: boolean;
}) {
  if (since === undefined) return null;
  if (since.kind === 'never') return isWhole ? <span>never set</span> : null;
  const { entryNumber } = since;
  return (
    <span>
      <Link className={styles['since']} to={versionPath(record, { version: entryNumber, attribute })}>
        {isWhole ? 'since' : 'reported since'} <span className="visually-hidden">entry </span>
        <b>{formatNumber(entryNumber)}</b>
      </Link>
      {since.kind === 'or-before' && ' or before'}
    </span>
  );
}

/** Anchor links to one attribute; the one that the address asks for is scrolled to. */
function Anchor({ to, attribute, marked }: { to: string; attribute: string; marked: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (marked) link.current?.scrollIntoView({ block: 'center' });
  }, [marked]);
  return (
    <Link
      ref={link}
      className={styles['anchor']}
      to={to}
      replace
      aria-current={marked || undefined}
      aria-label={`Link to ${isolated(attribute)}`}
    >
      #
    </Link>
  );
}

/** TracedVersion is a version with its data. */
export interface TracedVersion {
  readonly entryNumber: number;
  readonly data: VersionData;
}

/**
 * Since is the version that gave an attribute its present value.
 * - since: this entry did; the version before it, if any, has another value.
 * - or-before: this one has the value already, and what came before was not compared.
 * - never: no version of the record has ever set it.
 */
export type Since =
  | { readonly kind: 'since'; readonly entryNumber: number }
  | { readonly kind: 'or-before'; readonly entryNumber: number }
  | { readonly kind: 'never' };

/**
 * traceSince returns of an attribute since when it has the value of the last version: the first entry of the run of equal values that ends there. So a value that was
 * changed and changed back is as old as its return. `versions` ascend; `isWhole`: the first of them is the first of the record. Undefined where the last version is
 * not one item.
 */
export function traceSince(
  versions: readonly TracedVersion[],
  isWhole: boolean,
): ((attribute: string) => Since) | undefined {
  const newestFirst = versions.toReversed();
  if (newestFirst[0]?.data.kind !== 'item') return undefined;
  return (attribute) => {
    let entryNumber = 0;
    let value;
    for (const version of newestFirst) {
      const item = itemOf(version.data);
      if (item === undefined) return { kind: 'or-before', entryNumber };
      const here = item.get(attribute);
      if (entryNumber !== 0 && !sameValue(here, value)) return { kind: 'since', entryNumber };
      ({ entryNumber } = version);
      value = here;
    }
    if (!isWhole) return { kind: 'or-before', entryNumber };
    return isUnset(value) ? { kind: 'never' } : { kind: 'since', entryNumber };
  };
}
