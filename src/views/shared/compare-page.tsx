import { Link, usePaths } from '../../ui/link.tsx';
import { useHead } from '../../query/register-queries.ts';
import { useLastEntryCheck } from '../../query/use-entry-check.ts';
import { usePageChecks } from '../../query/use-page-checks.ts';
import { useCheckLines, useOthersLine } from './check-lines.tsx';
import { PageVerdict } from './page-verdict.tsx';

const VIEWS = [
  ['compare', 'Others'],
  ['witnesses', 'Witnesses'],
  ['changes', 'Changes'],
] as const;

/** CompareNav links the pages that compare this log: with what others see, and with itself at another size. */
export function CompareNav({ here }: { here: (typeof VIEWS)[number][0] }) {
  const { view } = usePaths();
  return (
    <nav className="row pills" aria-label="Compare">
      {VIEWS.map(([name, words]) => (
        <Link key={name} to={view(name)} aria-current={name === here ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

/**
 * NewestVerdict shows and declares that the newest entry gives the published root, and that this root
 * continues the remembered one; and shows what the mirrors and witnesses named come to.
 */
export function NewestVerdict() {
  const { data: head } = useHead();
  const { size, check, inclusion } = useLastEntryCheck(undefined);
  const states = usePageChecks('overview', { inclusion });
  const lines = useCheckLines({ states, entryNumber: size || undefined, proof: check, head });
  const others = useOthersLine();
  return <PageVerdict checks={[...lines.filter(({ kind }) => kind !== 'others'), others]} />;
}
