import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createRegister } from '../engine/register.ts';
import { bundledRegisters } from './bundled.ts';
import { FLAG, hostile } from './hostile.ts';

const app = createApp({ registers: bundledRegisters() });

async function get(path: string): Promise<string> {
  const response = await app.fetch(new Request(`http://mock.example/registers${path}`));
  expect(response.status).toBe(200);
  return response.text();
}

test('is served in both variants, and not listed', async () => {
  expect(await get('')).not.toContain('"hostile"');
  for (const variant of ['v2', 'earlier'])
    expect(await get(`/hostile/${variant}/records/all`)).toContain(FLAG);
});

test('has every kind of key and value that is meant to be there', () => {
  const source = hostile();
  const keys = source.entries.map(({ key }) => key);
  for (const key of ['__proto__', 'constructor', '..', '.', 'entries', '']) expect(keys).toContain(key);
  expect(keys.some((key) => key.length > 10_000)).toBe(true);
  const texts = source.entries.flatMap(({ items }) => items.flatMap((item) => [...item.values()].flat()));
  expect(texts.some((text) => text !== null && text.length >= 5 * 1024 * 1024)).toBe(true);
  expect(source.definitions.map(({ id }) => id)).toContain('__proto__');
});

test('does nothing but set its flag, wherever a text could be run', () => {
  const scripts =
    JSON.stringify(hostile().definitions) + JSON.stringify([...(hostile().entries[19]?.items[0] ?? [])]);
  const calls = scripts.match(/(?:javascript:|on\w+=\\?"?|<script>)(?!alert)[^<"\\)]*/gi) ?? [];
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls) expect(call).toContain(`window.${FLAG}=1`);
});

test('every entry hashes and every proof can be made', () => {
  const register = createRegister(hostile());
  for (const [variant, rule] of [
    ['item', 'item-json'],
    ['blob', 'blob-multihash'],
  ] as const)
    expect(register.log(variant).nodes(rule).size).toBe(register.totalEntries);
});
