import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { headQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';

// Loaded with the code of the audit, on demand.
const AuditInPlace = lazy(async () => import('./audit-in-place.tsx'));

/** CheckEveryEntry begins an audit on the current page and shows its progress; the page’s checks follow its findings. */
export function CheckEveryEntry({
  isAgain = false,
  children,
}: {
  /** Whether it was done before: then it is offered less prominently. */
  isAgain?: boolean;
  children: ReactNode;
}) {
  const { data: head } = useQuery(headQuery(useSession()));
  const [isAsked, setAsked] = useState(false);
  const address = usePaths().view('audit');
  if (head === undefined) return <Link to={address}>{children}</Link>;
  if (!isAsked)
    return (
      <Button kind={isAgain ? 'quiet' : 'plain'} onClick={() => setAsked(true)}>
        {children}
      </Button>
    );
  return (
    <Suspense fallback="Starting …">
      <AuditInPlace address={address} head={head} />
    </Suspense>
  );
}
