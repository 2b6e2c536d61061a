import type { QueryClient } from '@tanstack/react-query';
import { del, get, update } from 'idb-keyval';
import { fieldsOf } from '../core/guards.ts';
import { auditKey } from '../log/audit-store.ts';
import { noteStored } from '../query/stored-audit.ts';
import { browserStore } from '../trust/browser-store.ts';
import { contradictionLists, mirrorLists, witnessLists } from '../trust/reader-lists.ts';
import { canonicalBase } from '../trust/spellings.ts';

/** STORED_OF_SERVER is the name by which stored-audit.ts notes that something is stored of a register on a server. */
const STORED_OF_SERVER = /^register-explorer:(audit|witnesses):(https?:.+)$/;
const QUERIES = ['mirrors', 'witnesses', 'contradictions', 'stored-audit', 'trail-index'];

/**
 * moveRespelled moves audits, mirrors and witnesses that are stored under another spelling of the address of
 * their register, as remembered roots are. What cannot be moved is tried again at the next visit. Never rejects.
 */
export async function moveRespelled(queries: QueryClient): Promise<void> {
  const names = await Promise.resolve()
    .then(() => Object.keys(localStorage))
    .catch(() => []);
  for (const name of names) {
    const [, kind, from = ''] = STORED_OF_SERVER.exec(name) ?? [];
    const to = canonicalBase(from);
    if (from === to) continue;
    try {
      if (kind === 'audit') await moveAudit(from, to);
      else
        await Promise.all([mirrorLists, witnessLists, contradictionLists].map((one) => one.move(from, to)));
      localStorage.removeItem(name);
      noteStored(kind === 'audit' ? kind : 'witnesses', to);
      for (const query of QUERIES) void queries.invalidateQueries({ queryKey: [to, query] });
    } catch {
      // Storage is full or refused, or what it has is of a later form.
    }
  }
}

/** moveAudit moves the result of an audit and its base. Of two audits the later one stays, as if both had been made here. */
async function moveAudit(from: string, to: string): Promise<void> {
  const store = browserStore('register-explorer-audits', 'audits');
  for (const [what, time] of [
    ['result', 'finishedAt'],
    ['base', 'at'],
  ] as const) {
    const moved: unknown = await get(auditKey(from, what), store);
    const at = (stored: unknown): number => Number(fieldsOf(stored)[time] ?? 0);
    if (moved !== undefined)
      await update(
        auditKey(to, what),
        (known: unknown) =>
          known !== undefined && at(known) >= at(moved)
            ? known
            : { ...fieldsOf(moved), ...(what === 'base' && { registerId: to }) },
        store,
      );
    await del(auditKey(from, what), store);
  }
}
