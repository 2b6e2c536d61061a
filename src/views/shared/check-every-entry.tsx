import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { headQuery, registerQuery } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatBytes } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';

// Fetched with the code of the audit, when a reader asks for one.
const AuditInPlace = lazy(async () => import('./audit-in-place.tsx'));

/** SHORT is up to how many entries a log is read from someone's server without asking the reader once more, and without saying what that costs. */
export const SHORT = 20_000;

/** About as long as an entry or an item of known registers is in JSON. */
const ENTRY_BYTES = 230;
const ITEM_BYTES = 220;

/** costOf guesses how much it is to read so many entries, and for each of them so many items; undefined where that is next to nothing. */
export function costOf(entries: number, itemsEach: number): string | undefined {
  // No more digits than a guess is worth.
  const guess = Number((entries * (ENTRY_BYTES + ITEM_BYTES * itemsEach)).toPrecision(2));
  return guess < 1000 ? undefined : `about ${formatBytes(guess).replace(/\.0(?= )/, '')}`;
}

/** CheckEveryEntry begins an audit on the page that asks for it and says how far it is; the page’s checks follow what it finds. Of a long log of someone else's server the page of the audit asks first. */
export function CheckEveryEntry({
  register,
  isAgain = false,
  children,
}: {
  register: RegisterId;
  /** Whether it was done before: then it is offered less loudly. */
  isAgain?: boolean;
  children: ReactNode;
}) {
  const session = useSession();
  const { data: head } = useQuery(headQuery(session));
  const { data: about } = useQuery(registerQuery(session));
  const [isAsked, setAsked] = useState(false);
  const address = pathTo({ view: 'audit', register });
  if (head === undefined || (head.logSize > SHORT && register.kind === 'remote'))
    return <Link to={address}>{children}</Link>;
  if (isAsked)
    return (
      <Suspense fallback="Starting …">
        <AuditInPlace address={address} head={head} />
      </Suspense>
    );
  const { logSize } = head;
  return (
    <>
      <Button kind={isAgain ? 'quiet' : 'plain'} onClick={() => setAsked(true)}>
        {children}
      </Button>
      {logSize > SHORT && (
        <span className="quiet">
          {' '}
          Reads {countOf(logSize, 'entry')} and their data,{' '}
          {costOf(logSize, (about?.totalItems ?? logSize) / logSize)}. It goes on while you look at other
          pages.
        </span>
      )}
    </>
  );
}
