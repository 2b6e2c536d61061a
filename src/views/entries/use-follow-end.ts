import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../query/session.ts';
import { seeNews, useNews } from '../../query/watch-news.ts';
import type { Rows } from '../../ui/scroller/use-rows.ts';

/** useFollowEnd keeps a reader who stands at the very end of the log there when it grows, moves nobody else, and takes new entries for seen that come into view. */
export function useFollowEnd({ last, scrollToRow }: Rows, logSize: number): void {
  const session = useSession();
  // Where another tab was first to read them, they are told of after they came into view.
  const news = useNews(session);
  const before = useRef({ last, logSize });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { last, logSize };
    if (logSize > was.logSize && was.last + 1 >= was.logSize) scrollToRow(logSize - 1);
  }, [last, logSize, scrollToRow]);
  useEffect(() => seeNews(session, last + 1), [session, last, logSize, news]);
}
