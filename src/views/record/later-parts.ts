import { lazyParts } from '../../ui/part.tsx';

/** fetchLater fetches what a link to a current record with one version does not show: one file of code. */
export const fetchLater = async () => ({
  Changes: (await import('../../ui/diff/item-changes.tsx')).Changes,
  ...(await import('./no-version.tsx')),
  ...(await import('./other-versions.tsx')),
  ...(await import('./tamper-card.tsx')),
});

export const { BeyondTrail, Changes, CompareCard, NoVersion, Tampering, VersionBar } = lazyParts(fetchLater);
