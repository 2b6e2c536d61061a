import { useState } from 'react';
import { useSession } from '../query/session.ts';
import { seeNews, useNews } from '../query/watch-news.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { pathTo, type RegisterId } from '../ui/paths.ts';
import styles from './live.module.css';

/** LiveNews says how many entries came while the page was open, and leads to the first of them. It is said once for those that came together. */
export function LiveNews({ register }: { register: RegisterId }) {
  const session = useSession();
  const news = useNews(session);
  const said = useSaid(
    news?.last,
    news === undefined ? '' : countOf(news.last - news.first + 1, 'new entry', 'new entries'),
  );
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {news !== undefined && (
        <div className={styles['news']}>
          <Link
            to={`${pathTo({ view: 'entries', register })}?entry=${news.first}`}
            onClick={() => seeNews(session)}
            title="Proved to be added to the log that was on view"
          >
            <Icon name="toLast" size={15} />
            {countOf(news.last - news.first + 1, 'new entry', 'new entries')}
          </Link>
          <Button kind="quiet" aria-label="Not now" onClick={() => seeNews(session)}>
            <Icon name="close" size={14} />
          </Button>
        </div>
      )}
    </>
  );
}

/** useSaid keeps the words that were said for the last entry they are about, so that seeing the entries says nothing again. */
function useSaid(last: number | undefined, count: string): string {
  const [said, setSaid] = useState({ last: 0, words: '' });
  if (last !== undefined && last !== said.last)
    setSaid({ last, words: `${count}, proved to be added to the log` });
  return said.words;
}
