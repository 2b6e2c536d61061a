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
  test.each([
    ['https://example.org/a?b', 'url'],
    ['javascript:alert', 'curie'],
    ['1990-10-03', 'datetime'],
    ['2016-04-05T13:23:05Z', 'timestamp'],
    ['PT90S', 'period'],
    ['1990', 'integer'],
    [`sha-256:${'a'.repeat(64)}`, 'hash'],
    ['[-0.1277,51.5073]', 'point'],
    ['51.5073, -0.1277', 'point'],
    ['POINT(-0.1277 51.5073)', 'point'],
    ['[[[0,0],[1,0],[1,1],[0,0]]]', 'polygon'],
    ['local-authority-eng:LND', 'curie'],
    ['true', 'boolean'],
  ])('%s looks like %s', (value, datatype) => expect(shapeOf('a', [value])).toBe(datatype));

  test.each(['P', 'PT', 'Paris', '008', '1,2', 'Note: this', 'ftp://x', '12:30', 'https://a b', '1e3', ''])(
    '%j looks like nothing in particular',
    (value) => expect(shapeOf('a', [value])).toBeUndefined(),
  );

  test('a year is a date only by the name of its attribute', () => {
    expect(shapeOf('end-date', ['1990', '2001'])).toBe('datetime');
    expect(shapeOf('population', ['1990'])).toBe('integer');
  });

  test.each([
    ['2010/2012-05', 'period'],
    ['2010/P1Y', 'period'],
    ['2010/2012', undefined],
    ['{"type":"Point","coordinates":[1.5,2]}', 'point'],
    ['51.5,-0.12', undefined],
  ])('%s, with years alone or of few digits, looks like %s', (value, datatype) =>
    expect(shapeOf('a', [value])).toBe(datatype),
  );

  test('an attribute called a place may hold short pairs of degrees', () => {
    expect(shapeOf('location', ['51.5,-0.12'])).toBe('point');
    expect(shapeOf('allocation', ['51.5,-0.12'])).toBeUndefined();
  });

  test('all values count', () => expect(shapeOf('a', ['1', 'two'])).toBeUndefined());

  test('a long value takes no time', () => {
    for (const text of [
      'P1Y'.repeat(40_000),
      '9'.repeat(120_000),
      `[${'['.repeat(120_000)}`,
      'a:'.repeat(60_000),
    ])
      expect(shapeOf('a', [`${text}!`])).toBeUndefined();
  }, 1_000);
});

describe('linkOf', () => {
  const curie = { datatype: { is: 'curie', from: 'schema' } } as const;
  const key = {
    datatype: { is: 'string', from: 'schema' },
    register: { is: 'currency', from: 'system' },
  } as const;

  test('reads a curie by its own prefix, also that of a whole register', () => {
    expect(linkOf('country:GB', curie)).toEqual({ prefix: 'country', key: 'GB' });
    expect(linkOf('country:', curie)).toEqual({ prefix: 'country', key: undefined });
    expect(linkOf('country:GB', { ...key, ...curie })).toEqual({ prefix: 'country', key: 'GB' });
  });

  test('a relative curie and a foreign key point to the register of the definition', () => {
    expect(linkOf('EUR', { ...key, ...curie })).toEqual({ prefix: 'currency', key: 'EUR' });
    expect(linkOf('EUR', key)).toEqual({ prefix: 'currency', key: 'EUR' });
    expect(linkOf('country:GB', key)).toEqual({ prefix: 'currency', key: 'country:GB' });
  });

  test.each(['GB', '', 'Country:GB', 'a b:c', ':GB', 'country:<b>'])(
    '%j without a register points nowhere',
    (value) => expect(linkOf(value, curie)).toBeUndefined(),
  );
});
