import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { keepMoment, MomentContext, readAt } from './at.ts';
import { readDate } from './dates.ts';
import { Link } from './link.tsx';
import { NO_PLACE } from './paths.ts';

describe('a moment in an address', () => {
  test('is a log size in digits, of at least 1', () => {
    expect(readAt('?at=197')).toEqual({ kind: 'at', size: 197 });
    expect(readAt('?q=x')).toEqual({ kind: 'now' });
    for (const text of ['0', '', '-1', '1.5', '1e3', '0x10', ' 7', '99999999999999999999', 'now'])
      expect(readAt(`?at=${encodeURIComponent(text)}`)).toEqual({ kind: 'malformed', text });
  });

  test('is kept by links within its register alone, once', () => {
    const moment = { register: '/country', at: '197' };
    expect(keepMoment('/country', moment)).toBe('/country?at=197');
    expect(keepMoment('/country/records?q=a#top', moment)).toBe('/country/records?q=a&at=197#top');
    expect(keepMoment('/country/records?at=5', moment)).toBe('/country/records?at=5');
    expect(keepMoment('/country~earlier/records', moment)).toBe('/country~earlier/records');
    expect(keepMoment('/currency', moment)).toBe('/currency');
    expect(keepMoment('/country', undefined)).toBe('/country');
  });

  test('comes back out of every address it was put into', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.string(), (size, key) => {
        const path = `/country/records/${encodeURIComponent(key)}`;
        const kept = keepMoment(path, { register: '/country', at: String(size) });
        expect(readAt(new URL(kept, 'http://site.example').search)).toEqual({ kind: 'at', size });
      }),
    );
  });
});

const span = (typed: string): readonly (string | undefined)[] => {
  const date = readDate(typed);
  return [
    date?.text,
    date && new Date(date.fromMs).toISOString(),
    date && new Date(date.untilMs).toISOString(),
  ];
};

describe('readDate', () => {
  test.each([
    ['2018-04-26', '2018-04-26', '2018-04-26T00:00:00.000Z', '2018-04-26T23:59:59.999Z'],
    [' 2018-4-6 ', '2018-04-06', '2018-04-06T00:00:00.000Z', '2018-04-06T23:59:59.999Z'],
    ['2018', '2018', '2018-01-01T00:00:00.000Z', '2018-12-31T23:59:59.999Z'],
    ['dec 2018', '2018-12', '2018-12-01T00:00:00.000Z', '2018-12-31T23:59:59.999Z'],
    ['2018-06-13T13:54Z', '2018-06-13T13:54Z', '2018-06-13T13:54:00.000Z', '2018-06-13T13:54:59.999Z'],
    ['2018-06-13T13:54:40', '2018-06-13T13:54:40', '2018-06-13T13:54:40.000Z', '2018-06-13T13:54:40.999Z'],
    ['29 Feb 2016', '2016-02-29', '2016-02-29T00:00:00.000Z', '2016-02-29T23:59:59.999Z'],
  ])('reads %s', (typed, text, from, until) => expect(span(typed)).toEqual([text, from, until]));

  test.each(
    [
      ['', 'abc', '197', '29 Feb 2017', '2018-13', '2018-04-31', '26/04/2018', '26 Foo 2018', '0000'],
      ['2018-04-26T10', '2018-02-31T10:00Z', '2018-04-26T25:00', '2018-04-26T10:00+02:00'],
    ].flat(),
  )('refuses %j', (typed) => expect(readDate(typed)).toBeUndefined());
});

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

test('a link to what cannot be addressed is text, whatever was added to its path', () => {
  expect(shown('/country/records/GB')).toContain('href="/country/records/GB?at=206"');
  for (const to of [NO_PLACE, `${NO_PLACE}?at=5`]) expect(shown(to)).toBe('<b>words</b>');
});
