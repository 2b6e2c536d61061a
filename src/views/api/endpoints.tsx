import { useQuery } from '@tanstack/react-query';
import { formatHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { type Example, exampleQuery } from '../../query/entry-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { canBeAddressed } from '../../ui/paths.ts';
import styles from './api.module.css';

/** Endpoints lists the endpoints of this variant; each can be requested, and its answer appears in the list of requests. */
export function Endpoints({ variant }: { variant: Variant }) {
  const session = useSession();
  const { data: example } = useQuery(exampleQuery(session));
  // The raw answer, or what failed, is in the ledger; any JSON will do.
  const request = (path: string): void => {
    session.transport.get(`${session.base}${path}`, () => null, { fresh: true }).catch(() => undefined);
  };
  return (
    <Card title="Endpoints" note={variant === 'item' ? 'items API (v2)' : 'blobs API'}>
      <p className={styles.note}>
        Edit an address if you like, and send it. The answer appears at the top of the list of requests.
      </p>
      <ul className={styles.endpoints}>
        {endpointsOf(variant, example).map(([template, what, path = template]) => (
          <li key={template}>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                request(String(new FormData(event.currentTarget).get('path') ?? ''));
              }}
            >
              <label>
                <span className={styles.template}>{template}</span>
                <span className={styles.what}>{what}</span>
                <input name="path" defaultValue={path} key={path} spellCheck={false} autoComplete="off" />
              </label>
              <Button type="submit">Send</Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Endpoint is a path with placeholders, what it answers, and an address to try where that is another one. */
type Endpoint = readonly [template: string, what: string, path?: string];

/** endpointsOf lists the endpoints of one variant (API document, "Endpoints"), with addresses of things that are there where an example is known. */
function endpointsOf(variant: Variant, example: Example | undefined): readonly Endpoint[] {
  const segment = (text: string | undefined, otherwise: string): string =>
    encodeURIComponent(text !== undefined && canBeAddressed(text) ? text : otherwise);
  const size = example?.logSize ?? 1;
  const smaller = Math.max(1, size - 1);
  const key = segment(example?.key, 'key');
  const hash = example?.hash === undefined ? '' : formatHash(example.hash, variant);
  const attribute = segment(example?.attribute, 'name');
  const value = segment(example?.value, 'value');
  const id = 'merkle:sha-256';
  const records: readonly Endpoint[] = [
    ['/records/{key}', 'one record', `/records/${key}`],
    ['/records/{key}/entries', 'the trail of a record', `/records/${key}/entries`],
  ];
  const log: readonly Endpoint[] = [
    ['/entries?start', 'the log', '/entries?start=1'],
    ['/entries/{entry-number}', 'one entry', `/entries/${size}`],
  ];
  const withValue = 'the records with exactly this value';
  const head = 'the register proof: log size and root hash';
  if (variant === 'item')
    return [
      ['/register', 'the summary of the register'],
      ['/records', 'all records, with their data'],
      ...records,
      ['/records/{attribute-name}/{attribute-value}', withValue, `/records/${attribute}/${value}`],
      ...log,
      ['/items', 'all items by hash'],
      ['/items/{item-hash}', 'one item', `/items/${hash}`],
      ['/proof/register/{proof-identifier}', head, `/proof/register/${id}`],
      [
        '/proof/consistency/{small}/{large}/{proof-identifier}',
        'a consistency proof',
        `/proof/consistency/${smaller}/${size}/${id}`,
      ],
      [
        '/proof/entries/{entry-number}/{log-size}/{proof-identifier}',
        'an entry proof',
        `/proof/entries/${size}/${size}/${id}`,
      ],
    ];
  return [
    ['/context', 'the description and schema of the register'],
    ['/records', 'all records, flat'],
    ['/records?name&value', withValue, `/records?name=${attribute}&value=${value}`],
    ...records,
    ...log,
    ['/blobs', 'all blobs'],
    ['/blobs/{id}', 'one blob', `/blobs/${hash}`],
    ['/proofs/register', head],
    ['/proofs/consistency/{small}/{large}', 'a consistency proof', `/proofs/consistency/${smaller}/${size}`],
    ['/proofs/entries/{entry-number}/{log-size}', 'an entry proof', `/proofs/entries/${size}/${size}`],
    ['/snapshots/{log-size}', 'the register as it was at a size', `/snapshots/${smaller}`],
    ['/snapshots/{log-size}/{key}', 'the entry of a key at a size', `/snapshots/${size}/${key}`],
  ];
}
