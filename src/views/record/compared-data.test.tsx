import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { compareItems } from '../../ui/diff/item-diff.ts';
import { anEntry } from '../../testing/builders.ts';
import { countedReads } from '../../testing/counted-reads.ts';
import { CompareTable } from './compared-data.tsx';

test('of very many attributes 50 stand side by side and the one that is linked to, with one look at each of the schema', () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
  const all = (value: string) => new Map(names.map((name) => [name, value]));
  const schema = countedReads(names.map((id) => ({ id, datatype: 'string' })));
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/country/records/GB?version=2&compare=1&attribute=a9000']}>
      <CompareTable
        record={{ register: { kind: 'bundled', name: 'country', mount: 'v2' }, key: 'GB' }}
        ends={[anEntry(1), anEntry(2)]}
        pairs={compareItems(all('x'), all('y'), names)}
        schema={schema.list}
      />
    </MemoryRouter>,
  );
  expect(markup.match(/role="rowheader"/g)).toHaveLength(51);
  expect(markup).toContain('aria-label="Link to a9000"');
  expect(markup).toContain('Show 50 more of 10,000 attributes');
  expect(schema.reads()).toBe(10_000);
});
