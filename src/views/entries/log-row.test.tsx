import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import { entriesPageQuery } from '../../query/entry-queries.ts';
import { SessionContext } from '../../query/session.ts';
import { useLogPages } from '../../query/use-log-pages.ts';
import { visitMock } from '../../testing/mock-session.ts';
import { LogRow } from './log-row.tsx';

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
        register={{ kind: 'bundled', name: 'planet', mount: mode }}
        entryNumber={row + 1}
        entry={entryAt(row)}
        unread={isUnread(row)}
        head={undefined}
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
          <Rows />
        </SessionContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const times = (markup: string, word: string): number => markup.split(`>${word}<`).length - 1;

describe('LogRow', () => {
  test('says that an entry was not read once the request of its page has failed', async () => {
    const markup = await rowsOf('v2+broken-off', 15, true);
    expect(times(markup, 'not read')).toBe(3);
    expect(times(markup, 'loading')).toBe(0);
  });

  test('says so of an entry that the server did not send', async () => {
    const markup = await rowsOf('v2+log-cut', 15, true, 12);
    expect(times(markup, 'not read')).toBe(2);
    expect(times(markup, 'loading')).toBe(0);
    expect(markup).toContain('<time');
  });

  test('is loading before that', async () => {
    const markup = await rowsOf('v2+broken-off', 15, false);
    expect(times(markup, 'loading')).toBe(3);
    expect(times(markup, 'not read')).toBe(0);
  });

  test('says neither of an entry that was read', async () => {
    const markup = await rowsOf('v2', 15, true);
    expect(markup).not.toMatch(/not read|loading/);
    expect(markup).toContain('<time');
  });
});
