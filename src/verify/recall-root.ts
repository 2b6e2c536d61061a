import { get } from 'idb-keyval';
import type { Recalled } from './remembered-root.ts';

/** RECALL_LIMIT_MS is how long storage may take to answer: a database that another page blocks never does. */
const RECALL_LIMIT_MS = 3_000;

/** rootKey is the key of a register's remembered root in this browser's storage. */
export function rootKey(registerId: string): string {
  return `register-explorer:root:${registerId}`;
}

/** recallRoot looks for the remembered root of a register in this browser's storage. Never rejects: see Recalled. */
export async function recallRoot(
  registerId: string,
  read: (key: string) => Promise<unknown> = get,
): Promise<Recalled> {
  let stored: unknown;
  try {
    stored = await withinLimit(read(rootKey(registerId)));
  } catch {
    return { kind: 'cannot-recall', reason: 'this browser does not let the page keep anything' };
  }
  if (stored === undefined) return { kind: 'first-visit' };
  // A first visit needs no parser.
  const { parseRememberedRoot } = await import('./remembered-root.ts');
  const root = parseRememberedRoot(stored);
  if (root?.registerId === registerId) return { kind: 'remembered', root };
  return { kind: 'cannot-recall', reason: 'what this browser kept of this register cannot be read' };
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('storage gives no answer')), RECALL_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
