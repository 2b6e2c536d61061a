import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { addressOf, ENDPOINTS, PROOF_IDENTIFIER } from './endpoints.ts';
import { openApiOf } from './openapi.ts';
import { SCHEMAS } from './schemas.ts';
import type { Variant } from '../core/model.ts';
import { createNodeApp } from '../mock/hosts/node/serve.ts';
import { VARIANT_NAMES } from '../mock/http/request.ts';

const app = createNodeApp();
const get = (path: string) => app.fetch(new Request(`http://mock.example/registers${path}`));

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: object }> }>>;
}

interface OpenApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

describe.each(['item', 'blob'] as const)('OpenAPI of variant %s', (variant) => {
  const name = VARIANT_NAMES[variant];

  test('is served by the mock server, and valid', async () => {
    const served = (await (await get(`/openapi-${name}.json`)).json()) as OpenApi;
    expect(await new Validator().validate(served as never)).toEqual({ valid: true });
    expect(served.servers[0]?.url).toBe(`/registers/{register}/${name}`);
  });

  test('describes what the mock server answers, at every endpoint', async () => {
    const api = openApiOf(variant, { server: '/', registers: ['planet'] }) as OpenApi;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(api, 'api');
    const base = `/planet/${name}`;
    const entry = (await (await get(`${base}/entries/2`)).json()) as Record<string, string>;
    const hash = String([([entry].flat()[0] ?? {})[`${variant}-hash`]].flat()[0]);
    const values = {
      key: 'venus',
      'attribute-name': 'name',
      'attribute-value': 'Venus',
      name: 'name',
      value: 'Venus',
      'entry-number': 2,
      'log-size': 7,
      'small-log-size': 3,
      'large-log-size': 7,
      'proof-identifier': PROOF_IDENTIFIER,
      'item-hash': hash,
      id: hash,
    };
    for (const endpoint of ENDPOINTS[variant]) {
      const operation = api.paths[endpoint.path]?.get;
      const names = operation?.parameters.map((parameter) => parameter.name);
      expect(names).toEqual(expect.arrayContaining([...endpoint.query]));
      const response = await get(base + addressOf(endpoint, values));
      const type = response.headers.get('content-type') ?? '';
      const place = ['paths', endpoint.path, 'get', 'responses', '200', 'content', type, 'schema'];
      expect(operation?.responses['200']?.content?.[type]).toBeDefined();
      const validate = ajv.compile({ $ref: `api#/${place.map(escapePointer).join('/')}` });
      const body = (await response.json()) as object;
      expect([endpoint.id, validate(body), validate.errors]).toEqual([endpoint.id, true, null]);
      expect(validate({ a: { b: 1 } })).toBe(false);
    }
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

/** RFC 6901, in a fragment. */
function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
