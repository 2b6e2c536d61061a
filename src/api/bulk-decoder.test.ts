import { describe, expect, test } from 'vitest';
import { bulkDecoder } from './bulk-decoder.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const entries = Array.from({ length: 2_000 }, (_, index) => ({
  'entry-number': String(index + 1),
  'entry-timestamp': '2016-04-05T13:23:05Z',
  key: `{"[,]"} \\ ${index}`,
  'item-hash': [`sha-256:${String(index).padStart(64, '0')}`],
}));
const items = entries.map(({ 'item-hash': [name], key }) => [name, { name: key, list: [key, ','] }] as const);
const list = JSON.stringify(entries, undefined, 1);
const object = JSON.stringify(Object.fromEntries(items));

describe('a list that is read part by part', () => {
  test('has every member once, in order', () => {
    const page = bulkDecoder.entries('item', bytesOf(list));
    expect(page.ok && page.value.map(({ key }) => key)).toEqual(entries.map(({ key }) => key));
    const names: unknown[] = [];
    bulkDecoder.eachItem('item', bytesOf(` ${object}\n`), ({ item }) => names.push(item.get('name')));
    expect(names).toEqual(items.map(([, { name }]) => name));
  });

  test.each([
    ['cut off', list.slice(0, -1)],
    ['ended twice', `${list}]`],
    ['ended by another bracket', `${list.slice(0, -1)}}`],
    ['with a comma at its end', `${list.slice(0, -1)},]`],
    ['with a comma at its beginning', `[,${list.slice(1)}`],
    ['with a bracket of another kind within', list.replace(/\[(\s*"sha-256:)/, '{$1')],
    ['with a member that is no entry', list.replace('"key"', '"kee"')],
    ['of another kind', object],
  ])('is refused when it is %s, in the words for the whole of it', (_, text) => {
    expect(bulkDecoder.entries('item', bytesOf(text))).toEqual({
      ok: false,
      problem: expect.stringMatching(/^The (answer is not JSON|server's answer is not what)/),
    });
  });
});
