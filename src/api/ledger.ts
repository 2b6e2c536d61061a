import { createStore } from '../core/store.ts';
import type { ApiErrorCode } from './api-error.ts';

/** BODY_LIMIT is how many bytes of a body the ledger keeps. */
export const BODY_LIMIT = 64 * 1024;

/** LedgerSource is who answered: a server, or the mock inside this page. */
export type LedgerSource = 'network' | 'in-page';

/** LedgerEntry is one request as the API view shows it. It has no `timeMs` while the request is under way. */
export interface LedgerEntry {
  readonly id: number;
  readonly method: 'GET';
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly from: LedgerSource;
  /** The number of the try, if an earlier one failed. */
  readonly tries?: number;
  readonly status?: number;
  /** The address of the answer after a redirect. */
  readonly finalAddress?: string;
  /** Milliseconds from the request to the last byte, or to the failure. */
  readonly timeMs?: number;
  /** Bytes of the body as read, after the browser undid any compression. */
  readonly bytes?: number;
  readonly contentType?: string;
  /** The Link header, where this page may read it. */
  readonly link?: string;
  /** The first BODY_LIMIT bytes of the body, as text. */
  readonly body?: string;
  /** True where `body` is not the whole body. */
  readonly bodyCut?: boolean;
  /** How the request failed, if it got no answer. */
  readonly error?: ApiErrorCode | 'ABORTED';
  readonly message?: string;
}

/** LedgerPatch is what changes about a request while it runs. */
export type LedgerPatch = Omit<
  Partial<LedgerEntry>,
  'id' | 'method' | 'address' | 'startedAt' | 'from' | 'tries'
>;

/**
 * Ledger remembers the latest requests. `entries` and `subscribe` fit useSyncExternalStore: the array changes
 * only when something did.
 */
export interface Ledger {
  /** The entries, oldest first. */
  entries(): readonly LedgerEntry[];
  /** Calls `listener` after every change; returns the function to unsubscribe. */
  subscribe(listener: () => void): () => void;
  clear(): void;
  /** Adds a request and returns its id; `tries` is 1 unless it is repeated. */
  begin(address: string, from: LedgerSource, tries?: number): number;
  /** Updates a request; ignored for one that has been cleared or pushed out. */
  update(id: number, patch: LedgerPatch): void;
}

/** createLedger makes an empty ledger that keeps the latest `limit` requests. */
export function createLedger(limit = 500): Ledger {
  const { get: entries, set, subscribe } = createStore<readonly LedgerEntry[]>([]);
  let lastId = 0;
  return {
    entries,
    subscribe,
    clear: () => set([]),
    begin(address, from, tries = 1) {
      const id = ++lastId;
      const entry: LedgerEntry = { id, method: 'GET', address, startedAt: Date.now(), from };
      const again = tries > 1 ? { tries } : {};
      set([...entries(), { ...entry, ...again }].slice(-limit));
      return id;
    },
    update(id, patch) {
      const index = entries().findIndex((entry) => entry.id === id);
      const old = entries()[index];
      if (old !== undefined) set(entries().with(index, { ...old, ...patch }));
    },
  };
}
