import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { createStore } from '../core/store.ts';
import { useSession } from '../query/session.ts';
import { createHeadWatch, startWatchLoop, type HeadLookResult } from '../query/watch-head.ts';
import { seeNews, useNews } from '../query/pending-updates.ts';
import { Button } from '../ui/button.tsx';
import { countOf, formatTimestamp } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { usePaths } from '../ui/register-paths.ts';
import { readStored, writeStored } from './local-storage.ts';
import styles from './frame.module.css';

/** LastLook is the result of the last look, and when, in milliseconds since 1970. */
interface LastLook {
  readonly looked: HeadLookResult;
  readonly atMs: number;
}

/** LiveRemote watches for new entries while the present of a register on another server is on view, and says so. */
export function LiveRemote() {
  const session = useSession();
  const queries = useQueryClient();
  const isOn = useLiveChoice();
  const [last, setLast] = useState<LastLook>();
  const [foot] = useState(() => document.getElementById('foot'));
  useEffect(() => {
    if (!isOn) return undefined;
    return startWatchLoop({
      look: createHeadWatch(queries, session),
      waking: {
        isAwake: () => document.visibilityState === 'visible' && navigator.onLine && readChoice(),
        onChange: onWaking,
      },
      chance: Math.random,
      onLooked: (looked) => setLast({ looked, atMs: Date.now() }),
    });
  }, [isOn, queries, session]);
  return (
    <>
      <LiveNews />
      {foot !== null && createPortal(<LiveSwitch last={isOn ? last : undefined} />, foot)}
    </>
  );
}

/** LiveNews shows how many entries were added while the page was open, and links to the first of them. Entries added together are announced once. */
function LiveNews() {
  const session = useSession();
  const paths = usePaths();
  const news = useNews(session);
  const count = news && countOf(news.last - news.first + 1, 'new entry', 'new entries');
  // Kept with the last entry it is about, so that reading the entries announces nothing again.
  const [said, setSaid] = useState({ last: 0, words: '' });
  if (news !== undefined && news.last !== said.last)
    setSaid({ last: news.last, words: `${count}, proved to be added to the log` });
  return (
    <>
      <p role="status" className="visually-hidden">
        {said.words}
      </p>
      {news !== undefined && (
        <div className={`floating ${styles.news}`}>
          <Link
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
      )}
    </>
  );
}

/** LiveSwitch turns the watch for new entries on and off, and shows its last result. */
function LiveSwitch({ last }: { last: LastLook | undefined }) {
  const isOn = useLiveChoice();
  return (
    <div className="bar">
      <label>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={(event) => chooseLive(event.target.checked)}
        />
        Watch for new entries
      </label>
      {last !== undefined && <span className="fine">{lastWords(last)}</span>}
    </div>
  );
}

function lastWords({ looked, atMs }: LastLook): string {
  const when = formatTimestamp(atMs);
  return looked === 'failed' ? `could not look on ${when} UTC; tries again` : `last looked on ${when} UTC`;
}

const KEY = 'register-explorer:watch';
/** The choice in this tab, which lasts until the page is closed if storage refuses. */
const chosen = createStore<boolean | undefined>(undefined);

/** useLiveChoice returns whether this browser watches for new entries: true unless the reader chose otherwise. */
function useLiveChoice(): boolean {
  return useSyncExternalStore(followChoice, readChoice);
}

/** chooseLive keeps the reader's choice. */
export function chooseLive(isOn: boolean): void {
  writeStored(KEY, isOn ? undefined : 'off', 'choices');
  chosen.set(isOn);
}

function readChoice(): boolean {
  return readStored(KEY) !== 'off' && chosen.get() !== false;
}

function followChoice(listener: () => void): () => void {
  const end = chosen.subscribe(listener);
  const elsewhere = ({ key }: StorageEvent): void => {
    if (key === KEY) chosen.set(undefined);
  };
  window.addEventListener('storage', elsewhere);
  return () => {
    end();
    window.removeEventListener('storage', elsewhere);
  };
}

/** onWaking calls the listener whenever the tab is shown or hidden, or the network changes. Returns the function to unsubscribe. */
function onWaking(listener: () => void): () => void {
  const events = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'offline'],
  ] as const;
  for (const [target, type] of events) target.addEventListener(type, listener);
  return () => {
    for (const [target, type] of events) target.removeEventListener(type, listener);
  };
}
