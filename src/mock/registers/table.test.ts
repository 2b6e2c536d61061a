import { expect, test } from 'vitest';
import type { RegisterSource } from '../source.ts';
import { fromTables } from './table.ts';

function tree(rows: string, changes = ''): RegisterSource {
  return fromTables({
    name: 'tree',
    domain: 'registers.example',
    fields: 'tree|string|1|tree|Tree|Its name.\nname|string|1\ncolours|string|n',
    batches: [{ timestamp: '2020-01-02T00:00:00Z', rows }],
    changes,
  });
}

function entries(register: RegisterSource): unknown[] {
  return register.entries.map(({ key, timestamp, items }) => [
    key,
    timestamp,
    ...items.map((item) => Object.fromEntries(item)),
  ]);
}

test('reads rows, splits lists, leaves out what is empty or missing', () => {
  expect(entries(tree('\nelm|Elm|green;brown\nash||grey\noak\n'))).toEqual([
    ['elm', '2020-01-02T00:00:00Z', { tree: 'elm', name: 'Elm', colours: ['green', 'brown'] }],
    ['ash', '2020-01-02T00:00:00Z', { tree: 'ash', colours: ['grey'] }],
    ['oak', '2020-01-02T00:00:00Z', { tree: 'oak' }],
  ]);
});

test('applies a change to the version before it and leaves that version as it was', () => {
  expect(
    entries(
      tree(
        'elm|Elm|green',
        '2020-03-01T00:00:00Z|elm|name=A = B|colours=\n2020-02-01T00:00:00Z|elm|name=Wych elm',
      ),
    ),
  ).toEqual([
    ['elm', '2020-01-02T00:00:00Z', { tree: 'elm', name: 'Elm', colours: ['green'] }],
    ['elm', '2020-02-01T00:00:00Z', { tree: 'elm', name: 'Wych elm', colours: ['green'] }],
    ['elm', '2020-03-01T00:00:00Z', { tree: 'elm', name: 'A = B' }],
  ]);
});

test('adds members to a list and takes them away, and writes the name for a tilde', () => {
  const changes = ['colours+=brown|name=~, wych', 'colours-=green', 'colours=red;~'];
  const lines = changes.map((change, month) => `2020-0${month + 2}-01T00:00:00Z|elm|${change}`).join('\n');
  expect(entries(tree('elm|Elm|green;white', lines)).slice(1)).toMatchObject([
    ['elm', expect.any(String), { name: 'Elm, wych', colours: ['green', 'brown', 'white'] }],
    ['elm', expect.any(String), { colours: ['brown', 'white'] }],
    ['elm', expect.any(String), { colours: ['red', 'Elm, wych'] }],
  ]);
});

test('begins a record by a change, with its key', () => {
  expect(entries(tree('', '2020-03-01T00:00:00Z|fir|name=Fir'))).toEqual([
    ['fir', '2020-03-01T00:00:00Z', { tree: 'fir', name: 'Fir' }],
  ]);
});

test.each([
  ['a row with too many values', 'elm|Elm|green|1', ''],
  ['an unknown attribute', '', '2020-03-01T00:00:00Z|elm|size=1'],
  ['a change that is no assignment', '', '2020-03-01T00:00:00Z|elm|name'],
])('refuses %s', (_what, rows, changes) => {
  expect(() => tree(rows, changes).entries).toThrow(Error);
});

test('builds the entries when they are first read, and once', () => {
  const register = tree('elm|Elm|green');
  expect(register.entries).toBe(register.entries);
  expect(tree('elm|Elm|green|1').name).toBe('tree');
});
