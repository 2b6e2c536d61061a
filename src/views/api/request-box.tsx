import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  addressOf,
  ENDPOINTS,
  type ParameterValues,
  PROOF_IDENTIFIER,
  templateOf,
} from '../../conformance/endpoints.ts';
import { formatHash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { type Example, exampleQuery } from '../../query/list-queries.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { canBeAddressed } from '../../ui/paths.ts';
import { REGISTERS_ADDRESS } from '../../ui/site-address.ts';
import styles from './api.module.css';

declare const __SINGLE_FILE__: boolean;

/**
 * RequestBox sends a request to any endpoint of this variant, with values that exist where an example is
 * known. The answer appears in the list of requests.
 */
export function RequestBox({ variant }: { variant: Variant }) {
  const session = useSession();
  const { data: example } = useQuery(exampleQuery(session));
  const endpoints = ENDPOINTS[variant];
  const [chosen, choose] = useState('');
  const endpoint = endpoints.find(({ id }) => id === chosen) ?? endpoints[0];
  const path = endpoint && addressOf(endpoint, valuesOf(variant, example));
  const name = variant === 'item' ? 'v2' : 'earlier';
  // The ledger has the raw answer or the failure; accept any JSON.
  const send = (path: string): void => {
    session.transport.get(`${session.base}${path}`, () => null, { fresh: true }).catch(() => undefined);
  };
  return (
    <Card title="Send a request" note={variant === 'item' ? 'items API (v2)' : 'blobs API'}>
      <form
        className={styles.box}
        onSubmit={(event) => {
          event.preventDefault();
          send(String(new FormData(event.currentTarget).get('path') ?? ''));
        }}
      >
        <label>
          Endpoint
          <select value={endpoint?.id} onChange={(event) => choose(event.target.value)}>
            {endpoints.map((one) => (
              <option key={one.id} value={one.id}>
                {templateOf(one)}: {one.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Address, which you can edit
          <input name="path" key={path} defaultValue={path} spellCheck={false} autoComplete="off" />
        </label>
        <Button type="submit" kind="strong">
          Send
        </Button>
      </form>
      <p className="quiet">
        The answer appears at the top of the list of requests.{' '}
        {__SINGLE_FILE__ || (
          <>
            For tools: <a href={`${REGISTERS_ADDRESS}/openapi-${name}.json`}>this API in OpenAPI 3.1</a>.{' '}
          </>
        )}
        <Link to="/help#conformance">Check a server against the API document</Link>.
      </p>
    </Card>
  );
}

/** valuesOf returns parameters that exist, if an example is known. */
function valuesOf(variant: Variant, example: Example | undefined): ParameterValues {
  const text = (name: 'key' | 'attribute' | 'value', otherwise: string = name): string => {
    const found = example?.[name];
    return found !== undefined && canBeAddressed(found) ? found : otherwise;
  };
  const size = example?.logSize ?? 1;
  const hash = example?.hash === undefined ? '' : formatHash(example.hash, variant);
  const [attribute, value] = [text('attribute', 'name'), text('value')];
  return {
    key: text('key'),
    'attribute-name': attribute,
    'attribute-value': value,
    name: attribute,
    value,
    start: 1,
    'entry-number': size,
    'log-size': size,
    'small-log-size': Math.max(1, size - 1),
    'large-log-size': size,
    'proof-identifier': PROOF_IDENTIFIER,
    'item-hash': hash,
    id: hash,
  };
}
