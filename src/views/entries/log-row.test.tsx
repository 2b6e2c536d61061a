import { expect, test } from 'vitest';
import { planet } from '../../mock/registers/planet.ts';
import { entriesPageQuery, useLogPages } from '../../query/list-queries.ts';
import { markupOf } from '../../testing/markup.ts';
import { inSession, visitMock } from '../../testing/mock-session.ts';
import { RegisterContext } from '../../ui/register-paths.ts';
import { changedWords, LogRow } from './log-row.tsx';

// How many of three rows are `not read`, `loading`, and there.
test.each([
  ['not read, once the request of its page has failed', 'v2+broken-off', true, 0, [3, 0, 0]],
  ['not read, where the server did not send it', 'v2+log-cut', true, 12, [2, 0, 1]],
  ['loading, before that', 'v2+broken-off', false, 0, [0, 3, 0]],
  ['there, once it was read', 'v2', true, 0, [0, 0, 3]],
])('an entry is %s', async (_, mode, asked, start, counts) => {
  const visit = visitMock({ source: planet, mode });
  if (asked) await visit.queries.prefetchQuery({ ...entriesPageQuery(visit.session, 0, 15), retry: false });
  function Rows() {
    const window = { start, end: start + 3, heading: 0, hurried: true } as const;
    const { entryAt, isUnread } = useLogPages(window, 15);
    return [start, start + 1, start + 2].map((row) => {
      const state = { entry: entryAt(row), unread: isUnread(row), mayFetch: false, marked: false };
      return <LogRow key={row} entryNumber={row + 1} {...state} top={0} height={44} />;
    });
  }
  const markup = markupOf(
    inSession(
      visit,
      <RegisterContext value={{ kind: 'bundled', name: 'planet', mount: mode }}>
        <Rows />
      </RegisterContext>,
    ),
  );
  expect(['>not read<', '>loading<', '<time'].map((sign) => markup.split(sign).length - 1)).toEqual(counts);
});

test('a row names what an entry changed, of very many attributes the first, none of them without end', () => {
  const item = (count: number, value: string, name = 'a') =>
    new Map(Array.from({ length: count }, (_, n) => [`${name}${n}`, value]));
  const words = (count: number, name = 'a') => changedWords(item(count, 'x', name), item(count, 'y', name));
  expect(changedWords(item(3, 'x'), item(3, 'x'))).toBeUndefined();
  expect(words(3)).toContain('a2');
  expect(words(10_000)).not.toContain('a9999');
  expect(words(3, 'n'.repeat(20_000))?.length).toBeLessThan(1_500);
});
