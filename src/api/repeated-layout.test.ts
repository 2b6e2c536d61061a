import { expect, test } from 'vitest';
import { createLayoutReader } from './repeated-layout.ts';

// That members are read as JSON.parse reads them: bulk-pages.test.ts. Here: which lists JSON.parse need not read.

test('a list whose members are written alike is read by their layouts, white space and nested lists included', () => {
  const read = createLayoutReader('[');
  const members = [
    '{"a":"1", "n":2,"l":["x",{"y":"z"}]}',
    '{"a":"}", "n":30,"l":["",{"y":"é"}]}',
    '{"b":null}',
  ];
  const list = ` [${[...members, members[0]].join()}]\n`;
  expect(read(list)?.map(({ value }) => value)).toEqual(JSON.parse(list));
  expect(read('[{"b":null}]')?.map(({ value }) => value)).toEqual([{ b: null }]);
});

test('an object has the names of its members, and their texts', () => {
  const found = createLayoutReader('{')('{"x":{"a":"1"},"y":{"a":"2"},"z":{"c": "3"}}\t');
  expect(found?.map(({ name, text, value }) => [name, text, value])).toEqual([
    ['x', '{"a":"1"}', { a: '1' }],
    ['y', '{"a":"2"}', { a: '2' }],
    ['z', '{"c": "3"}', { c: '3' }],
  ]);
});

test.each([
  ['an escape', String.raw`[{"a":"\n"}]`],
  ['a fraction', '[{"a":1.5}]'],
  ['a number beyond 15 digits', '[{"a":1234567890123456}]'],
  ['something between two members', '[{"a":"1"} {"a":"2"}]'],
  ['no end', '[{"a":"1"}'],
  ['more layouts than are kept', `[${Array.from('abcdefghi', (name) => `{"${name}":"1"}`).join()}]`],
  ['a member longer than a pattern should be', `[{"a":"${'x'.repeat(4_000)}"}]`],
])('a list with %s is left to JSON.parse', (_, list) =>
  expect(createLayoutReader('[')(list)).toBeUndefined(),
);

test('an object without a colon after a name is left to JSON.parse, which refuses it', () =>
  expect(createLayoutReader('{')('{"x" {"a":"1"}}')).toBeUndefined());
