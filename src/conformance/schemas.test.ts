import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS, type Endpoint, MEDIA_TYPE } from './endpoints.ts';
import { addressOf } from './parameters.ts';
import { SCHEMAS } from './schemas.ts';
import type { Variant } from '../core/model.ts';
import { createApp } from '../mock/app.ts';
import { VARIANT_NAMES } from '../mock/mount.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';
import { exampleValues } from '../testing/example-values.ts';

const app = createApp({ registers: bundledRegisters() });
const VARIANTS = ['item', 'blob'] as const;

async function get(base: string, path: string): Promise<Response> {
  return app.fetch(new Request(`http://mock.example/registers/${base}${path}`));
}

function slipsIn(body: unknown, variant: Variant, { resource }: Endpoint): string[] {
  const { issues = [] } = v.safeParse(SCHEMAS[variant].answers[resource], body);
  return issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
}

describe.each(VARIANTS)('the answers of the mock server, variant %s', (variant) => {
  test.each(
    ENDPOINTS[variant].flatMap((endpoint) =>
      ['country', 'planet', 'currency'].map((register) => [register, endpoint.id, endpoint] as const),
    ),
  )('%s, %s are as the document has them', async (register, _, endpoint) => {
    const base = `${register}/${VARIANT_NAMES[variant]}`;
    const response = await get(
      base,
      addressOf(endpoint, await exampleValues((path) => get(base, path), variant)),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(MEDIA_TYPE);
    const body: unknown = await response.json();
    expect(slipsIn(body, variant, endpoint)).toEqual([]);
    expect(slipsIn(null, variant, endpoint)).not.toEqual([]);
    expect(slipsIn([{ a: { b: 1 } }], variant, endpoint)).not.toEqual([]);
  });

  test('as other honest servers send them are told from the document', async () => {
    const switches = `numbers-as-strings${variant === 'blob' ? '+sparse-context' : ''}`;
    const base = `planet/${VARIANT_NAMES[variant]}+${switches}`;
    const values = await exampleValues((path) => get(base, path), variant);
    const different = new Set<string>();
    for (const endpoint of ENDPOINTS[variant]) {
      const body: unknown = await (await get(base, addressOf(endpoint, values))).json();
      if (slipsIn(body, variant, endpoint).length > 0) different.add(endpoint.id);
    }
    const counted = ['register-proof', 'summary'];
    expect([...different].sort()).toEqual(
      variant === 'blob' ? counted : ['entry-proof', 'record', 'records', 'records-where', ...counted].sort(),
    );
  });
});

test.each(['__proto__', 'prototype', 'constructor'])('an attribute or key %s is looked at', (name) => {
  const named = (value: unknown): unknown => JSON.parse(`{"${name}":${JSON.stringify(value)}}`);
  const fits = (variant: Variant, resource: 'item' | 'record', body: unknown): boolean =>
    v.is(SCHEMAS[variant].answers[resource], body);
  const record = { 'entry-number': 1, 'entry-timestamp': '2016-04-05T13:23:05Z', key: name, item: [] };
  expect(fits('item', 'item', named('a text'))).toBe(true);
  expect(fits('item', 'item', named({ not: 'a text' }))).toBe(false);
  expect(fits('item', 'record', named(record))).toBe(true);
  expect(fits('item', 'record', named({ ...record, key: 1 }))).toBe(false);
  expect(fits('blob', 'record', Object.assign({ _id: 'k' }, named(['a list'])))).toBe(true);
  expect(fits('blob', 'record', { ...(named(7) as object), _id: 'k' })).toBe(false);
});
