import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import { entriesPageQuery } from '../../query/entry-queries.ts';
import { SessionContext } from '../../query/session.ts';
import { useLogPages } from '../../query/log-pages.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { changedWords, LogRow } from './log-row.tsx';

/** Three rows of a log of `size`, as they are drawn once their page was asked for of a server in this mood. */
async function rowsOf(mode: string, size: number, asked: boolean, start = 0): Promise<string> {
  const { session, queries } = visitMock({ source: planet, mode });
  if (asked) await queries.prefetchQuery({ ...entriesPageQuery(session, 0, size), retry: false });
  function Rows() {
    const { entryAt, isUnread } = useLogPages(
      { start, end: start + 3, heading: 0, hurried: true },
      size,
      true,
    );
    return [start, start + 1, start + 2].map((row) => (
      <LogRow
        key={row}
        entryNumber={row + 1}
        entry={entryAt(row)}
        unread={isUnread(row)}
        top={0}
        height={44}
        curious={false}
        marked={false}
      />
    ));
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <SessionContext value={session}>
          <RegisterContext value={{ kind: 'bundled', name: 'planet', mount: mode }}>
            <Rows />
          </RegisterContext>
        </SessionContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const times = (markup: string, word: string): number => markup.split(`>${word}<`).length - 1;

describe('LogRow', () => {
  test.each<[string, string, boolean, number, Record<'not read' | 'loading', number>]>([
    [
      'not read, once the request of its page has failed',
      'v2+broken-off',
      true,
      0,
      { 'not read': 3, loading: 0 },
    ],
    ['not read, where the server did not send it', 'v2+log-cut', true, 12, { 'not read': 2, loading: 0 }],
    ['loading, before that', 'v2+broken-off', false, 0, { 'not read': 0, loading: 3 }],
    ['neither, once it was read', 'v2', true, 0, { 'not read': 0, loading: 0 }],
  ])('an entry is %s', async (_, mode, asked, start, counts) => {
    const markup = await rowsOf(mode, 15, asked, start);
    for (const [word, count] of Object.entries(counts)) expect(times(markup, word)).toBe(count);
    expect(times(markup, 'not read') + times(markup, 'loading') + markup.split('<time').length - 1).toBe(3);
  });
});

test('a row names what an entry changed, of very many attributes the first, none of them without end', () => {
  const item = (count: number, value: string, name = 'a') =>
    new Map(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]));
  expect(changedWords(item(3, 'x'), item(3, 'x'))).toBeUndefined();
  expect(changedWords(item(3, 'x'), item(3, 'y'))).toBe('a0, a1, a2');
  expect(changedWords(item(10_000, 'x'), item(10_000, 'y'))).toMatch(/^a0, a1, .* and 9,988 more of 10,000$/);
  const endless = changedWords(item(3, 'x', 'n'.repeat(20_000)), item(3, 'y', 'n'.repeat(20_000)));
  expect(endless?.length).toBeLessThan(1_500);
});
