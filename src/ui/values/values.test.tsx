import { prerender } from 'react-dom/static';
import { describe, expect, test } from 'vitest';
import { decideDefinition, type Definition } from '../../core/definition.ts';
import type { AttributeValue } from '../../core/model.ts';
import { markupOf, textOf } from '../../testing/markup.ts';
import { Parts } from '../diff/item-changes.tsx';
import { periodWords, pointWords } from './typed-text.tsx';
import { type LinkProps, DefinitionContext } from './definition-context.ts';
import { emptyWords, LongText, nameOf, DefinedValue, Value } from './value.tsx';

/** The markup of a value of the register country, whose attributes are defined like this. */
function markup(
  value: NonNullable<AttributeValue>,
  datatype?: string,
  attribute = 'a',
  definitions: Readonly<Record<string, Definition>> = {},
): string {
  const nothing = () => null;
  const context = {
    own: 'country',
    definitions: new Map(Object.entries(definitions)),
    Link: ({ to, text: words, guessed }: LinkProps) => (
      <a href={`/${to.prefix}/${to.key ?? ''}`}>{guessed ? `${words}?` : words}</a>
    ),
    NameOf: nothing,
    Backlinks: nothing,
  };
  return markupOf(
    <DefinitionContext value={context}>
      <DefinedValue value={value} datatype={datatype} attribute={attribute} />
    </DefinitionContext>,
  );
}
const text = (...shown: Parameters<typeof markup>): string => textOf(markup(...shown));

describe('a value', () => {
  const REDACTED = /^redacted by the register/;
  test.each<[string, string | undefined, string | RegExp]>([
    ['1990-10-03', 'datetime', '3 Oct 1990'],
    ['2016-04-05T13:23:05Z', 'timestamp', '5 Apr 2016, 13:23'],
    ['P1Y2M', 'period', '1 year and 2 months'],
    ['0012345678901234567890', 'integer', '0012345678901234567890'],
    ['anything', 'no-such-datatype', 'anything'],
    [`**REDACTED**${'a'.repeat(64)}`, 'string', REDACTED],
    [`[REDACTED]${'0f'.repeat(8)}`, 'string', REDACTED],
    ['[REDACTED] by hand', 'string', '[REDACTED] by hand'],
  ])('%s as %s is %s', (value, datatype, shown) => {
    const found = text(value, datatype);
    if (typeof shown === 'string') expect(found).toBe(shown);
    else expect(found).toMatch(shown);
  });

  test('with marks is read as Markdown once the code for that is there, and shown as it was written until then', async () => {
    const shown = <DefinedValue value="**bold** <b>" datatype="text" />;
    // Another test of this process may have fetched the code.
    expect(markupOf(shown)).toMatch(/(\*\*|<strong>)bold(\*\*|<\/strong>) &lt;b&gt;/);
    const { prelude } = await prerender(shown);
    expect(await new Response(prelude).text()).toContain('<strong>bold</strong> &lt;b&gt;');
  });

  test('is a link only where it is a web address that is shown whole', () => {
    expect(markup('https://example.org/a', 'url')).toContain('href="https://example.org/a"');
    const long = `https://example.org/${'x'.repeat(10_000)}`;
    for (const value of [
      'javascript:void',
      'data:text/html,x',
      ' https://x',
      'https://a\u202Eb',
      '//x',
      long,
    ])
      expect(markup(value, 'url')).not.toContain('href');
  });

  test('that nobody defines is shown by what it looks like', () => {
    expect(text('1990-10-03', undefined, 'since')).toBe('3 Oct 1990');
    expect(markup('https://example.org', undefined)).toContain('href');
    expect(markup('country:GB', undefined)).toContain('country:GB?');
    const since = decideDefinition('since', { schema: { datatype: 'string' } });
    expect(text('1990-10-03', undefined, 'since', { since })).toBe('1990-10-03');
  });

  test('that is a key of another register leads there, the attribute that repeats the key does not', () => {
    const keyOf = (register: string) => decideDefinition('x', { system: { datatype: 'string', register } });
    const [currency, country] = [keyOf('currency'), keyOf('country')];
    expect(markup(['EUR', 'USD'], undefined, 'currency', { currency })).toContain(
      'href="/currency/USD">USD<',
    );
    expect(markup('GB', undefined, 'country', { country })).not.toContain('href');
    expect(markup('GB', undefined, 'parent', { parent: country })).toContain('href="/country/GB"');
    expect(markup('country:', 'curie')).toContain('href="/country/"');
  });

  test('that is long comes folded', () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `m${index};`);
    expect(text(members(30))).toBe('m0;m1;m2;m3;m4;m5;Show all 30 members');
    const long = 'x'.repeat(10_020);
    expect(text(long)).toContain('Show all 10,020 characters');
  });

  test('of megabytes is shown in pieces, with all of it to be copied', () => {
    const long = '😀'.repeat(2_500_000);
    expect(text(long)).toContain('Show more of 5,000,000 characters');
    expect(markup(long).length).toBeLessThan(3_000);
    const whole = markupOf(<LongText text={long} />);
    expect(whole.length).toBeLessThan(22_000);
    for (const button of ['Show 20,000 more of 5,000,000 characters', 'Copy all'])
      expect(whole).toContain(button);
  });

  test('that is empty is told apart where its hash is, and said in words, also as a member of a list', () => {
    const [, ...hashed] = [undefined, null, '', []].map(emptyWords);
    expect(new Set(hashed).size).toBe(3);
    for (const words of hashed) expect(words).toMatch(/^not set/);
    expect(emptyWords([''])).toBe(emptyWords(''));
    expect(markup([''])).toMatch(/<li><span class="faint">not set<\/span><\/li>/);
    expect(markupOf(<Value value={['a', '']} unset="–" />)).toContain('>–<');
    const change = <Parts pair={{ before: [], after: [''] }} />;
    expect(markupOf(change)).toContain('<ins>not set</ins>');
  });
});

