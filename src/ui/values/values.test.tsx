import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { describe, expect, test } from 'vitest';
import { decideDefinition, type Definition } from '../../core/definition.ts';
import type { AttributeValue } from '../../core/model.ts';
import { periodWords } from './period.ts';
import { degreesWords, readPoint, readPolygon } from './place-value.tsx';
import { type LinkProps, type Rich, RichContext } from './rich-context.ts';
import { emptyWords, LongText, piecesOf, RichValue, Value } from './value.tsx';
import { Parts } from '../diff/item-changes.tsx';

const rich = (definitions: Readonly<Record<string, Definition>>): Rich => ({
  own: 'country',
  definitions: new Map(Object.entries(definitions)),
  Name: () => null,
  Link: ({ to, text, guessed }: LinkProps) => (
    <a href={`/${to.prefix}/${to.key ?? ''}`}>{guessed ? `${text}?` : text}</a>
  ),
  NameOf: () => null,
  Backlinks: () => null,
  Ended: () => null,
});

const markup = (
  value: NonNullable<AttributeValue>,
  datatype?: string,
  attribute = 'a',
  definitions: Readonly<Record<string, Definition>> = {},
): string =>
  renderToStaticMarkup(
    <RichContext value={rich(definitions)}>
      <RichValue value={value} datatype={datatype} attribute={attribute} />
    </RichContext>,
  );
const text = (...shown: Parameters<typeof markup>): string => markup(...shown).replaceAll(/<[^>]*>/g, '');

