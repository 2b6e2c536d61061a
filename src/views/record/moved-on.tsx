import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { type RecordName, versionPath } from '../../ui/version-address.ts';
import styles from './moved-on.module.css';

/** MovedOn says that the record on view got a new version while it was read, and leads back to the one that was being read, and to both side by side. */
export function MovedOn({ record, entryNumber }: { record: RecordName; entryNumber: number }) {
  const [read, setRead] = useState(entryNumber);
  return (
    <div role="status">
      {entryNumber > read && (
        <div className={styles['moved']}>
          <p>
            This record got a new version, entry {formatNumber(entryNumber)}, while it was open here. It is
            shown now; before, it was entry {formatNumber(read)}.
          </p>
          <p className={styles['ways']}>
            <Link to={versionPath(record, { version: read })}>Back to what was shown</Link>
            <Link to={versionPath(record, { version: entryNumber, compare: read })}>Both side by side</Link>
            <Button kind="quiet" onClick={() => setRead(entryNumber)}>
              Close
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
