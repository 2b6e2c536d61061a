import { useHead } from '../../query/register-queries.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { useCheckLines, useOthersLine } from './check-lines.tsx';
import { PageVerdict } from './page-verdict.tsx';

const NOTHING: readonly NamedCheck[] = [];

/**
 * NewestVerdict shows and declares that the newest entry gives the published root, and that this root
 * continues the remembered one. `more` are lines that the page adds; one of the kind `others` has the
 * declared check `others`, in place of the mirrors and witnesses named.
 */
export function NewestVerdict({
  more = NOTHING,
  others,
  isCompared = false,
}: {
  more?: readonly NamedCheck[];
  others?: DeclaredCheck;
  /** Whether the page declares `others`. */
  isCompared?: boolean;
}) {
  const { data: head } = useHead();
  const { size, check, inclusion } = useLastEntryCheck(undefined);
  const states = usePageChecks('overview', { inclusion, others }, undefined, isCompared ? ['others'] : []);
  const lines = useCheckLines({ states, entryNumber: size || undefined, at: undefined, proof: check, head });
  const named = useOthersLine();
  const own = lines.filter(({ kind }) => kind !== 'others');
  const isShown = !isCompared || named.state === 'does-not-match';
  return <PageVerdict checks={[...more, ...own, ...(isShown ? [named] : [])]} />;
}
