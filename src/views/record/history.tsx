import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Attribute, Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/check-queries.ts';
import { checkedItemQuery } from '../../query/item-queries.ts';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBadge } from '../../ui/check-badge.tsx';
import { Changes } from '../../ui/diff/changes.tsx';
import { diffItems } from '../../ui/diff/item-diff.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { rowState } from '../../ui/row-state.ts';
import { Time } from '../../ui/time.tsx';
import { isUnset } from '../../ui/value.tsx';
import styles from './record.module.css';

const VERSIONS_AT_FIRST = 12;

interface ItemState {
  readonly data?: ItemCheck | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** History shows the trail of a record, newest first, with what each version changed. Every version's data is hashed before it is compared. */
export function History({
  register,
  trail,
  schema,
  latest,
}: {
  register: RegisterId;
  trail: readonly Entry[];
  schema: readonly Attribute[];
  /** An audit has shown that nothing comes after the last one sent. */
  latest: boolean;
}) {
  const session = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? trail.toReversed() : trail.slice(-VERSIONS_AT_FIRST).toReversed();
  // The version below the last one shown is needed to say what that one changed.
  const needed = all ? trail : trail.slice(-VERSIONS_AT_FIRST - 1);
  const hashes = [...new Set(needed.flatMap((entry) => entry.itemHashes))];
  const items = useQueries({
    queries: hashes.map((hash) => checkedItemQuery(session, hash)),
    combine: (results) =>
      new Map(
        results.map((result, index): [string, ItemState] => [
          hashes[index] ?? '',
          { data: result.data, isError: result.isError, isFetching: result.isFetching },
        ]),
      ),
  });
  const order = schema.map((attribute) => attribute.id);
  return (
    <>
      <ol className={styles['history']} reversed>
        {shown.map((entry, index) => {
          const before = trail[trail.length - 2 - index];
          return (
            <li key={entry.entryNumber} className={styles['version']}>
              <p className={styles['versionHead']}>
                <Link to={pathTo({ view: 'entry', register, entryNumber: String(entry.entryNumber) })}>
                  Entry {formatNumber(entry.entryNumber)}
                </Link>
                <span className={styles['when']}>
                  <Time at={entry.timestamp} />
                </span>
                {index === 0 && (
                  <span className={styles['current']}>{latest ? 'latest' : 'latest sent'}</span>
                )}
                <VersionCheck entry={entry} items={items} />
              </p>
              <VersionChange entry={entry} before={before} items={items} order={order} />
            </li>
          );
        })}
      </ol>
      {!all && trail.length > VERSIONS_AT_FIRST && (
        <Button onClick={() => setAll(true)}>Show all {formatNumber(trail.length)} versions</Button>
      )}
    </>
  );
}

/** VersionCheck is the entry proof of one version and the check of its data in one sign: a trail is the server's word until each entry of it is proved. */
function VersionCheck({ entry, items }: { entry: Entry; items: ReadonlyMap<string, ItemState> }) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const check = useQuery({
    ...entryCheckQuery(session, entry, head ?? NO_HEAD),
    enabled: head !== undefined,
  });
  const data = entry.itemHashes.map((hash) => items.get(hash) ?? WAITING);
  const { state, label } = rowState(check, data);
  return (
    <span className={styles['versionCheck']} title={label}>
      {state === 'does-not-match' && <strong className={styles['failed']}>{label}</strong>}
      <CheckBadge state={state} label={label} size={16} />
    </span>
  );
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
const WAITING: ItemState = { isError: false, isFetching: true };

function VersionChange({
  entry,
  before,
  items,
  order,
}: {
  entry: Entry;
  before: Entry | undefined;
  items: ReadonlyMap<string, ItemState>;
  order: readonly string[];
}) {
  if (entry.itemHashes.length === 0) return <p className={styles['quiet']}>this version has no data</p>;
  const all = entry.itemHashes.map((hash) => items.get(hash));
  const now = all[0];
  if (all.some((one) => one?.data?.verdict.outcome === 'does-not-match'))
    return <p className={styles['failed']}>the data of this version does not match its hash</p>;
  if (all.some((one) => one?.isError === true))
    return <p className={styles['quiet']}>the data of this version could not be read</p>;
  if (now?.data === undefined || all.some((one) => one?.data === undefined))
    return <p className={styles['quiet']}>reading this version …</p>;
  if (before === undefined) {
    const filled = [...now.data.item.values()].filter((value) => !isUnset(value)).length;
    return <p className={styles['quiet']}>first version, {countOf(filled, 'value')}</p>;
  }
  if (entry.itemHashes.join() === before.itemHashes.join())
    return <p className={styles['quiet']}>the same data again</p>;
  if (entry.itemHashes.length > 1 || before.itemHashes.length !== 1)
    return (
      <p className={styles['quiet']}>
        {countOf(entry.itemHashes.length, 'item')} instead of {before.itemHashes.length}, not compared
      </p>
    );
  const was = items.get(before.itemHashes[0] ?? '');
  if (was?.isError === true) return <p className={styles['quiet']}>the version before could not be read</p>;
  if (was?.data === undefined) return <p className={styles['quiet']}>comparing …</p>;
  if (was.data.verdict.outcome !== 'holds')
    return <p className={styles['quiet']}>the version before does not match its hash; not compared</p>;
  const changes = diffItems(was.data.item, now.data.item, order);
  return changes.length === 0 ? (
    <p className={styles['quiet']}>no attribute changed</p>
  ) : (
    <Changes changes={changes} />
  );
}
