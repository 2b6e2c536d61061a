import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Checkpoint, Entry } from '../../core/model.ts';
import { entryCheckQuery } from '../../query/inclusion-queries.ts';
import { NO_HEAD } from '../../query/keys.ts';
import { deferWhileRead, applyUpdate, useDeferredUpdate } from '../../query/pending-updates.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { type RecordName, versionPath } from '../../ui/paths.ts';
import styles from './record.module.css';

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
  const [closed, setClosed] = useState(0);
  const [said, setSaid] = useState('');
  useEffect(() => deferWhileRead(queries, session, key), [queries, session, key]);
  // Proved in advance, so that nothing is being checked when it is shown.
  useQuery({
    ...entryCheckQuery(session, newer ?? entry, head ?? NO_HEAD),
    enabled: newer !== undefined && head !== undefined,
    notifyOnChangeProps: [],
  });
  const isOffered = newer !== undefined && newer.entryNumber !== closed;
  const number = formatNumber(newer?.entryNumber ?? 0);
  const focusPage = () => document.getElementById('content')?.focus({ preventScroll: true });
  const offer = (
    <>
      <Literal text={key} most={80} /> has a new version, entry {number}
    </>
  );
  return (
    <>
      <p role="status" className="visually-hidden">
        {isOffered ? offer : said}
      </p>
      {isOffered && (
        <section className={styles['newer']} aria-label="A new version">
          <p>{offer}</p>
          <Button
            kind="strong"
            onClick={() => {
              applyUpdate(queries, session, key);
              setSaid(`Entry ${number} is shown now.`);
              focusPage();
            }}
          >
            Show it
          </Button>
          <Link
            to={versionPath(record, { version: newer.entryNumber, compare: entry.entryNumber })}
            onClick={() => applyUpdate(queries, session, key)}
          >
            Side by side
          </Link>
          <Button
            kind="quiet"
            aria-label="Not now"
            onClick={() => {
              setClosed(newer.entryNumber);
              focusPage();
            }}
          >
            <Icon name="close" size={14} />
          </Button>
        </section>
      )}
    </>
  );
}
