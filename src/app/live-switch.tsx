import { formatTimestamp } from '../ui/format.ts';
import { chooseLive, useLiveChoice } from './live-choice.ts';
import type { LastLook } from './live.tsx';
import styles from './live.module.css';

/** LiveSwitch turns the watch for new entries on and off, and says how it went last. */
export function LiveSwitch({ last }: { last: LastLook | undefined }) {
  const isOn = useLiveChoice();
  return (
    <div className={styles['live']}>
      <label className={styles['switch']}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isOn}
          checked={isOn}
          onChange={(event) => chooseLive(event.target.checked)}
        />
        Watch for new entries
      </label>
      {last !== undefined && <span className={styles['last']}>{lastWords(last)}</span>}
    </div>
  );
}

function lastWords({ looked, atMs }: LastLook): string {
  const when = formatTimestamp(new Date(atMs).toISOString());
  return looked === 'failed' ? `could not look on ${when} UTC; tries again` : `last looked on ${when} UTC`;
}
