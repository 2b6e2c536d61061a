import { useQuery } from '@tanstack/react-query';
import { exampleQuery } from '../../query/example-query.ts';
import { useSession } from '../../query/session.ts';
import type { Variant } from '../../core/model.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { endpointsOf } from './endpoint-list.ts';
import styles from './api.module.css';

/** Endpoints lists what the API document offers in this variant; each can be asked, and its answer appears in the list of requests. */
export function Endpoints({ variant }: { variant: Variant }) {
  const session = useSession();
  const { data: example } = useQuery(exampleQuery(session));
  // The raw answer, or what failed, is in the ledger; nothing else is made of it, so that any JSON will do.
  const ask = (path: string): void => {
    session.transport.get(`${session.base}${path}`, () => null, { fresh: true }).catch(() => undefined);
  };
  return (
    <Card title="Endpoints" note={variant === 'item' ? 'items (v2)' : 'blobs (earlier)'}>
      <p className={styles['note']}>
        Edit an address if you like, and ask. The answer appears at the top of the list of requests.
      </p>
      <ul className={styles['endpoints']}>
        {endpointsOf(variant, example).map((endpoint) => (
          <li key={endpoint.template}>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                ask(String(new FormData(event.currentTarget).get('path') ?? ''));
              }}
            >
              <label>
                <span className={styles['template']}>{endpoint.template}</span>
                <span className={styles['what']}>{endpoint.what}</span>
                <input
                  name="path"
                  defaultValue={endpoint.example}
                  key={endpoint.example}
                  spellCheck={false}
                  autoComplete="off"
                />
              </label>
              <Button type="submit">Ask</Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
