import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Register } from '../../core/model.ts';
import { SchemaTable } from './schema-table.tsx';

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
