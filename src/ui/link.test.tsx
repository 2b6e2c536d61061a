import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { MomentContext } from './at.ts';
import { Link } from './link.tsx';
import { pathTo } from './paths.ts';

const shown = (to: string): string =>
  renderToStaticMarkup(
    <MomentContext value={{ register: '/country', at: '206' }}>
      <MemoryRouter>
        <Link to={to} className="mono">
          <b>words</b>
        </Link>
      </MemoryRouter>
    </MomentContext>,
  );

const record = (key: string): string =>
  pathTo({ view: 'record', register: { kind: 'bundled', name: 'country', mount: 'v2' }, key });

test('a link leads to a place at the moment that is shown', () =>
  expect(shown(record('GB'))).toBe('<a class="mono" href="/country/records/GB?at=206"><b>words</b></a>'));

test('a link to what cannot be addressed is text, whatever was added to its path', () => {
  for (const to of [record('\ud800'), `${record('\ud800')}?at=5`]) expect(shown(to)).toBe('<b>words</b>');
});
