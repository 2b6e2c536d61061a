import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Register } from '../../core/model.ts';
import { SchemaTable, saysMore, schemaRows } from './schema-table.tsx';
import type { Definition } from '../../core/definition.ts';

const about = (schema: Register['schema']): Register => ({ variant: 'blob', schema, extra: new Map() });
const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);

test('a schema of very many attributes is shown 50 at a time, described or not', () => {
  const described = renderToStaticMarkup(
    <SchemaTable about={about(names.map((id) => ({ id, datatype: 'string' })))} />,
  );
  expect(described.match(/<th scope="row"/g)).toHaveLength(50);
  expect(described).toContain('Show 50 more of 10,000 attributes');
  const named = renderToStaticMarkup(<SchemaTable about={about(names.map((id) => ({ id })))} />);
  expect(named.match(/<li>/g)).toHaveLength(50);
  expect(named).toContain('Show 50 more of 10,000 attributes');
});

const known = new Map<string, Definition>([
  [
    'name',
    {
      datatype: { is: 'string', from: 'system' },
      cardinality: { is: '1', from: 'system' },
      text: { is: 'The **official** name.', from: 'field-register' },
    },
  ],
  ['organisations', { register: { is: 'gov-org', from: 'field-register' } }],
  ['end-date', { datatype: { is: 'datetime', from: 'shape' } }],
]);

test('what definitions say stands in the register’s own order, with who says it', () => {
  const rows = schemaRows([{ id: 'end-date' }, { id: 'name' }], known);
  expect(rows.map(({ attribute }) => attribute)).toEqual(['end-date', 'name', 'organisations']);
  expect(rows[1]).toEqual({
    attribute: 'name',
    datatype: 'string',
    cardinality: '1',
    register: undefined,
    meaning: 'The **official** name.',
    from: ['system', 'field-register'],
  });
  expect(rows[2]).toMatchObject({ register: 'gov-org', from: ['field-register'] });
});

test('what values only look like is no statement', () => {
  const [row] = schemaRows([{ id: 'end-date' }], new Map([['end-date', known.get('end-date') ?? {}]]));
  expect(row).toMatchObject({ datatype: undefined, from: [] });
  expect(row && saysMore(row)).toBe(false);
});

test('the summary stands by itself until definitions are read', () => {
  const [row, bare] = schemaRows(
    [{ id: 'name', datatype: 'string', description: 'Its name.' }, { id: 'a' }],
    undefined,
  );
  expect(row).toMatchObject({ datatype: 'string', meaning: 'Its name.', from: ['schema'] });
  expect(bare && saysMore(bare)).toBe(false);
});
