import { useRef } from 'react';
import type { Checkpoint } from '../core/model.ts';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/format.ts';
import { HashText } from '../ui/hash/hash-text.tsx';
import styles from './alarms.module.css';

/** TrustDialog asks once more before the root that is published now takes the place of the one that was remembered. */
export function TrustDialog({
  old,
  head,
  onTrust,
}: {
  old: Checkpoint;
  head: Checkpoint;
  onTrust: () => Promise<void>;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>Trust the new root …</Button>
      <dialog ref={dialog} className={styles['dialog']} aria-labelledby="trust-title">
        <h2 id="trust-title">Trust the root that is published now?</h2>
        <p>
          From now on this browser compares with the new root. The old one is listed among those given up in
          the settings. Do this only if you know why the log changed, and save the report first.
        </p>
        <dl className={styles['heads']}>
          <div>
            <dt>give up</dt>
            <dd>
              <HashText hash={old.rootHash} compareWith={head.rootHash} />
              <span>{countOf(old.logSize, 'entry', 'entries')}</span>
            </dd>
          </div>
          <div>
            <dt>trust</dt>
            <dd>
              <HashText hash={head.rootHash} compareWith={old.rootHash} />
              <span>{countOf(head.logSize, 'entry', 'entries')}</span>
            </dd>
          </div>
        </dl>
        <form method="dialog" className={styles['choice']}>
          <Button type="submit">Keep the old root</Button>
          <Button type="submit" kind="strong" onClick={() => void onTrust()}>
            Trust the new root
          </Button>
        </form>
      </dialog>
    </>
  );
}
