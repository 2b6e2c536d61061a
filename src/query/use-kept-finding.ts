import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../core/model.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { auditCheckQuery } from './audit-check.ts';
import { keptAuditQuery } from './kept-audit.ts';
import { useSession } from './session.ts';

/**
 * useKeptFinding gives the kept audit of the register on view if it found what does not match, and keeps its check active, so that the seal of every page counts
 * it. An audit that held is no check of the page on view, and is left alone.
 */
export function useKeptFinding(head: Checkpoint | undefined): AuditResult | undefined {
  const session = useSession();
  const { data: kept } = useQuery(keptAuditQuery(session));
  const result = kept?.result?.verdict.outcome === 'does-not-match' ? kept.result : undefined;
  useQuery({
    ...auditCheckQuery(session, result, head ?? NO_HEAD),
    enabled: result !== undefined && head !== undefined,
  });
  return result;
}

const NO_HEAD: Checkpoint = { logSize: 0, rootHash: '' as never };
