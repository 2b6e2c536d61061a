import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/format.ts';
import styles from './build.module.css';
import { beginUpdate, watchUpdates } from './site-keeper.ts';

/** UpdateLine says that a newer version of this site is ready, and begins it where no other page of the old one is open. */
export function UpdateLine() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [others, setOthers] = useState(0);
  useEffect(() => watchUpdates(setWaiting), []);
  return (
    <div role="status" className={waiting && styles['update']}>
      {waiting !== undefined && (
        <>
          <span>
            A newer version of this page is ready. It begins when no tab of this one is open any more.
            {others > 0 && ` First close ${countOf(others, 'other tab', 'other tabs')} of this page.`}
          </span>
          <Button onClick={() => void beginUpdate(waiting).then(setOthers)}>Begin with it now</Button>
        </>
      )}
    </div>
  );
}