// Hostile texts: hostile-texts.test.tsx.
test.each<[string, string | undefined]>([
  ['P1Y2M10DT2H30M', '1 year, 2 months, 10 days, 2 hours and 30 minutes'],
  ['P007D', '7 days'],
  ['2007-03-01/2008-05-11', '1 Mar 2007 to 11 May 2008'],
  ['2007-03-01/P1Y', '1 year from 1 Mar 2007'],
  ['P1Y2M/2008-05-11', '1 year and 2 months until 11 May 2008'],
  ['2007-03-01/..', 'from 1 Mar 2007'],
  ['../2008', 'until 2008'],
  ...['', 'P', 'PT', '../..', 'P1Y/P1Y', '2007/2008/2009', '2007-02-30/P1D', `P${'9'.repeat(200)}Y`].map(
    (none): [string, undefined] => [none, undefined],
  ),
])('the period %j is %s', (period, words) => expect(periodWords(period)).toBe(words));

test.each([
  '[ -0.1277 , 51.5073 ]',
  'POINT (-0.1277 51.5073)',
  '51.5073,-0.1277',
  '{"type":"Point","coordinates":[-0.1277,51.5073]}',
])('%s is a point, written in degrees', (text) => expect(pointWords(text)).toBe('51.5073° N, 0.1277° W'));

test.each(['[51.5]', '[1,2,3]', '[0,91]', '91,0', '1e2,0', '[0,0', 'London'])('%s is no point', (none) =>
  expect(pointWords(none)).toBeUndefined(),
);

test.each<[Readonly<Record<string, AttributeValue>>, string | undefined]>([
  [{ title: 'T', name: 'N' }, 'N'],
  [{ name: '', 'job-name': 'J', hostname: 'H' }, 'H'],
  [{ hostnames: 'x', 'job-title': 'J' }, 'J'],
  [{ name: `**REDACTED**${'0'.repeat(64)}`, title: ['T'] }, undefined],
  [{}, undefined],
])('data is named by the first attribute that names things: %j', (data, name) =>
  expect(nameOf(new Map(Object.entries(data)))).toBe(name),
);
