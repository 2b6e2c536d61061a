import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { rememberRecent } from './recent.ts';
import { registerQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';

/** Remember notes a register that could be opened in the list on the start page. */
export function Remember() {
  const session = useSession();
  const { data } = useQuery(registerQuery(session));
  const title = data === undefined ? undefined : (data.title ?? data.name ?? session.id);
  useEffect(() => {
    if (title !== undefined) rememberRecent(session.id, title);
  }, [session.id, title]);
  return null;
}
