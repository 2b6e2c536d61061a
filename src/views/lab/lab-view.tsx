import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';

/** LabView is not built yet. */
export function LabView({ register }: { register: RegisterId }) {
  void register;
  return <PageHead title="Tamper lab" />;
}
