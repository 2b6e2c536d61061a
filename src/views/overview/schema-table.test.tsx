import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Definition } from '../../core/definition.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { SchemaTable, schemaRows } from './schema-table.tsx';

test('a schema of very many attributes is shown 50 at a time', () => {
  const schema = Array.from({ length: 10_000 }, (_, n) => ({ id: `a${n}` }));
  const markup = renderToStaticMarkup(
    <RegisterContext value={{ kind: 'bundled', name: 'a', mount: 'v2' }}>
      <SchemaTable schema={schema} activity={undefined} />
    </RegisterContext>,
  );
  expect(markup.match(/<th scope="row"/g)).toHaveLength(50);
  expect(markup).toContain('Show 50 more of 10,000 attributes');
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

test('what definitions and data say stands in the register’s own order; what values look like is no statement', () => {
  const used = { filled: 3, changes: 2, changedRecords: 1, lastChange: 9 };
  const rows = schemaRows([{ id: 'end-date', description: 'Its end.' }, { id: 'name' }], known, [
    { name: 'name', ...used },
    { name: 'undeclared', ...used },
  ]);
  expect(rows.map(({ attribute }) => attribute).join()).toBe('end-date,name,organisations,undeclared');
  expect(rows[0]).toMatchObject({ datatype: undefined, meaning: 'Its end.', filled: 0 });
  expect(rows[1]).toMatchObject({
    datatype: 'string',
    meaning: 'The **official** name.',
    filled: 3,
    lastChange: 9,
  });
  expect(rows[2]).toMatchObject({ register: 'gov-org' });
  expect(rows[3]).toMatchObject({ meaning: undefined, changes: 2 });
});
