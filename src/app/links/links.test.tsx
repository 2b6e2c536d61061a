import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { AttributeValue } from '../../core/model.ts';
import { planet } from '../../mock/registers/planet.ts';
import { type LinkAnswer, linkedNameQuery, linkedQuery } from '../../query/link-query.ts';
import type { RegisterSession } from '../../query/session.ts';
import { anItem } from '../../testing/builders.ts';
import { markupOf } from '../../testing/markup.ts';
import { inSession, visitMock } from '../../testing/mock-session.ts';
import { openSmall } from '../../testing/small-register.ts';
import { EndedMark } from '../../ui/time.tsx';
import { LinkCard } from './link-card.tsx';
import { LinkValue } from './link-value.tsx';

const now = vi.hoisted(() => ({ session: undefined as unknown }));

vi.mock(import('./linked-session.ts'), () => ({
  linkSession: () => now.session as RegisterSession,
  definitionPlaces: () => ({}),
}));
vi.mock(
  import('../local-storage.ts'),
  () => ({ openedBefore: { read: () => [] } }) as unknown as typeof import('../local-storage.ts'),
);

const linkTo = (key: string, text: string, own = 'country') => {
  const register = { kind: 'bundled', name: own, mount: 'v2' } as const;
  const context = { register, name: own, variant: 'item' } as const;
  return <LinkValue to={{ prefix: 'country', key }} text={text} named guessed={false} context={context} />;
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
  visit.queries.setQueryData(linkedNameQuery(visit.session, 'SZ').queryKey, present);
  const link = markupOf(inSession(visit, linkTo('SZ', 'country:SZ', own), `/country/records/XX${search}`));
  expect(link).toContain('country:SZ');
  expect(link.includes('Eswatini')).toBe(isNamed);
});

/** HIDDEN is invisible and changes the direction of the text after it. */
const HIDDEN = '\u202E';
const { session } = openSmall();

test.each<[LinkAnswer, number]>([
  // Title or key at the head, key and register at the foot; beside them attribute and value,
  // or the register in a note.
  [[anItem({ name: `title${HIDDEN}`, [`a${HIDDEN}`]: `v${HIDDEN}` })], 5],
  ['absent', 4],
  ['elsewhere', 4],
])('a card names the hidden signs of every text that comes from a server: %j', (linked, count) => {
  const [queries, key] = [new QueryClient(), `key${HIDDEN}`];
  queries.setQueryData(linkedQuery(session, key).queryKey, linked);
  const register = { kind: 'bundled', name: 'country', mount: 'v2' } as const;
  const card = { id: 'c', anchor: '--c', register, session, isPast: false, onClose: () => undefined };
  const shown = <LinkCard {...card} name={`register${HIDDEN}`} recordKey={key} />;
  const markup = markupOf(inSession({ session, queries }, shown));
  // A named character is in its own span, drawn as its code but copied unchanged.
  const named = /<span [^>]*data-code="U\+202E"[^>]*><span>\u202E<\/span><\/span>/g;
  expect(markup.replaceAll(named, '')).not.toContain(HIDDEN);
  expect(markup.match(named)).toHaveLength(count);
});

test('a value whose key no address can carry is text', () => {
  const link = inSession({ session, queries: new QueryClient() }, linkTo('\ud800', 'x'));
  expect(markupOf(link)).toBe('<span class="mono"><bdi>x</bdi></span>');
});

test('a record is marked as ended from its end-date on', () => {
  const markOf = (end: AttributeValue) => markupOf(<EndedMark item={anItem({ 'end-date': end })} />);
  expect(markOf('1990-10-02')).toMatch(/ended .*2 Oct 1990/);
  expect(markOf('1990')).toMatch(/ended .*1990/);
  for (const end of ['', '9999-01-01', null, ['1990'], '2 Oct', '2016-02-30']) expect(markOf(end)).toBe('');
  expect(markupOf(<EndedMark item={undefined} />)).toBe('');
});
