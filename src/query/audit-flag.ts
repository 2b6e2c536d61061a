import { useSyncExternalStore } from 'react';
import { createStore } from '../core/store.ts';

/** Kept is what this browser may keep of a register beside its root: audits made here, and witnesses the reader trusts. */
type Kept = 'audit' | 'witnesses';

const nameOf = (kept: Kept, registerId: string): string => `register-explorer:${kept}:${registerId}`;
const inThisPage = createStore<ReadonlySet<string>>(new Set());

/** keepsAudit says whether an audit of this register was ever begun in this browser (or a witness added): cheap to ask, so that a page need not fetch the code that reads what is kept. */
export function keepsAudit(registerId: string, kept: Kept = 'audit'): boolean {
  const name = nameOf(kept, registerId);
  if (inThisPage.get().has(name)) return true;
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

/** useKeepsAudit follows it: an audit may be begun on the page that asks. */
export function useKeepsAudit(registerId: string, kept?: Kept): boolean {
  return useSyncExternalStore(inThisPage.subscribe, () => keepsAudit(registerId, kept));
}

/** noteAudit notes that an audit of this register was begun here (or a witness added); for as long as the page where storage is refused. */
export function noteAudit(registerId: string, kept: Kept = 'audit'): void {
  const name = nameOf(kept, registerId);
  try {
    localStorage.setItem(name, '1');
  } catch {
    // Storage is full or refused.
  }
  inThisPage.set(new Set([...inThisPage.get(), name]));
}
