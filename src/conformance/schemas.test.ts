import * as v from 'valibot';
import { expect, test } from 'vitest';
import { SCHEMAS } from './schemas.ts';
import type { Variant } from '../core/model.ts';

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
