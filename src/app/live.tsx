import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import type { Checkpoint } from '../core/model.ts';
import { headQuery } from '../query/register-queries.ts';
import { useSession } from '../query/session.ts';
import { Button } from '../ui/button.tsx';
import { focusPage } from '../ui/focus-page.ts';
import { countOf, formatTimestamp } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { usePaths } from '../ui/link.tsx';
import { readStored, writeStored } from './local-storage.ts';
import styles from './frame.module.css';
import { showNewEntries, watchQuery } from './watch-head.ts';

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
      {data.newer && <NewEntries newer={data.newer} />}
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
              <span className="faint">
                {isFailed ? 'could not look' : 'last looked'} on {formatTimestamp(dataUpdatedAt)} UTC
              </span>
            )}
          </div>,
          foot,
        )}
    </>
  );
}

/** Showing is the state of the last press on Show, and the log size that was offered then. */
interface Showing {
  readonly size: number;
  readonly asked?: 'asking' | 'failed';
}

/**
 * NewEntries says how many entries were added to the log on view, and shows them when asked: the page as it is now,
 * and in the log the first of them.
 */
function NewEntries({ newer }: { newer: Checkpoint }) {
  const session = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  const isLog = useLocation().pathname === paths.view('entries');
  // An observer that begins to read the head would show it.
  const { data: head = newer } = useQuery({ ...headQuery(session), enabled: false });
  const [dismissed, setDismissed] = useState(0);
  const [{ size, ...showing }, setShowing] = useState<Showing>({ size: 0 });
  // The log moves to the first new entry once it has grown, unless the reader has left it.
  const [firstNew, setFirstNew] = useState(Infinity);
  if (!isLog && firstNew !== Infinity) setFirstNew(Infinity);
  const hasGrown = firstNew <= head.logSize;
  const goToFirst = useEffectEvent(() => void navigate(paths.log(firstNew)));
  useEffect(() => {
    if (hasGrown) goToFirst();
  }, [hasGrown, firstNew]);
  if (newer.logSize <= Math.max(head.logSize, dismissed)) return null;
  const count = countOf(newer.logSize - head.logSize, 'new entry', 'new entries');
  // What was said of fewer entries is not said of these.
  const asked = size === newer.logSize ? showing.asked : undefined;
  const words = asked === 'failed' ? `${count} could not be read` : count;
  const show = async (): Promise<void> => {
    setShowing({ size: newer.logSize, asked: 'asking' });
    const shown = await showNewEntries(queries, session).catch(() => head);
    const isShown = shown.logSize > head.logSize;
    setShowing({ size: newer.logSize, ...(!isShown && { asked: 'failed' }) });
    if (!isShown) return;
    if (isLog) setFirstNew(head.logSize + 1);
    focusPage();
  };
  return (
    <section
      className={`floating bar ${styles.news}`}
      aria-label="New entries"
      data-announce={asked === 'failed' ? words : `${count}, proved to be added to the log`}
    >
      <span title="Proved to be added to the log on view">{words}</span>
      <Button
        kind="strong"
        disabled={asked === 'asking' && 'The log is being read'}
        onClick={() => void show()}
      >
        {asked === 'failed' ? 'Try again' : 'Show'}
      </Button>
      <Button kind="quiet" aria-label="Not now" onClick={() => setDismissed(newer.logSize)}>
        <Icon name="close" size={14} />
      </Button>
    </section>
  );
}
