import { useState } from 'react';
import { lazyParts, Part } from '../../ui/part.tsx';
import { useHead } from '../../query/register-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Link, usePaths } from '../../ui/link.tsx';

// Loaded with the code of the audit, on demand.
const { AuditInPlace } = lazyParts(async () => import('./audit-in-place.tsx'));

const WORDS = 'Check every entry';

/**
 * CheckEveryEntry begins an audit on the current page and shows its progress; the page’s
 * checks follow its findings.
 */
export function CheckEveryEntry() {
  const { data: head } = useHead();
  const [isPressed, setPressed] = useState(false);
  const address = usePaths().view('audit');
  if (head === undefined) return <Link to={address}>{WORDS}</Link>;
  if (!isPressed) return <Button onClick={() => setPressed(true)}>{WORDS}</Button>;
  return (
    <Part fallback="Starting …">
      <AuditInPlace address={address} head={head} />
    </Part>
  );
}
