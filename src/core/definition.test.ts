import { describe, expect, test } from 'vitest';
import { decideDefinition, linkOf, shapeOf } from './definition.ts';

describe('decideDefinition', () => {
  test('believes the register itself before what is said for many registers, part by part', () => {
    expect(
      decideDefinition('currency', {
        'field-register': { datatype: 'integer', text: 'From afar', register: 'currency', title: 'Currency' },
        system: { datatype: 'curie', text: 'Its own' },
        schema: { datatype: 'string', cardinality: 'n' },
      }),
    ).toEqual({
      datatype: { is: 'string', from: 'schema' },
      cardinality: { is: 'n', from: 'schema' },
      text: { is: 'Its own', from: 'system' },
      title: { is: 'Currency', from: 'field-register' },
      register: { is: 'currency', from: 'field-register' },
    });
  });

  test('guesses the datatype only where nobody states one, and says so', () => {
    const values = ['1990-10', ['1990-10-03', '']];
    expect(decideDefinition('since', {}, values)).toEqual({ datatype: { is: 'datetime', from: 'shape' } });
    expect(decideDefinition('since', { schema: { datatype: 'string' } }, values).datatype?.from).toBe(
      'schema',
    );
    expect(decideDefinition('since', {}, [null, '', []])).toEqual({});
  });

  test('leaves out what cannot be the name of a register', () => {
    for (const register of ['', '../x', 'evil.example', 'A', 'x'.repeat(64), '__proto__'])
      expect(decideDefinition('a', { schema: { register } }).register).toBeUndefined();
    expect(
      decideDefinition('a', { schema: { register: 'a.b' }, 'field-register': { register: 'b' } }).register,
    ).toEqual({ is: 'b', from: 'field-register' });
  });
});

describe('shapeOf', () => {
  test.each<[values: string, datatype: string | undefined, attribute?: string]>([
    ['https://example.org/a?b', 'url'],
    ['javascript:alert', 'curie'],
    ['1990-10-03', 'datetime'],
    ['2016-04-05T13:23:05Z', 'timestamp'],
    ['PT90S', 'period'],
    ['2010/2012-05', 'period'],
    ['2010/P1Y', 'period'],
    ['2010/2012', undefined],
    ['1990', 'integer'],
    [`sha-256:${'a'.repeat(64)}`, 'hash'],
    ['[-0.1277,51.5073]', 'point'],
    ['51.5073, -0.1277', 'point'],
    ['51.5,-0.12', undefined],
    ['POINT(-0.1277 51.5073)', 'point'],
    ['{"type":"Point","coordinates":[1.5,2]}', 'point'],
    ['[[[0,0],[1,0],[1,1],[0,0]]]', 'polygon'],
    ['local-authority-eng:LND', 'curie'],
    ['true', 'boolean'],
    // A year is a date, and a short pair a place, only by the name of the attribute; all values count.
    ['1990 2001', 'datetime', 'end-date'],
    ['1990', 'integer', 'population'],
    ['51.5,-0.12', 'point', 'location'],
    ['51.5,-0.12', undefined, 'allocation'],
    ['1 two', undefined],
    ...['P', 'PT', 'Paris', '008', '1,2', 'Note: this', 'ftp://x', '12:30', 'https://a b', '1e3', ''].map(
      (value): [string, undefined] => [value, undefined],
    ),
  ])('%s looks like %s', (values, datatype, attribute = 'a') => {
    const all = /^\w+ \w+$/.test(values) ? values.split(' ') : [values];
    expect(shapeOf(attribute, all)).toBe(datatype);
  });

  // Time that grew with the square of the length would be hours.
  test('a long value takes as long as it is long', () => {
    for (const text of ['P1Y', '9', '[', 'a:'])
      expect(shapeOf('a', [`${text.repeat(2_000_000)}!`])).toBeUndefined();
  });
});

describe('linkOf', () => {
  const curie = { datatype: { is: 'curie', from: 'schema' } } as const;
  const key = {
    datatype: { is: 'string', from: 'schema' },
    register: { is: 'currency', from: 'system' },
  } as const;

  test.each([
    ['country:GB', curie, 'country', 'GB'],
    ['country:', curie, 'country', undefined],
    ['country:GB', { ...key, ...curie }, 'country', 'GB'],
    ['EUR', { ...key, ...curie }, 'currency', 'EUR'],
    ['EUR', key, 'currency', 'EUR'],
    ['country:GB', key, 'currency', 'country:GB'],
  ])(
    'reads a curie by its own prefix, another value by the register of the definition: %s %#',
    (value, definition, prefix, to) => expect(linkOf(value, definition)).toEqual({ prefix, key: to }),
  );

  test.each(['GB', '', 'Country:GB', 'a b:c', ':GB', 'country:<b>'])(
    '%j without a register points nowhere',
    (value) => expect(linkOf(value, curie)).toBeUndefined(),
  );
});
