import { useEffect, useRef } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal, isolated } from '../../ui/literal.tsx';
import { type Since, traceSince } from './blame.ts';
import { useAsked } from './use-asked.ts';
import { useVersionItems, versionData } from './use-version-items.ts';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import { VERSIONS_AT_FIRST } from './versions.ts';
import styles from './traced-table.module.css';

/** Traced is the version that a table shows, among the versions of its record. */
export interface Traced {
  readonly record: RecordName;
  /** The versions up to the one that is shown, ascending. */
  readonly versions: readonly Entry[];
  /** Whether these are all versions that there are; else that is the server’s word. */
  readonly complete?: boolean;
  /** The entry that links to attributes name; none for the newest version, whatever that is. */
  readonly version?: number | undefined;
}

interface TracedItem {
  /** What the last of the versions says, as it was hashed. */
  readonly item: Item;
  readonly schema: readonly Attribute[];
}

/**
 * TracedTable shows the data of one version, and of each attribute since which entry it has this value. It can be linked to attribute by attribute. Every
 * version that is compared is hashed first; which versions there are is the server's word, unless they are known to be complete.
 */
export function TracedTable({
  record,
  item,
  schema,
  versions,
  complete = false,
  version,
}: Traced & TracedItem) {
  const asked = useAsked();
  const from = asked.wholeHistory ? 0 : Math.max(0, versions.length - VERSIONS_AT_FIRST - 1);
  const compared = versions.slice(from);
  const items = useVersionItems(compared);
  const since = traceSince(
    compared.map((entry) => ({ entryNumber: entry.entryNumber, data: versionData(entry, items) })),
    from === 0,
  );
  const { attribute } = asked;
  const besideOf = (name: string) => (
    <span className={styles['beside']}>
      <SinceNote record={record} attribute={name} since={since?.(name)} />
      <Anchor
        to={versionPath(record, { ...asked, version, attribute: name })}
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
      <DataTable item={item} schema={schema} marked={attribute} beside={besideOf} />
      {since !== undefined && versions.length > 1 && (
        <p className={styles['how']}>
          Since which entry: by{' '}
          {complete ? 'all versions that there are' : 'the versions that the server lists'}, each hashed here
          {from > 0 && `, the newest ${formatNumber(compared.length)} of ${formatNumber(versions.length)}`}.
        </p>
      )}
    </>
  );
}

function SinceNote({
  record,
  attribute,
  since,
}: {
  record: RecordName;
  attribute: string;
  since: Since | undefined;
}) {
  if (since === undefined) return null;
  if (since.kind === 'never') return <span>never set</span>;
  const { entryNumber } = since;
  return (
    <span>
      <Link className={styles['since']} to={versionPath(record, { version: entryNumber, attribute })}>
        since <span className="visually-hidden">entry </span>
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
