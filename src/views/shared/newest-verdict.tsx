import { useHead } from '../../query/register-queries.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { useCheckLines, useOthersLine } from './check-lines.tsx';
import { PageVerdict } from './page-verdict.tsx';

/**
 * NewestVerdict shows and declares that the newest entry gives the published root, and that this root
 * continues the remembered one; and shows what the mirrors and witnesses named come to.
 */
export function NewestVerdict() {
  const { data: head } = useHead();
  const { size, check, inclusion } = useLastEntryCheck(undefined);
  const states = usePageChecks('overview', { inclusion });
  const lines = useCheckLines({ states, entryNumber: size || undefined, at: undefined, proof: check, head });
  const others = useOthersLine();
  return <PageVerdict checks={[...lines.filter(({ kind }) => kind !== 'others'), others]} />;
}
