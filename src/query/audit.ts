import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { AuditSnapshot } from '../log/audit-types.ts';
import { createAuditDesk, type AuditDesk } from './audit-desk.ts';
import { useSession, type RegisterSession } from './session.ts';

const desks = new WeakMap<RegisterSession, AuditDesk>();

function deskOf(session: RegisterSession, queries: QueryClient): AuditDesk {
  const known = desks.get(session);
  if (known !== undefined) return known;
  const desk = createAuditDesk(session, queries, async () => (await import('./audit-tools.ts')).auditTools);
  desks.set(session, desk);
  return desk;
}

/** useAudit follows the audit of the register on view, if one was begun in this page, and gives the desk at which it is started and stopped. */
export function useAudit(): { readonly desk: AuditDesk; readonly run: AuditSnapshot | undefined } {
  const session = useSession();
  const desk = deskOf(session, useQueryClient());
  const run = useSyncExternalStore(desk.subscribe, desk.snapshot);
  return { desk, run };
}
