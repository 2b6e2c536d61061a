import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSession } from '../query/session.ts';
import { watchQuery } from '../query/watch-head.ts';
import { seeNews, usePending } from '../query/pending-updates.ts';
import { Button } from '../ui/button.tsx';
import { countOf, formatTimestamp } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { usePaths } from '../ui/register-paths.ts';
import { readStored, writeStored } from './local-storage.ts';
import styles from './frame.module.css';

const KEY = 'register-explorer:watch';

/**
 * LiveRemote watches for new entries while a register on another server is on view, and says so.
 */
export function LiveRemote() {
  const session = useSession();
  const [isOn, setOn] = useState(() => readStored(KEY) !== 'off');
  const { data, dataUpdatedAt, isFetched } = useQuery({ ...watchQuery(session), enabled: isOn });
  const isFailed = data.found === 'older' || data.found === 'failed';
  // Turned off in one tab, it is off in all.
  useEffect(() => {
    const follow = (): void => setOn(readStored(KEY) !== 'off');
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const [foot] = useState(() => document.getElementById('foot'));
  return (
    <>
      <LiveNews />
      {foot !== null &&
        createPortal(
          <div className="bar">
            <label>
              <input
                type="checkbox"
                role="switch"
                aria-checked={isOn}
                checked={isOn}
                onChange={({ target: { checked } }) => {
                  setOn(checked);
                  writeStored(KEY, checked ? null : 'off', 'choices');
                }}
              />
              Watch for new entries
            </label>
            {isOn && isFetched && (
              <span className="fine">
                {isFailed ? 'could not look' : 'last looked'} on {formatTimestamp(dataUpdatedAt)} UTC
              </span>
            )}
          </div>,
          foot,
        )}
    </>
  );
}

/**
 * LiveNews shows how many entries were added while the page was open, and links to the first of them.
 */
function LiveNews() {
  const session = useSession();
  const paths = usePaths();
  const { news } = usePending(session);
  if (news === undefined) return null;
  const count = countOf(news.last - news.first + 1, 'new entry', 'new entries');
  return (
    <div className={`floating ${styles.news}`} data-announce={`${count}, proved to be added to the log`}>
      <Link
        present
        to={paths.log(news.first)}
        onClick={() => seeNews(session)}
        title="Proved to be added to the log that was on view"
      >
        <Icon name="toLast" size={15} />
        {count}
      </Link>
      <Button kind="quiet" aria-label="Not now" onClick={() => seeNews(session)}>
        <Icon name="close" size={14} />
      </Button>
    </div>
  );
}
