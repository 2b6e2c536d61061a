import { useQueries, useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Checkpoint, Entry, Item } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/check-queries.ts';
import { checkedItemQuery } from '../../query/item-queries.ts';
import { trailQuery } from '../../query/record-queries.ts';
import { useSession } from '../../query/session.ts';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { abbreviate } from '../../ui/hash/abbreviate.ts';
import { Literal } from '../../ui/literal.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { Time } from '../../ui/time.tsx';
import { rowState } from '../../ui/row-state.ts';
import styles from './entries.module.css';

interface LogRowProps {
  readonly register: RegisterId;
  readonly entryNumber: number;
  readonly entry: Entry | undefined;
  readonly head: Checkpoint | undefined;
  readonly top: number;
  readonly height: number;
  /** Ask for the data, the change and the proof of this entry; false while the log is being scrolled. */
  readonly curious: boolean;
  readonly marked: boolean;
}

/** LogRow is one entry in the log. Its name, change and proof are fetched when the log stands still. */
export const LogRow = memo(function LogRow({
  register,
  entryNumber,
  entry,
  head,
  top,
  height,
  curious,
  marked,
}: LogRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={entryNumber + 1}
      className={styles['row']}
      data-marked={marked || undefined}
      style={{ insetBlockStart: top, blockSize: height }}
    >
      <span role="cell" className={styles['number']}>
        <Link to={pathTo({ view: 'entry', register, entryNumber: String(entryNumber) })}>
          {formatNumber(entryNumber)}
        </Link>
      </span>
      {entry === undefined ? (
        <Waiting />
      ) : (
        <Cells register={register} entry={entry} head={head} curious={curious} />
      )}
    </div>
  );
});

function Waiting() {
  return (
    <span role="cell" className={styles['waiting']}>
      <span className="visually-hidden">loading</span>
    </span>
  );
}

function Cells({
  register,
  entry,
  head,
  curious,
}: {
  register: RegisterId;
  entry: Entry;
  head: Checkpoint | undefined;
  curious: boolean;
}) {
  const session = useSession();
  const hash = entry.itemHashes[0];
  const items = useQueries({
    queries: entry.itemHashes.map((one) => ({ ...checkedItemQuery(session, one), enabled: curious })),
  });
  const check = useQuery({
    ...entryCheckQuery(session, entry, head ?? NO_HEAD),
    enabled: curious && head !== undefined,
  });
  const item = items[0]?.data;
  const trusted = item?.verdict.outcome === 'holds' ? item.item : undefined;
  const name = item?.item.get('name');
  const { state, label } = rowState(check, items);
  return (
    <>
      <span role="cell" className={styles['when']}>
        <Time at={entry.timestamp} />
      </span>
      <span role="cell" className={styles['key']}>
        <Link to={pathTo({ view: 'record', register, key: entry.key })}>
          <Literal text={entry.key} />
        </Link>
      </span>
      <span role="cell" className={styles['name']}>
        {typeof name === 'string' && <Literal text={name} />}
      </span>
      <span role="cell" className={styles['change']}>
        {item?.verdict.outcome === 'does-not-match' ? (
          <strong className={styles['bad']}>data does not match</strong>
        ) : (
          <Change entry={entry} item={trusted} curious={curious} />
        )}
      </span>
      <span role="cell" className={styles['hash']}>
        {hash !== undefined && (
          <Link to={pathTo({ view: 'item', register, hash })} aria-label={`Item ${abbreviate(hash)}`}>
            {abbreviate(hash)}
          </Link>
        )}
      </span>
      <span role="cell" className={styles['proof']} title={label}>
        <CheckBadge state={state} label={label} size={20} />
      </span>
    </>
  );
}

/** Change says what an entry changed: the trail of its key names the version before, and the two are compared. */
function Change({ entry, item, curious }: { entry: Entry; item: Item | undefined; curious: boolean }) {
  const session = useSession();
  const trail = useQuery({ ...trailQuery(session, entry.key), enabled: curious });
  const at = trail.data?.findIndex((version) => version.entryNumber === entry.entryNumber) ?? -1;
  const before = at > 0 ? trail.data?.[at - 1] : undefined;
  const was = useQuery({
    ...checkedItemQuery(session, before?.itemHashes[0] ?? NO_HASH),
    enabled: curious && before?.itemHashes[0] !== undefined,
  });
  if (at < 0) return trail.isError ? 'unknown' : null;
  if (at === 0) return 'new record';
  if (entry.itemHashes.length > 1 || before?.itemHashes.length !== 1)
    return countOf(entry.itemHashes.length, 'item');
  if (item === undefined || was.data === undefined) return null;
  if (was.data.verdict.outcome !== 'holds') return 'not compared';
  const changed = diffItems(was.data.item, item).map((change) => change.attribute);
  return changed.length === 0 ? (
    'the same data again'
  ) : (
    <span className={styles['tag']}>{changed.join(', ')}</span>
  );
}

const NO_HASH = '' as never;
const NO_HEAD: Checkpoint = { logSize: 0, rootHash: NO_HASH };
