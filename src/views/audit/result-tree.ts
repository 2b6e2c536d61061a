import type { AuditResult } from '../../verify/audit/audit-types.ts';
import type { RootState } from './tree-words.ts';

/** rootStateOf says how the root of a finished audit is drawn. */
export function rootStateOf({ computedRoot, head }: AuditResult): RootState {
  if (computedRoot === undefined) return 'unknown';
  return computedRoot === head.rootHash ? 'equal' : 'different';
}
