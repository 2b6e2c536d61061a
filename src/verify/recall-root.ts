import { answered, browserStore } from './browser-store.ts';
import { recallKept, type RecallResult } from './remembered-root.ts';
import { cannotRecall } from './unkept.ts';

/** rootStore is where remembered roots are kept in this browser. */
export const rootStore = browserStore('keyval-store', 'keyval');

/** rootKey is the key of a register's remembered root in this browser's storage. */
export function rootKey(registerId: string): string {
  return `register-explorer:root:${registerId}`;
}

/** recallRoot looks for the remembered root of a register in this browser's storage. Never rejects: see RecallResult. */
export async function recallRoot(
  registerId: string,
  read: (key: string) => Promise<unknown> = (key) =>
    rootStore('readonly', (objects) => answered(objects.get(key))),
): Promise<RecallResult> {
  let stored: unknown;
  try {
    stored = await read(rootKey(registerId));
  } catch (error) {
    return cannotRecall(error);
  }
  if (stored === undefined) return { kind: 'first-visit' };
  return recallKept(stored, registerId);
}
