import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AttributeValue } from '../../core/model.ts';
import { planet } from '../../mock/registers/planet.ts';
import { type Linked, linkedNameQuery, linkedQuery } from '../../query/link-query.ts';
import { type RegisterSession, SessionContext } from '../../query/session.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { openSmall } from '../../testing/small-register.ts';
import { LinkCard } from './link-card.tsx';
import { EndedMark, LinkValue } from './link-value.tsx';

const now = vi.hoisted(() => ({ session: undefined as unknown }));

vi.mock(import('./linked-session.ts'), () => ({
  mayBeNamed: () => true,
  linkSession: () => now.session as RegisterSession,
  definitionPlaces: () => ({}),
}));
vi.mock(
  import('../kept-lists.ts'),
  () => ({ openedBefore: { read: () => [] } }) as unknown as typeof import('../kept-lists.ts'),
);

let queries: QueryClient;

beforeEach(() => {
  const visit = visitMock({ source: planet, mode: 'v2' });
  now.session = visit.session;
  queries = visit.queries;
  const present: Linked = { state: 'found', items: [new Map([['name', 'Eswatini']])], entryNumber: 2 };
  queries.setQueryData(linkedNameQuery(visit.session, 'SZ').queryKey, present);
});

function linkIn(own: string, search: string): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionContext value={now.session as RegisterSession}>
        <MemoryRouter initialEntries={[`/country/records/XX${search}`]}>
          <LinkValue
            to={{ prefix: 'country', key: 'SZ' }}
            text="country:SZ"
            named
            guessed={false}
            world={{ register: { kind: 'bundled', name: own, mount: 'v2' }, name: own, variant: 'item' }}
          />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
}

test.each([
  ['country', '', true],
  // A register that is shown as it was is not asked for names of the present.
  ['country', '?at=1', false],
  ['territory', '?at=1', true],
])('in %s%s, the name beside a link is shown: %s', (own, search, isNamed) => {
  const link = linkIn(own, search);
  expect(link).toContain('country:SZ');
  expect(link.includes('Eswatini')).toBe(isNamed);
});

/** HIDDEN turns the direction of what follows, and cannot be seen. */
const HIDDEN = '\u202E';
const register = { kind: 'bundled', name: 'country', mount: 'v2' } as const;

function shown(element: React.ReactNode, queries = new QueryClient()): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{element}</MemoryRouter>
    </QueryClientProvider>,
  );
}

test('a card names the hidden signs of every text that comes from a server', () => {
  const { session } = openSmall();
  const key = `key${HIDDEN}`;
  const item = new Map([
    ['name', `title${HIDDEN}`],
    [`attribute${HIDDEN}`, `value${HIDDEN}`],
  ]);
  for (const linked of [
    { state: 'found', items: [item], entryNumber: 1 },
    { state: 'absent' },
    { state: 'elsewhere' },
  ] as const) {
    const queries = new QueryClient();
    queries.setQueryData(linkedQuery(session, key).queryKey, linked);
    const card = { id: 'c', anchor: '--c', register, session, isPast: false, onClose: () => undefined };
    const markup = shown(<LinkCard {...card} name={`register${HIDDEN}`} recordKey={key} />, queries);
    // A named sign stands in a span of its own, drawn as its code and there to be copied.
    const named = /<span [^>]*data-code="U\+202E"[^>]*><span>\u202E<\/span><\/span>/g;
    expect(markup.replaceAll(named, '')).not.toContain(HIDDEN);
    // Title or key at the head, key and register at the foot; beside them attribute and value, or the register in a note.
    expect(markup.match(named)).toHaveLength(linked.state === 'found' ? 5 : 4);
  }
});

test('a value whose key no address can carry is text', () => {
  const world = { register, name: 'country', variant: 'item' } as const;
  const to = { prefix: 'country', key: '\ud800' };
  expect(shown(<LinkValue {...{ to, world }} text="x" named guessed={false} />)).toBe(
    '<span class="mono"><bdi>x</bdi></span>',
  );
});

test('a record is marked as ended from its end-date on', () => {
  const markOf = (end: AttributeValue) =>
    renderToStaticMarkup(<EndedMark item={new Map([['end-date', end]])} />);
  expect(markOf('1990-10-02')).toMatch(/ended .*2 Oct 1990/);
  expect(markOf('1990')).toMatch(/ended .*1990/);
  for (const end of [
    '',
    '9999-01-01',
    null,
    ['1990'],
    `**REDACTED**${'0'.repeat(64)}`,
    '2 Oct',
    '2016-02-30',
  ])
    expect(markOf(end)).toBe('');
  expect(renderToStaticMarkup(<EndedMark item={undefined} />)).toBe('');
});
