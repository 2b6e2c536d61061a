import { PageHead } from '../../ui/page-head.tsx';

/** CheckView is not built yet. */
export function CheckView() {
  return <PageHead title="Check a file" />;
}
