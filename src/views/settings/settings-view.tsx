import { PageHead } from '../../ui/page-head.tsx';

/** SettingsView is not built yet. */
export function SettingsView() {
  return <PageHead title="Settings" />;
}
