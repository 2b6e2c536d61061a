import { expect, test } from 'vitest';
import { rootAt } from '../../core/merkle-log.ts';
import type { AttributeValue } from '../../core/model.ts';
import { createRegister } from '../engine/register.ts';
import type { RegisterSource } from '../../rsf/register-source.ts';
import { bundledRegisters } from './bundled.ts';

const bundled = bundledRegisters();
const sources = new Map(
  ['country', 'currency', 'planet', 'unfaithful'].map((name) => [
    name,
    bundled.get(name)?.() as RegisterSource,
  ]),
);

function latest(register: RegisterSource): Map<string, ReadonlyMap<string, AttributeValue>> {
  return new Map(register.entries.flatMap(({ key, items }) => items.map((item) => [key, item])));
}

function list(value: AttributeValue | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

const root = (register: RegisterSource): string =>
  rootAt(createRegister(register).log('item').nodes('item-json'), register.entries.length);

test('no content changes unnoticed: the roots are pinned', () => {
  expect(Object.fromEntries([...sources].map(([name, register]) => [name, root(register)]))).toEqual({
    country: '861d177a9b9236665aeda45720cc2273d5239c2a2c2c8ad6b3b0008dc25e151a',
    currency: '0eb454c24febd83e365a087745f626f32682b24f3cf06d2f0d448504586c0ec1',
    planet: '9d784c493d789e5ddcbdf60b0d6272f86fe78cdd0b2a495e99cb9764ea2f2714',
    unfaithful: '861d177a9b9236665aeda45720cc2273d5239c2a2c2c8ad6b3b0008dc25e151a',
  });
});

test('every link leads to a record, from every version', () => {
  const links = [...sources.values()].flatMap(({ name, definitions, entries }) =>
    definitions.flatMap(({ id, register: target }) =>
      entries.flatMap(({ items }) => {
        const value = items[0]?.get(id);
        const keys = target === undefined ? [] : typeof value === 'string' ? [value] : list(value);
        return keys.map((key) => ({ from: `${name} ${id}`, target: target ?? '', key }));
      }),
    ),
  );
  const records = new Map([...sources].map(([name, register]) => [name, latest(register)]));
  expect(links.filter(({ target, key }) => !records.get(target)?.has(key))).toEqual([]);
  expect(new Set(links.map(({ from }) => from)).size).toBe(7);
});
