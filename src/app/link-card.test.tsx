import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { linkedQuery, type Linked } from '../query/link-query.ts';
import { openSmall } from '../testing/small-register.ts';

vi.mock('./link-world.ts', () => ({ whereWords: () => 'here', linkSession: () => undefined }));
vi.mock('./link-opened.ts', () => ({ recentRegisters: () => [] }));

const { LinkCard } = await import('./link-card.tsx');
const { LinkValue } = await import('./link-value.tsx');

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
    const card = { id: 'c', anchor: '--c', register, session, past: false, onClose: () => undefined };
    const markup = shown(<LinkCard {...card} name={`register${HIDDEN}`} recordKey={key} />, queries);
    // A named sign stands in a span of its own, drawn as its code and there to be copied.
    const named = /<span [^>]*data-code="U\+202E"[^>]*><span>\u202E<\/span><\/span>/g;
    expect(markup.replaceAll(named, '')).not.toContain(HIDDEN);
    const told = markup.match(named)?.length;
    // Title or key at the head, key and register at the foot; beside them attribute and value, or the register in a note.
    expect(told).toBe(linked.state === 'found' ? 5 : 4);
  }
});

test('a card shows the first of several items and says that there are more, or that there is no data', () => {
  const { session } = openSmall();
  const card = { id: 'c', anchor: '--c', register, name: 'country', session, onClose: () => undefined };
  const told = (...names: readonly string[]) => {
    const queries = new QueryClient();
    const items = names.map((name) => new Map([['name', name]]));
    const linked: Linked = { state: 'found', items, entryNumber: 1 };
    queries.setQueryData(linkedQuery(session, 'XX').queryKey, linked);
    return shown(<LinkCard {...card} recordKey="XX" />, queries).replaceAll(/<[^>]*>/g, '|');
  };
  expect(told('One')).not.toMatch(/first of|no data/);
  expect(told('One', 'Two')).toMatch(/^\|+One\|.*The first of 2 items\./);
  expect(told('One', 'Two')).not.toContain('Two');
  expect(told()).toMatch(/^\|+XX\|.*The record has no data\./);
});

test('a value whose key no address can carry is text', () => {
  const world = { register, name: 'country', variant: 'item' } as const;
  const to = { prefix: 'country', key: '\ud800' };
  expect(shown(<LinkValue {...{ to, world }} text="x" named guessed={false} />)).toBe(
    '<span class="mono"><bdi>x</bdi></span>',
  );
});
