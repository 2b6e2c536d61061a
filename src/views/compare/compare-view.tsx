import { PageHead } from '../../ui/page-head.tsx';
import type { RegisterId } from '../../ui/paths.ts';

/** CompareView is not built yet. */
export function CompareView({ register }: { register: RegisterId }) {
  void register;
  return <PageHead title="Compare roots" />;
}
