import { useState } from 'react';
import { formatNumber } from '../../ui/format.ts';
import styles from './entries.module.css';

/** GoToEntry takes an entry number; one that is not in the log is refused in words, not moved silently. */
export function GoToEntry({ logSize, onGo }: { logSize: number; onGo: (entryNumber: number) => void }) {
  const [problem, setProblem] = useState<string>();
  return (
    <form
      className={styles['goTo']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = String(new FormData(event.currentTarget).get('entry') ?? '').replaceAll(/[\s,#]/g, '');
        const entryNumber = /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
        if (entryNumber >= 1 && entryNumber <= logSize) {
          setProblem(undefined);
          onGo(entryNumber);
        } else setProblem(`The log has entries 1 to ${formatNumber(logSize)}.`);
      }}
    >
      <label htmlFor="go-to-entry">Go to entry</label>
      <input
        id="go-to-entry"
        name="entry"
        inputMode="numeric"
        autoComplete="off"
        size={7}
        aria-invalid={problem !== undefined}
        aria-describedby="go-to-entry-problem"
      />
      <span id="go-to-entry-problem" role="status" className={styles['problem']}>
        {problem}
      </span>
    </form>
  );
}
