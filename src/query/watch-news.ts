import { useCallback, useSyncExternalStore } from 'react';
import type { RegisterSession } from './session.ts';

/** News are entries that came while the page was open and have not been seen yet: `first` to `last`. The log was proved to go on to them. */
export interface News {
  readonly first: number;
  readonly last: number;
}

const news = new WeakMap<RegisterSession, News>();
const listeners = new Set<() => void>();

/** newsOf are the entries of a register that came and were not seen. */
export function newsOf(session: RegisterSession): News | undefined {
  return news.get(session);
}

/** addNews adds entries that came. */
export function addNews(session: RegisterSession, { first, last }: News): void {
  tell(session, { first: newsOf(session)?.first ?? first, last });
}

/** seeNews takes the news up to an entry for seen; all of them without one. */
export function seeNews(session: RegisterSession, upTo = Infinity): void {
  const known = newsOf(session);
  if (known === undefined || upTo < known.first) return;
  tell(session, upTo >= known.last ? undefined : { first: upTo + 1, last: known.last });
}

/** useNews follows the news of a register. */
export function useNews(session: RegisterSession): News | undefined {
  const subscribe = useCallback((listener: () => void) => {
    const own = (): void => listener();
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
  return useSyncExternalStore(subscribe, () => newsOf(session));
}

function tell(session: RegisterSession, next: News | undefined): void {
  if (next === undefined) news.delete(session);
  else news.set(session, next);
  for (const listener of listeners) listener();
}
