import { describe, expect, test } from 'vitest';
import { periodWords } from './period.ts';
import { degreesWords, readPoint, readPolygon } from './place-value.tsx';

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