describe('RichValue', () => {
  test.each([
    ['1990-10-03', 'datetime', '3 Oct 1990'],
    ['2016-04-05T13:23:05Z', 'timestamp', '5 Apr 2016, 13:23'],
    ['P1Y2M', 'period', '1 year and 2 months'],
    ['soon', 'period', 'soon'],
    ['0012345678901234567890', 'integer', '0012345678901234567890'],
    ['1e5', 'integer', '1e5'],
    ['true', 'boolean', 'true'],
    ['anything', 'no-such-datatype', 'anything'],
    [`**REDACTED**${'a'.repeat(64)}`, 'string', 'redacted by the register; a hash stands in for it'],
    [`[REDACTED]${'0f'.repeat(8)}`, 'string', 'redacted by the register; a hash stands in for it'],
    ['[REDACTED] by hand', 'string', '[REDACTED] by hand'],
    ['  ', 'text', '  '],
  ])('%s as %s is %s', (value, datatype, shown) => expect(text(value, datatype)).toBe(shown));

  test('a text with marks is read as Markdown once the code for that is there, and shown as it was written until then', async () => {
    const shown = <RichValue value="**bold** <b>" datatype="text" />;
    expect(renderToStaticMarkup(shown)).toContain('**bold** &lt;b&gt;');
    const { prelude } = await prerender(shown);
    expect(await new Response(prelude).text()).toContain('<strong>bold</strong> &lt;b&gt;');
    expect(text('no marks', 'text')).toBe('no marks');
  });

  test('a text keeps its raw form at hand where it is written otherwise', () => {
    expect(markup('1990-10-03', 'datetime')).toContain('title="1990-10-03"');
    expect(markup('P1Y', 'period')).toContain('title="P1Y"');
  });

  test('only web addresses become links', () => {
    expect(markup('https://example.org/a', 'url')).toContain('href="https://example.org/a"');
    for (const value of ['javascript:void', 'data:text/html,x', ' https://x', 'https://a\u202Eb', '//x'])
      expect(markup(value, 'url')).not.toContain('href');
  });

  test('what nobody defines is shown by what it looks like', () => {
    expect(text('1990-10-03', undefined, 'since')).toBe('3 Oct 1990');
    expect(markup('https://example.org', undefined)).toContain('href');
    expect(markup('country:GB', undefined)).toContain('country:GB?');
    expect(
      text('1990-10-03', undefined, 'since', {
        since: decideDefinition('since', { schema: { datatype: 'string' } }),
      }),
    ).toBe('1990-10-03');
  });

  test('keys of another register lead there, the attribute that repeats the key does not', () => {
    const key = (register: string) => decideDefinition('x', { system: { datatype: 'string', register } });
    expect(markup(['EUR', 'USD'], undefined, 'currency', { currency: key('currency') })).toContain(
      '<a href="/currency/USD">USD</a>',
    );
    expect(markup('GB', undefined, 'country', { country: key('country') })).not.toContain('href');
    expect(markup('GB', undefined, 'parent', { parent: key('country') })).toContain('href="/country/GB"');
    expect(markup('country:', 'curie')).toContain('href="/country/"');
  });

  test('long lists and long texts come folded, and part of an address is no link', () => {
    expect(text(Array.from({ length: 30 }, (_, index) => `m${index};`))).toBe(
      'm0;m1;m2;m3;m4;m5;Show all 30 members',
    );
    expect(text(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toBe('abcdefgh');
    const long = `https://example.org/${'x'.repeat(10_000)}`;
    expect(markup(long, 'url')).not.toContain('href');
    expect(text(long, 'url')).toContain('Show all 10,020 characters');
    expect(text(long, 'url').length).toBeLessThan(700);
    expect(markup('😀'.repeat(5_000))).not.toContain('U+D8');
  });

  test('megabytes are shown in pieces, with all of it to be copied and saved', () => {
    const long = '😀'.repeat(2_500_000);
    expect(text(long)).toContain('Show more of 5,000,000 characters');
    expect(markup(long).length).toBeLessThan(3_000);
    const whole = renderToStaticMarkup(<LongText text={long} name="x" />);
    expect(whole.length).toBeLessThan(22_000);
    expect(whole).toContain('Show 20,000 more of 5,000,000 characters');
    expect(whole).toContain('Copy all');
    expect(whole).toContain('Save as a file');
    const pieces = piecesOf(`x${long}`, 1_000);
    expect(pieces.join('')).toBe(`x${long}`);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(20_000);
  });

  test('the empty values are told apart where their hashes are', () => {
    expect([undefined, null, '', [], ['']].map(emptyWords)).toEqual([
      'not in the data',
      'not set: null',
      'not set: an empty text, ""',
      'not set: an empty list, []',
      'not set: an empty text, ""',
    ]);
  });

  test('an empty member of a list is told in words, as an empty value is', () => {
    expect(markup([''])).toMatch(/<li><span class="[^"]*unset[^"]*">not set<\/span><\/li>/);
    expect(text(['', 'a', ''])).toBe('not setanot set');
    expect(text([''], 'curie')).toBe('not set');
    expect(renderToStaticMarkup(<RichValue value={['']} unset="–" />)).toContain('>–<');
    expect(renderToStaticMarkup(<Value value={['a', '']} unset="–" />)).toContain('>–<');
    const change = <Parts isList parts={[{ text: '', kind: 'added' }]} />;
    expect(renderToStaticMarkup(change)).toContain('<ins>not set</ins>');
  });
});

describe('periodWords', () => {
  test.each([
    ['P1Y', '1 year'],
    ['P1Y2M10DT2H30M', '1 year, 2 months, 10 days, 2 hours and 30 minutes'],
    ['P6W', '6 weeks'],
    ['PT0.5S', '0.5 seconds'],
    ['P007D', '7 days'],
    ['P1M', '1 month'],
    ['PT1M', '1 minute'],
    ['2007-03-01/2008-05-11', '1 Mar 2007 to 11 May 2008'],
    ['2007/2008-05', '2007 to May 2008'],
    ['2007-03-01/P1Y', '1 year from 1 Mar 2007'],
    ['P1Y2M/2008-05-11', '1 year and 2 months until 11 May 2008'],
    ['2007-03-01/..', 'from 1 Mar 2007, without an end'],
    ['../2008', 'until 2008, without a beginning'],
  ])('%s is %s', (text, words) => expect(periodWords(text)).toBe(words));

  test.each([
    '',
    'P',
    'PT',
    'P1',
    '1Y',
    '/',
    '../..',
    'P1Y/P1Y',
    '2007/2008/2009',
    'P-1Y',
    '2007-02-30/P1D',
    `P${'9'.repeat(200)}Y`,
  ])('%j is no period', (text) => expect(periodWords(text)).toBeUndefined());
});

describe('positions', () => {
  test.each([
    ['[-0.1277,51.5073]', 51.5073, -0.1277, 'lon-lat'],
    ['[ -0.1277 , 51.5073 ]', 51.5073, -0.1277, 'lon-lat'],
    ['POINT (-0.1277 51.5073)', 51.5073, -0.1277, 'lon-lat'],
    ['51.5073,-0.1277', 51.5073, -0.1277, 'lat-lon'],
    ['51.5073, -0.1277', 51.5073, -0.1277, 'lat-lon'],
    ['0,0', 0, 0, 'lat-lon'],
    ['{"type":"Point","coordinates":[-0.1277,51.5073]}', 51.5073, -0.1277, 'lon-lat'],
  ] as const)('reads the point %s', (text, lat, lon, order) =>
    expect(readPoint(text)).toEqual({ lat, lon, order }),
  );

  test.each([
    '',
    '[51.5]',
    '[1,2,3]',
    '[0,91]',
    '[181,0]',
    '91,0',
    '1e2,0',
    '[null,0]',
    '["",""]',
    '[0,0',
    'London',
  ])('%j is no point', (text) => expect(readPoint(text)).toBeUndefined());

  test('writes a position as a map does', () => {
    expect(degreesWords({ lat: 51.5073, lon: -0.1277 })).toBe('51.5073° N, 0.1277° W');
    expect(degreesWords({ lat: -33.85, lon: 151.2 })).toBe('33.85° S, 151.2° E');
    expect(degreesWords({ lat: 0, lon: 0 })).toBe('0°, 0°');
  });

  test('reads a polygon in both spellings, without the corner that closes it', () => {
    const square = [
      { lon: 0, lat: 0 },
      { lon: 1.5, lat: 0 },
      { lon: 1.5, lat: 2 },
    ];
    expect(readPolygon('[[[0,0],[1.5,0],[1.5,2],[0,0]]]')).toEqual(square);
    expect(readPolygon('[ [ [0,0], [1.5,0], [1.5,2], [0,0] ], [[5,5],[6,5],[6,6],[5,5]] ]')).toEqual(square);
    expect(readPolygon('POLYGON((0 0, 1.5 0, 1.5 2, 0 0))')).toEqual(square);
  });

  test.each([
    '',
    '[]',
    '[[]]',
    '[[[0,0],[1,1]]]',
    '[[[0,0],[1,1],[0,99]]]',
    '[[[0,0],[1,1],["a",2]]]',
    'POLYGON(())',
    'POLYGON((0 0, 1 1',
    '[[[[0,0],[1,0],[1,1]]]]',
  ])('%j is no polygon', (text) => expect(readPolygon(text)).toBeUndefined());

  test('a polygon of very many corners is only text, at once', () => {
    expect(readPolygon(`[[${'[1,1],'.repeat(100_000)}[1,1]]]`)).toBeUndefined();
    expect(readPolygon(`POLYGON((${'1 1,'.repeat(100_000)}`)).toBeUndefined();
  }, 1_000);
});
