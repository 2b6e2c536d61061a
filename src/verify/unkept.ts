import type { Recalled } from './remembered-root.ts';

/** KeptThing is a kind of thing that this page keeps in the browser. */
export type KeptThing = 'roots' | 'audits' | 'files' | 'lists' | 'choices';

/** Refusal is why the browser does not keep something: no room, not allowed, no answer, or a store that is not what it was. */
export type Refusal = 'full' | 'denied' | 'silent' | 'damaged';

/** Unkept is what could not be kept or read when it was last tried, and why; empty where all is well. */
export type Unkept = ReadonlyMap<KeptThing, Refusal>;

let unkept: Unkept = new Map();
const listeners = new Set<() => void>();

/** readUnkept is what this page could not keep so far; another map after every change. */
export function readUnkept(): Unkept {
  return unkept;
}

/** onUnkept calls the listener after every change; returns the function that ends this. */
export function onUnkept(listener: () => void): () => void {
  const own = (): void => listener();
  listeners.add(own);
  return () => void listeners.delete(own);
}

/** noteUnkept notes what storage said when something was to be kept or read: an error, or undefined where it did as it was told. */
export function noteUnkept(thing: KeptThing, error: unknown): void {
  const refusal = error === undefined ? undefined : refusalOf(error);
  if (unkept.get(thing) === refusal) return;
  const next = new Map(unkept);
  if (refusal === undefined) next.delete(thing);
  else next.set(thing, refusal);
  unkept = next;
  for (const listener of listeners) listener();
}

/** refusalOf reads out of an error of the browser's storage why it refused. */
export function refusalOf(error: unknown): Refusal {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'QuotaExceededError') return 'full';
  if (name === 'TimeoutError') return 'silent';
  return DAMAGED.has(name) ? 'damaged' : 'denied';
}

/** A database without its store, of a version that cannot be opened, or whose files are broken. */
const DAMAGED: ReadonlySet<string> = new Set(['NotFoundError', 'VersionError', 'UnknownError', 'DataError']);

const REASONS: Record<Refusal, string> = {
  full: 'this browser has no room left to remember it',
  denied: 'this browser does not let the page keep anything',
  silent: 'the storage of this browser gives no answer',
  damaged: 'the storage of this browser is damaged',
};

const MAY_BE: Partial<Record<Refusal, 'there' | 'late'>> = { silent: 'late', damaged: 'there' };

/** cannotRecall is what a remembered root that could not be read comes to. */
export function cannotRecall(error: unknown): Recalled & { readonly kind: 'cannot-recall' } {
  noteUnkept('roots', error);
  const refusal = refusalOf(error);
  const mayBe = MAY_BE[refusal];
  return { kind: 'cannot-recall', reason: REASONS[refusal], ...(mayBe && { mayBe }) };
}
