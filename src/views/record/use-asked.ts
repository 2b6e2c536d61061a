import { useLocation } from 'react-router';
import { useAt } from '../../ui/at.ts';
import { readVersions, type VersionsAsked } from '../../ui/version-address.ts';

/** useAsked is what the query of the record's address asks for, its log size included; links that change one part keep the others. */
export function useAsked(): VersionsAsked & { readonly at: number | undefined } {
  return { ...readVersions(useLocation().search), at: useAt() };
}
