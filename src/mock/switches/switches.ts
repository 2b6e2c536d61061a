import { FAULTS } from './faults.ts';
import { MANNERS } from './manners.ts';
import type { Switch } from './switch.ts';

/** SWITCHES are all manners and faults, in the order in which to show them. Where two contradict each other the later one in the address counts. */
export const SWITCHES: readonly Switch[] = [...ofKind('manner', MANNERS), ...ofKind('fault', FAULTS)];

function ofKind(kind: Switch['kind'], entries: readonly Omit<Switch, 'kind'>[]): Switch[] {
  return entries.map((entry) => Object.assign({ kind }, entry));
}
