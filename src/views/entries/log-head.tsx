import { memo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { GoToEntry } from './go-to-entry.tsx';
import { TakeAway } from './take-away.tsx';
import styles from './entries.module.css';

/** LogHead is what stands above the log: where it ends, and the ways to an entry. It is not drawn anew while the log is scrolled. */
export const LogHead = memo(function LogHead({
  register,
  logSize,
  past,
  onGo,
}: {
  register: RegisterId;
  logSize: number;
  past: boolean;
  onGo: (entryNumber: number) => void;
}) {
  const [found, setFound] = useState<string>();
  return (
    <>
      <PageHead
        title="Entries"
        note={
          <>
            {past
              ? `The first ${countOf(logSize, 'entry', 'entries')} of the log, oldest to newest.`
              : 'The log, oldest to newest. Entries are only ever added at its end.'}{' '}
            <Link to={pathTo({ view: 'changes', register })}>
              {past ? 'What changed since' : 'What changed between two sizes'}
            </Link>
          </>
        }
        actions={
          <>
            <GoToEntry logSize={logSize} onGo={onGo} onFound={setFound} />
            <Button
              onClick={() => onGo(1)}
              title="To the first entry"
              aria-label="Oldest: to the first entry"
            >
              <Icon name="toFirst" size={16} /> <span className={styles['wide']}>Oldest</span>
            </Button>
            <Button
              onClick={() => onGo(logSize)}
              title="To the newest entry"
              aria-label="Newest: to the last entry"
            >
              <Icon name="toLast" size={16} /> <span className={styles['wide']}>Newest</span>
            </Button>
            <TakeAway />
          </>
        }
      />
      <p role="status" className={styles['found']}>
        {found}
      </p>
    </>
  );
});
