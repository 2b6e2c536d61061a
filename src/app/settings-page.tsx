import { SettingsView } from '../views/settings/settings-view.tsx';

/** SettingsPage is the settings view with what it is built on. */
export function SettingsPage() {
  return <SettingsView />;
}
