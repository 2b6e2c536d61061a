import { queryOptions } from '@tanstack/react-query';
import type { CoveredRange, SavedRun } from '../log/audit-types.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { queryKey } from './keys.ts';
import type { RegisterSession } from './session.ts';

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
      const { store } = (await import('./audit-tools.ts')).auditTools;
      const [result, unfinished, coverage] = await Promise.all([
        store.result(session.id),
        store.savedRun(session.id),
        store.coverage(session.id),
      ]);
      return {
        ...(result === undefined ? {} : { result }),
        ...(unfinished === undefined ? {} : { unfinished }),
        coverage,
      };
    },
    networkMode: 'always',
    staleTime: Infinity,
  });
}
