import { useQueries } from '@tanstack/react-query';
import type { Entry } from '../../core/model.ts';
import { checkedItemQuery } from '../../query/item-queries.ts';
import { useSession } from '../../query/session.ts';
import type { ItemCheck } from '../../verify/protocol.ts';
import type { VersionData } from './blame.ts';

/** ItemState is how far an item of a version has come: read and hashed, failed, or under way. */
export interface ItemState {
  readonly data?: ItemCheck | undefined;
  readonly error: Error | null;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/** VersionItems are the items of versions, by their hashes. */
export type VersionItems = ReadonlyMap<string, ItemState>;

/** useVersionItems reads and hashes the data of versions; each is asked for by the hash that its entry names, and once for all who want it. */
export function useVersionItems(versions: readonly Entry[]): VersionItems {
  const session = useSession();
  const hashes = [...new Set(versions.flatMap((entry) => entry.itemHashes))];
  return useQueries({
    queries: hashes.map((hash) => checkedItemQuery(session, hash)),
    combine: (results) =>
      new Map(
        results.map(({ data, error, isError, isFetching }, index): [string, ItemState] => [
          hashes[index] ?? '',
          { data, error, isError, isFetching },
        ]),
      ),
  });
}

/** WAITING is an item that was not asked for yet. */
const WAITING: ItemState = { error: null, isError: false, isFetching: true };

/** itemStates are the items of one version, in its order. */
export function itemStates(entry: Entry, items: VersionItems): readonly ItemState[] {
  return entry.itemHashes.map((hash) => items.get(hash) ?? WAITING);
}

/** versionData is what is known of a version’s data. Only what hashed to its name is compared with other versions. */
export function versionData(entry: Entry, items: VersionItems): VersionData {
  const states = itemStates(entry, items);
  if (states.some(({ data }) => data?.verdict.outcome === 'does-not-match')) return { kind: 'mismatch' };
  if (states.some(({ isError, data }) => isError || (data !== undefined && data.verdict.outcome !== 'holds')))
    return { kind: 'unreadable' };
  if (states.some(({ data }) => data === undefined)) return { kind: 'waiting' };
  const [only, ...others] = states;
  if (only?.data === undefined) return { kind: 'none' };
  return others.length > 0
    ? { kind: 'several', count: states.length }
    : { kind: 'item', item: only.data.item };
}
