import type { Checkpoint } from '../core/model.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { countOf } from '../ui/format.ts';
import { HashText } from '../ui/hash/hash-text.tsx';
import styles from './alarms.module.css';

/** TrustDialog asks once more before the root that is published now takes the place of the one that was remembered. */
export function TrustDialog({
  old,
  head,
  onTrust,
  onSave,
}: {
  old: Checkpoint;
  head: Checkpoint;
  onTrust: () => Promise<void>;
  onSave: () => void;
}) {
  return (
    <ConfirmButton
      label="Trust the new root …"
      title="Trust the root that is published now?"
      keep="Keep the old root"
      confirm="Trust the new root"
      safer="keep"
      onConfirm={() => void onTrust()}
    >
      <p>
        From now on this browser compares with the new root. The old one is listed among those given up, under
        Remembered roots. Do this only if you know why the log changed, and save the report first.{' '}
        <Button kind="quiet" onClick={onSave}>
          Save the report
        </Button>
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
    </ConfirmButton>
  );
}
