import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';

/** AuditView is not built yet. */
export function AuditView({ register }: { register: RegisterId }) {
  void register;
  return <PageHead title="Audit" />;
}
