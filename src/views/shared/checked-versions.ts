import { useQueries } from '@tanstack/react-query';
import type { Entry, Item } from '../../core/model.ts';
import type { Outcome, Verdict } from '../../core/verdict.ts';
import { checkedItemQuery, itemCheck } from '../../query/data-queries.ts';
import { beginningCheck, entryCheckQuery, inclusionCheck } from '../../query/inclusion-queries.ts';
import { isLeftOut, type RunProgress } from '../../query/log-page-queries.ts';
import type { ListedRow } from '../../trust/page-checks.ts';
import { useHead } from '../../query/register-queries.ts';
import { useSession, NO_HEAD } from '../../query/session.ts';
import { useListed, useMarks, useVerdict, useVerdicts } from '../../query/use-page-checks.ts';
import { useLate } from '../../ui/use-late.ts';
import { useAt } from '../../ui/link.tsx';
import { type CheckState, stateInWords, worstOf } from '../../ui/check-badge.tsx';
import type { ItemCheck } from '../../verify/protocol.ts';

/**
 * CheckedVersion is one version of a record in a list: its data, and the results of its
 * entry proof and data check.
 */
export interface CheckedVersion {
  readonly entry: Entry;
  readonly data: VersionData;
  /** Its data if that is one item and matches its hash, even if the entry is not proved. */
  readonly item: Item | undefined;
  readonly state: CheckState;
  /** The state in words. */
  readonly label: string;
  /** Whether what it states is only its source's word: its check failed, or takes long. */
  readonly isStated: boolean;
}

/** LATE_MS is the time after which a version whose check is still open counts as not checked. */
const LATE_MS = 5_000;

/** VersionData is the data of one version of a record: one item, or why it cannot be compared. */
export type VersionData = Item | keyof typeof PROBLEMS;

const PROBLEMS = {
  none: 'has no data',
  several: 'records several items',
  mismatch: 'has data that does not match its hash',
  unreadable: 'has data that could not be read or checked',
  unproved: 'is not known to be in the log',
  waiting: 'is being read …',
};

/**
 * useCheckedVersions hashes the data of versions and proves their entries at the head: a trail is not
 * verified, and an entry outside the log must not be compared with. Their checks are marks of the page. An entry in
 * the log was in it at every size from its number on: at an earlier size, a row needs no separate proof, but holds
 * only once that size is proved to be the beginning of the log.
 * `isListed`: the page lists them, and is verified only in part while one of them is not checked. `run`: they are
 * proved with their neighbours, and on their own only if the run says nothing of them; where their own proof is
 * refused, a mismatch of the run counts.
 */
export function useCheckedVersions(
  entries: readonly Entry[],
  {
    isListed = false,
    run,
  }: {
    readonly isListed?: boolean;
    readonly run?: RunProgress | undefined;
  } = {},
): readonly CheckedVersion[] {
  const session = useSession();
  const { head, unproved, atSize } = useSizeOnView();
  const hashes = [...new Set(entries.flatMap(({ itemHashes }) => itemHashes))];
  const read = useQueries({ queries: hashes.map((hash) => checkedItemQuery(session, hash)) });
  const proofs = useQueries({
    queries: entries.map((entry) => ({
      ...entryCheckQuery(session, entry, head ?? NO_HEAD),
      enabled: head !== undefined && (run === undefined || isLeftOut(entry, run)),
    })),
  });
  const items = entries.map(({ itemHashes }) =>
    itemHashes.map((hash): ItemState => read[hashes.indexOf(hash)] ?? WAITING),
  );
  const inclusions = head === undefined ? [] : entries.map((entry) => inclusionCheck(entry, head));
  const found = items.flatMap((states) => states.flatMap(({ data }) => data ?? []));
  const isRefused = proofs.some(({ isError }) => isError);
  useMarks([...inclusions, ...found.map(itemCheck), ...(isRefused && run?.check ? [run.check] : [])]);
  const verdicts = useVerdicts(inclusions);
  const versions = entries.map((entry, index) => {
    const [states, verdict] = [items[index] ?? [], verdicts[index]];
    const [only, ...others] = states;
    const isSound = others.length === 0 && only?.data?.verdict.outcome === 'holds';
    const isOfRun = run !== undefined && !isLeftOut(entry, run);
    const row = rowState(
      withStoredVerdict((isOfRun || head === undefined ? undefined : proofs[index]) ?? unproved, verdict),
      states,
    );
    return {
      entry,
      data: versionData(states, verdict?.outcome),
      item: isSound ? only.data.item : undefined,
      ...atSize(row),
    };
  });
  const isOpen = (state: CheckState) => state === 'checking' || state === 'not-checked';
  const isLate = useLate(isListed && versions.some(({ state }) => isOpen(state)), LATE_MS);
  const checked = versions.map((version) =>
    Object.assign(version, {
      isStated: version.state === 'cannot-check' || (isLate && isOpen(version.state)),
    }),
  );
  const rows = checked.map(({ entry: { entryNumber }, state, isStated }): ListedRow => ({
    entryNumber,
    state: !isStated ? 'checked' : state === 'cannot-check' ? 'failed' : 'open',
  }));
  useListed(isListed ? rows : NO_ROWS);
  return checked;
}

