import { memo, useEffect, useRef } from 'react';
import type { Attribute, Entry, Item } from '../../core/model.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { isolated, Mono } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import { useCheckedVersions } from '../shared/checked-versions.ts';
import { useAsked } from './use-record.ts';
import { COMPARED_AT_FIRST, traceSince } from './versions.ts';
import styles from './record.module.css';

/** SinceTable shows the data of one version, and since which entry each attribute has its value. Each attribute can be linked to, and each value followed through the proof. */
export const SinceTable = memo(function SinceTable({
  name,
  item,
  schema,
  versions,
  isWhole,
  play,
  played,
}: {
  name: RecordName;
  item: Item;
  schema: readonly Attribute[];
  /** The versions up to this one, ascending; empty until they may be requested. */
  versions: readonly Entry[];
  /** Whether they are known to be complete; else the server may have omitted some. */
  isWhole: boolean;
  /** Shows how the value of an attribute is hashed; undefined if there is no picture to show it in. */
  play: ((attribute: string) => void) | undefined;
  /** The attribute shown that way. */
  played: string | undefined;
}) {
  const asked = useAsked();
  const { attribute } = asked;
  const from = Math.max(0, versions.length - COMPARED_AT_FIRST - 1);
  const sinceOf = traceSince(useCheckedVersions(versions.slice(from)), from === 0);
  const beside = (id: string) => {
    const since = sinceOf?.(id);
    return (
      <span className={styles['beside']}>
        {since?.kind === 'never' && isWhole && <span>never set</span>}
        {since && since.kind !== 'never' && (
          <span>
            <Link to={versionPath(name, { version: since.entryNumber, attribute: id })}>
              {isWhole ? 'since' : 'reported since'} <span className="visually-hidden">entry </span>
              {formatNumber(since.entryNumber)}
            </Link>
            {since.kind === 'or-before' && ' or before'}
          </span>
        )}
        {play && item.has(id) && (
          <button
            type="button"
            className={`${styles['anchor']} ${styles['play']}`}
            title="Show how this value is hashed"
            aria-label={`Show how ${isolated(id)} is hashed`}
            aria-pressed={id === played}
            onClick={() => play(id)}
          >
            ▸
          </button>
        )}
        <Anchor
          to={versionPath(name, { ...asked, attribute: id })}
          attribute={id}
          marked={id === attribute}
        />
      </span>
    );
  };
  return (
    <>
      {attribute !== undefined && !item.has(attribute) && schema.every(({ id }) => id !== attribute) && (
        <p className="faint" role="status">
          There is no attribute <Mono text={attribute} /> in this data.
        </p>
      )}
      <DataTable item={item} schema={schema} marked={attribute} beside={beside} onPress={play} />
    </>
  );
});

/** Anchor links to one attribute, and scrolls to the one in the address. */
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
