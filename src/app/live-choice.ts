import { useSyncExternalStore } from 'react';
import { noteUnkept } from '../verify/unkept.ts';

const KEY = 'register-explorer:watch';
const listeners = new Set<() => void>();
/** What was chosen where storage refuses: it holds until the page is closed. */
let unkept: boolean | undefined;

/** useLiveChoice is whether new entries are watched for, in this browser: yes, unless the reader chose otherwise. */
export function useLiveChoice(): boolean {
  return useSyncExternalStore(subscribe, read);
}

/** chooseLive keeps the reader's choice. */
export function chooseLive(isOn: boolean): void {
  unkept = isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    noteUnkept('choices', undefined);
  } catch (error) {
    noteUnkept('choices', error);
  }
  for (const listener of listeners) listener();
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off' && unkept !== false;
  } catch {
    return unkept ?? true;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const elsewhere = ({ key }: StorageEvent): void => {
    if (key !== KEY) return;
    unkept = undefined;
    listener();
  };
  window.addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', elsewhere);
  };
}
