import { NO_HEAD } from '../../query/keys.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/inclusion-queries.ts';
import { deferWhileRead, applyUpdate, useDeferredUpdate } from '../../query/pending-updates.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import styles from './newer-version.module.css';

/** NewerVersion keeps the version that is being read on view, and offers a newer one that comes meanwhile. */
export function NewerVersion({
  record,
  entry,
  head,
}: {
  record: RecordName;
  /** The entry on view, and the head it was checked against. */
  entry: Entry;
  head: Checkpoint | undefined;
}) {
  const session = useSession();
  const queries = useQueryClient();
  const { key } = record;
  const newer = useDeferredUpdate(session, key)?.trail.at(-1);
  const newest = newer?.entryNumber;
  const [closed, setClosed] = useState(0);
  const [said, setSaid] = useState('');
  useEffect(() => deferWhileRead(queries, session, key), [queries, session, key]);
  // Proved in advance, so that nothing is being checked when it is shown.
  useQuery({
    ...entryCheckQuery(session, newer ?? entry, head ?? NO_HEAD),
    enabled: newer !== undefined && head !== undefined,
  });
  const isOffered = newest !== undefined && newest !== closed;
  const take = (): void => {
    applyUpdate(queries, session, key);
    setSaid(`Entry ${formatNumber(newest ?? 0)} is shown now.`);
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOffered ? (
          <>
            <Literal text={key} most={80} /> has a new version, entry {formatNumber(newest)}.
          </>
        ) : (
          said
        )}
      </p>
      {isOffered && (
        <section className={styles['newer']} aria-label="A new version">
          <p>
            <strong>
              <Literal text={key} most={80} />
            </strong>{' '}
            has a new version, entry {formatNumber(newest)}
          </p>
          <div className={styles['ways']}>
            <Button kind="strong" onClick={take}>
              Show it
            </Button>
            <Link
              to={versionPath(record, { version: newest, compare: entry.entryNumber })}
              onClick={() => applyUpdate(queries, session, key)}
            >
              Side by side
            </Link>
            <Button
              kind="quiet"
              aria-label="Not now"
              onClick={() => {
                setClosed(newest);
                document.getElementById('content')?.focus({ preventScroll: true });
              }}
            >
              <Icon name="close" size={14} />
            </Button>
          </div>
        </section>
      )}
    </>
  );
}
