import { useSyncExternalStore } from 'react';
import { createStore } from '../core/store.ts';

const ofRegister = (registerId: string): string => `register-explorer:audit:${registerId}`;
const inThisPage = createStore<ReadonlySet<string>>(new Set());

/** keepsAudit says whether an audit of this register was ever begun in this browser: cheap to ask, so that a page need not fetch the code that reads what is kept. */
export function keepsAudit(registerId: string): boolean {
  if (inThisPage.get().has(registerId)) return true;
  try {
    return localStorage.getItem(ofRegister(registerId)) !== null;
  } catch {
    return false;
  }
}

/** useKeepsAudit follows it: an audit may be begun on the page that asks. */
export function useKeepsAudit(registerId: string): boolean {
  return useSyncExternalStore(inThisPage.subscribe, () => keepsAudit(registerId));
}

/** noteAudit notes that an audit of this register was begun here; for as long as the page where storage is refused. */
export function noteAudit(registerId: string): void {
  try {
    localStorage.setItem(ofRegister(registerId), '1');
  } catch {
    // Storage is full or refused.
  }
  inThisPage.set(new Set([...inThisPage.get(), registerId]));
}
