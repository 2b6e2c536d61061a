import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { fieldsOf } from '../core/guards.ts';
import { Part } from '../ui/part.tsx';
import { OldAddress, RemovedNote } from './parts.ts';

/** MAYBE_OLD is what the addresses of removed features have, and few others. */
const MAYBE_OLD = /\/(?:lab|tour|conformance)\/?(?:[?#]|$)|[?&](?:print=certificate|root=)|\/check\/?#proof=/;

/** Moved leads from the address of a removed feature to the page that remains, and shows any other page. */
export function Moved({ children }: { children: ReactNode }): ReactNode {
  const { pathname, search, hash } = useLocation();
  if (!MAYBE_OLD.test(pathname + search + hash)) return children;
  return (
    <Part>
      <OldAddress>{children}</OldAddress>
    </Part>
  );
}

/**
 * MovedNote says why another page is shown, to those who followed such an address, and what to press next, to
 * those who follow the demo of a rewritten history.
 */
export function MovedNote(): ReactNode {
  const { removed, next }: Record<string, unknown> = fieldsOf(useLocation().state);
  return (
    (removed ?? next) !== undefined && (
      <Part>
        <RemovedNote />
      </Part>
    )
  );
}
