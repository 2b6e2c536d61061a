import { createStore } from '../core/store.ts';

/** StorageArea is a kind of thing that this page keeps in the browser. */
export type StorageArea = 'roots' | 'audits' | 'files' | 'lists' | 'choices';

/**
 * Refusal is why the browser does not store something: no room, not allowed, no answer, or a damaged store.
 */
export type Refusal = 'full' | 'denied' | 'silent' | 'damaged';

/**
 * RefusedStorage lists what could not be stored or read in the last attempt, and why; empty if all is well.
 */
export type RefusedStorage = ReadonlyMap<StorageArea, Refusal>;

const refusals = createStore<RefusedStorage>(new Map());

/** readRefusedStorage returns what this page could not store so far; a new map after every change. */
export const readRefusedStorage = refusals.get;

/** onRefusedStorage calls the listener after every change; returns the function that ends this. */
export const onRefusedStorage = refusals.subscribe;

/**
 * noteRefusedStorage notes the result of storing or reading something: the error, or undefined if it worked.
 */
export function noteRefusedStorage(thing: StorageArea, error: unknown): void {
  const refusal = error === undefined ? undefined : refusalOf(error);
  const next = new Map(refusals.get());
  if (next.get(thing) === refusal) return;
  if (refusal === undefined) next.delete(thing);
  else next.set(thing, refusal);
  refusals.set(next);
}

/** refusalOf returns why storage refused, from its error. */
export function refusalOf(error: unknown): Refusal {
  const { name, message } =
    error instanceof Error || error instanceof DOMException ? error : { name: '', message: '' };
  if (name === 'QuotaExceededError') return 'full';
  if (name === 'TimeoutError') return 'silent';
  // Chromium has one name for a broken database and for site data that is blocked; only its message differs.
  return DAMAGED.has(name) && !/\bdenied\b/.test(message) ? 'damaged' : 'denied';
}

/** A database without its store, of a version that cannot be opened, or whose files are broken. */
const DAMAGED: ReadonlySet<string> = new Set(['NotFoundError', 'VersionError', 'UnknownError', 'DataError']);