/**
 * useSizeOnView returns the head, what the state of a row proved at the head is at the size on view, and how a
 * proof stands that has not begun: without a head it cannot.
 */
function useSizeOnView() {
  const { data: head, isError } = useHead();
  const unproved = head === undefined && isError ? FAILED : WAITING;
  const at = useAt();
  const isEarlier = at !== undefined && head !== undefined && at < head.logSize;
  const beginning = useVerdict(isEarlier ? beginningCheck(at, head) : undefined);
  const atSize = (row: RowState): RowState => {
    if (!isEarlier || row.state !== 'holds' || beginning?.outcome === 'holds') return row;
    if (beginning === undefined) return { state: 'checking', label: stateInWords('checking') };
    return { state: 'cannot-check', label: 'In the log now, but this earlier size of it is not proved' };
  };
  return { head, unproved, atSize };
}

/** useCopiedState returns the state of an entry of a verified copy, which has its data, at the size on view. */
export function useCopiedState(entry: Entry): RowState {
  const { head, unproved, atSize } = useSizeOnView();
  const verdict = useVerdict(head && inclusionCheck(entry, head));
  return atSize(rowState(withStoredVerdict(unproved, verdict), []));
}

/** RowCheck is the progress of one check of a row. */
export interface RowCheck {
  readonly data?: { readonly verdict: Verdict } | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

/**
 * withStoredVerdict returns the progress of a check with the trust store's verdict. A result that is not
 * judged yet is under way.
 */
export function withStoredVerdict(
  { data, isError, isFetching }: RowCheck,
  verdict: Verdict | undefined,
): RowCheck {
  return { data: verdict && { verdict }, isError, isFetching: isFetching || data !== undefined };
}

function stateOf({ data, isError, isFetching }: RowCheck): CheckState {
  if (data !== undefined) return data.verdict.outcome;
  if (isError) return 'cannot-check';
  return isFetching ? 'checking' : 'not-checked';
}

/** rowState combines the proof of an entry and the checks of its data: it holds only if all of them do. */
export function rowState(
  entry: RowCheck,
  items: readonly RowCheck[],
): { readonly state: CheckState; readonly label: string } {
  const [proof, data] = [stateOf(entry), items.map(stateOf)];
  const state = worstOf([proof, ...data]);
  if (state === 'checking' || state === 'not-checked') return { state, label: stateInWords(state) };
  const parts = [proof === state && 'entry proof', data.includes(state) && 'data'].filter(Boolean);
  return { state, label: `${stateInWords(state)} (${parts.join(' and ')})` };
}

type RowState = ReturnType<typeof rowState>;

const NO_ROWS: readonly ListedRow[] = [];

/** ItemState is the progress of an item of a version: read and hashed, failed, or under way. */
interface ItemState {
  readonly data?: Pick<ItemCheck, 'item' | 'verdict' | 'expected' | 'computed'> | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
}

const WAITING: ItemState = { isError: false, isFetching: true };
const FAILED: ItemState = { isError: true, isFetching: false };

/**
 * versionData returns the state of a version's data. Only data with the right hash, in a proved entry, is
 * compared with other versions.
 */
export function versionData(items: readonly ItemState[], proved: Outcome | undefined): VersionData {
  const outcomes = items.map(
    ({ data, isError }) => data?.verdict.outcome ?? (isError ? 'failed' : undefined),
  );
  if (outcomes.includes('does-not-match')) return 'mismatch';
  if (outcomes.some((outcome) => outcome !== undefined && outcome !== 'holds')) return 'unreadable';
  if (proved !== undefined && proved !== 'holds') return 'unproved';
  if (proved === undefined || outcomes.includes(undefined)) return 'waiting';
  return items.length > 1 ? 'several' : (items[0]?.data?.item ?? 'none');
}

/** itemOf returns the item of a version, empty for one without data. Undefined if not known. */
export function itemOf(data: VersionData | undefined): Item | undefined {
  return data === 'none' ? NOTHING : typeof data === 'string' ? undefined : data;
}

const NOTHING: Item = new Map();

/** problemOf returns why a version's data cannot be compared; undefined if it can. */
export function problemOf(data: VersionData, which: string): string | undefined {
  return typeof data === 'string' ? `${which} ${PROBLEMS[data]}` : undefined;
}
