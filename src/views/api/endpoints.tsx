import { useQuery } from '@tanstack/react-query';
import {
  ENDPOINTS,
  PROOF_IDENTIFIER,
  type ParameterValues,
  addressOf,
  templateOf,
} from '../../conformance/endpoints.ts';
import { formatHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { type Example, exampleQuery } from '../../query/entry-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { canBeAddressed } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import styles from './api.module.css';

declare const __SINGLE_FILE__: boolean;

/** Endpoints lists the endpoints of this variant; each can be requested, and its answer appears in the list of requests. */
export function Endpoints({ variant }: { variant: Variant }) {
  const session = useSession();
  const { data: example } = useQuery(exampleQuery(session));
  const values = valuesOf(variant, example);
  const name = variant === 'item' ? 'v2' : 'earlier';
  // The ledger has the raw answer or the failure; accept any JSON.
  const request = (path: string): void => {
    session.transport.get(`${session.base}${path}`, () => null, { fresh: true }).catch(() => undefined);
  };
  return (
    <Card title="Endpoints" note={variant === 'item' ? 'items API (v2)' : 'blobs API'}>
      <p className="quiet">
        Edit an address if you like, and send it. The answer appears at the top of the list of requests.
        {__SINGLE_FILE__ || (
          <>
            {' '}
            For tools: <a href={`${REGISTERS_ADDRESS}/openapi-${name}.json`}>this API in OpenAPI 3.1</a>.
          </>
        )}
      </p>
      <ul className={`rows ${styles.endpoints}`}>
        {ENDPOINTS[variant].map((endpoint) => (
          <li key={endpoint.id}>
            <form
              onSubmit={(event) => {
                event.preventDefault();
                request(String(new FormData(event.currentTarget).get('path') ?? ''));
              }}
            >
              <label>
                <code>{templateOf(endpoint)}</code>
                <span className="faint">{endpoint.title}</span>
                <input
                  name="path"
                  key={addressOf(endpoint, values)}
                  defaultValue={addressOf(endpoint, values)}
                  spellCheck={false}
                  autoComplete="off"
                />
              </label>
              <Button type="submit">Send</Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** valuesOf returns parameters that exist, if an example is known. */
function valuesOf(variant: Variant, example: Example | undefined): ParameterValues {
  const text = (found: string | undefined, otherwise: string): string =>
    found !== undefined && canBeAddressed(found) ? found : otherwise;
  const size = example?.logSize ?? 1;
  const hash = example?.hash === undefined ? '' : formatHash(example.hash, variant);
  const attribute = text(example?.attribute, 'name');
  const value = text(example?.value, 'value');
  return {
    key: text(example?.key, 'key'),
    'attribute-name': attribute,
    'attribute-value': value,
    name: attribute,
    value,
    start: '1',
    'entry-number': String(size),
    'log-size': String(size),
    'small-log-size': String(Math.max(1, size - 1)),
    'large-log-size': String(size),
    'proof-identifier': PROOF_IDENTIFIER,
    'item-hash': hash,
    id: hash,
  };
}
