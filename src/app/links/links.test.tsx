import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { AttributeValue } from '../../core/model.ts';
import { planet } from '../../mock/registers/planet.ts';
import { type LinkAnswer, linkedQuery } from './link-queries.ts';
import type { RegisterSession } from '../../query/session.ts';
import { anItem } from '../../testing/builders.ts';
import { markupOf } from '../../testing/markup.ts';
import { inSession, visitMock } from '../../testing/mock-session.ts';
import { openSmall } from '../../testing/small-register.ts';
import { EndedMark } from '../../ui/time.tsx';
import { LinkContext } from './link-context.ts';
import { LinkValue } from './link-value.tsx';

const now = vi.hoisted(() => ({ session: undefined as unknown, opened: [] as string[] }));

vi.mock(import('../sessions.ts'), () => ({
  sessionFor: () => now.session as RegisterSession,
  restartSessions: () => undefined,
}));
vi.mock(import('../../ui/site-address.ts'), () => ({
  SITE_ADDRESS: 'https://site.example/',
  REGISTERS_ADDRESS: 'https://site.example/registers',
  PAGES_ADDRESS: 'https://site.example',
}));

vi.mock(
  import('../local-storage.ts'),
  () =>
    ({
      openedBefore: { read: () => now.opened.map((id) => ({ id, title: id, openedAt: 1 })) },
    }) as unknown as typeof import('../local-storage.ts'),
);

const linkTo = (key: string, text: string, own = 'country') => {
  const register = { kind: 'bundled', name: own, mount: 'v2' } as const;
  return (
    <LinkContext value={{ register, name: own, variant: 'item' }}>
      <LinkValue to={{ prefix: 'country', key }} text={text} named guessed={false} />
    </LinkContext>
  );
};

test.each([
  ['country', '', true],
  // A register shown at an earlier size is not asked for current names.
  ['country', '?at=1', false],
  ['territory', '?at=1', true],
])('in %s%s, the name beside a link is shown: %s', (own, search, isNamed) => {
  const visit = visitMock({ source: planet, mode: 'v2' });
  now.session = visit.session;
  const present: LinkAnswer = [anItem({ name: 'Eswatini' })];
  visit.queries.setQueryData(
    linkedQuery({ session: visit.session, variant: 'item' }, 'SZ').queryKey,
    present,
  );
  const link = markupOf(inSession(visit, linkTo('SZ', 'country:SZ', own), `/country/records/XX${search}`));
  expect(link).toContain('country:SZ');
  expect(link.includes('Eswatini')).toBe(isNamed);
});

const { session } = openSmall();

test.each<[LinkAnswer, isOpened: boolean, link: boolean, words: RegExp]>([
  ['absent', true, true, /no such record in country/],
  // Nobody opened that register: there may be none, and a link would lead nowhere.
  ['not-found', false, false, /not found in country/],
  ['not-found', true, true, /not found in country/],
  ['not-asked', false, true, />SZ</],
])(
  'a record that is %s, of a register opened before (%s), is a link: %s',
  (answer, isOpened, isLink, words) => {
    const queries = new QueryClient();
    queries.setQueryData(linkedQuery({ session, variant: 'item' }, 'SZ').queryKey, answer);
    now.session = session;
    now.opened = isOpened ? ['country'] : [];
    const link = markupOf(inSession({ session, queries }, linkTo('SZ', 'SZ')));
    expect(link.includes('<a ')).toBe(isLink);
    expect(link).toMatch(words);
  },
);

test('a value whose key no address can carry is text', () => {
  const link = inSession({ session, queries: new QueryClient() }, linkTo('\ud800', 'x'));
  expect(markupOf(link)).toBe('<span class="mono"><bdi translate="no">x</bdi></span>');
});

test('a record is marked as ended from its end-date on', () => {
  const markOf = (end: AttributeValue) => markupOf(<EndedMark item={anItem({ 'end-date': end })} />);
  expect(markOf('1990-10-02')).toMatch(/ended .*2 Oct 1990/);
  expect(markOf('1990')).toMatch(/ended .*1990/);
  for (const end of ['', '9999-01-01', null, ['1990'], '2 Oct', '2016-02-30']) expect(markOf(end)).toBe('');
  expect(markupOf(<EndedMark item={undefined} />)).toBe('');
});
