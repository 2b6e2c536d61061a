import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CoveredRange, SavedRun } from '../log/audit-store.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { useKeepsAudit } from './audit-flag.ts';
import { checkOf, NO_HEAD, queryKey } from './keys.ts';
import { useMarks } from './use-page-checks.ts';
import { type RegisterSession, useSession } from './session.ts';
import type { Checkpoint } from '../core/model.ts';
import { auditCheckQuery } from './audit-check.ts';
import { useSyncExternalStore } from 'react';
import { onUnkept, readUnkept, REFUSAL_WORDS } from '../verify/unkept.ts';

/** KeptAudit is what this browser keeps of the audits of a register. */
export interface KeptAudit {
  /** The latest finished audit. */
  readonly result?: AuditResult;
  /** What is saved of an audit that was not finished. */
  readonly unfinished?: SavedRun;
  readonly coverage: readonly CoveredRange[];
}

/** keptAuditQuery reads what this browser keeps of the register's audits. */
export function keptAuditQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'kept-audit'),
    queryFn: async (): Promise<KeptAudit> => {
      const { store } = (await import('./log-tools.ts')).logTools;
      const [result, unfinished, coverage] = await Promise.all([
        store.result(session.id),
        store.savedRun(session.id),
        store.coverage(session.id),
      ]);
      return { ...(result && { result }), ...(unfinished && { unfinished }), coverage };
    },
    networkMode: 'always',
    staleTime: Infinity,
  });
}

/**
 * useKeptFinding gives the kept audit of the register on view if it found what does not match, and marks its check, so that the header of every page counts it. An
 * audit that held is no check of the page on view, and is left alone.
 */
export function useKeptFinding(head: Checkpoint | undefined): AuditResult | undefined {
  const session = useSession();
  const { data: kept } = useQuery({ ...keptAuditQuery(session), enabled: useKeepsAudit(session.id) });
  const result = kept?.result?.verdict.outcome === 'does-not-match' ? kept.result : undefined;
  const isFound = result !== undefined && head !== undefined;
  const audit = auditCheckQuery(session, result, head ?? NO_HEAD);
  useQuery({ ...audit, enabled: isFound });
  const check = checkOf(audit);
  useMarks(isFound && check ? [check] : []);
  return result;
}

/** badEntriesOf lists the entries, ascending, that a finding of an audit names: those that do not match, and those whose data does not. A result names only so many. */
export function badEntriesOf(result: AuditResult | undefined): readonly number[] {
  const bad = new Set<number>();
  for (const { kind, entryNumber, entries } of result?.findings ?? []) {
    if (kind !== 'entry' && kind !== 'item') continue;
    if (entryNumber !== undefined) bad.add(entryNumber);
    for (const entry of entries ?? []) bad.add(entry);
  }
  return [...bad].sort((one, other) => one - other);
}

/** useUnkept says why this browser does not keep audits, as a clause in a sentence; undefined if it does, as far as was tried. */
export function useUnkept(): string | undefined {
  const refusal = useSyncExternalStore(onUnkept, () => readUnkept().get('audits'));
  return refusal && REFUSAL_WORDS[refusal];
}
