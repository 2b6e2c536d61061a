import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { clientQuery } from '../../query/client-query.ts';
import { useSession } from '../../query/session.ts';
import { DeclarePage } from '../../query/use-page-checks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Endpoints } from './endpoints.tsx';
import { LedgerRow } from './ledger-row.tsx';
import styles from './api.module.css';

/** ApiView is the ledger of every request made for this register, and the endpoints of the API, each of which can be asked from here. */
export function ApiView() {
  const session = useSession();
  const { data: client } = useQuery(clientQuery(session));
  const entries = useSyncExternalStore(session.ledger.subscribe, session.ledger.entries);
  return (
    <>
      <DeclarePage page="none" />
      <PageHead
        title="API"
        note={
          <>
            Every request this page made to <code>{session.base}</code>
          </>
        }
        actions={
          <Button onClick={() => session.ledger.clear()} disabled={entries.length === 0}>
            Clear the list
          </Button>
        }
      />
      <div className={styles['view']}>
        <Card title="Requests" note={`${countOf(entries.length, 'request')}, newest first`} flush>
          {entries.length === 0 ? (
            <p className={styles['empty']}>Nothing has been asked since the list was cleared.</p>
          ) : (
            <ol className={styles['ledger']} reversed>
              {entries.toReversed().map((entry) => (
                <LedgerRow key={entry.id} entry={entry} base={session.base} />
              ))}
            </ol>
          )}
        </Card>
        {client !== undefined && <Endpoints variant={client.variant} />}
      </div>
    </>
  );
}
