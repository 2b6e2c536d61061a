import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ColumnChoices, ExactFilter } from './filter-menu.tsx';
import type { Listing } from './list-records.ts';
import { readRequest, writeRequest } from './records-address.ts';
import { LeftOut } from './records-tools.tsx';
import { countWords, partsOf } from './result-line.tsx';

const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
const ignore = (): void => undefined;
const count = (markup: string, form: RegExp): number => markup.match(form)?.length ?? 0;
const request = (query: string) => readRequest(new URLSearchParams(query));

describe('of a register with very many attributes', () => {
  const columns = (shown: readonly string[], query = '') =>
    renderToStaticMarkup(
      <ColumnChoices choices={names} shown={shown} request={request(query)} onChange={ignore} />,
    );

  test('50 columns are offered at once, with those of the table and the order asked for', () => {
    const markup = columns(['a8000', 'a1'], 'sort=-a9000');
    expect(count(markup, /type="checkbox"/g)).toBe(51);
    expect(count(markup, /checked=""/g)).toBe(2);
    // Each both ways, the key and the one asked for too, and one for none.
    expect(count(markup, /<option/g)).toBe(2 * 53 + 1);
    expect(markup).toContain('<option value="-a9000" selected="">');
    expect(markup).toContain('Show 50 more of 10,000 columns');
    expect(count(columns(names), /type="checkbox"/g)).toBe(50);
  });

  test('50 attributes are offered for an exact value, and the one that is asked for', () => {
    const markup = renderToStaticMarkup(
      <ExactFilter attributes={names} request={request('attribute=a9000&value=x')} onChange={ignore} />,
    );
    expect(count(markup, /<option/g)).toBe(51);
    expect(markup).toContain('<option value="a9000" selected="">');
    expect(markup).toContain('Show 50 more of 10,000 attributes');
  });

  test('those that are not offered are counted', () => {
    const attributes = names.slice(0, 500).map((attribute) => ({ attribute, set: 1, repeatsKey: false }));
    const facets = names.slice(0, 60).map((attribute) => ({ attribute, values: [] }));
    const note = (leftOut?: Listing['leftOut']) =>
      renderToStaticMarkup(<LeftOut listing={{ attributes, facets, ...(leftOut && { leftOut }) }} />);
    expect(note({ attributes: 1_501, facets: 0 })).toMatch(/Of 2,001 attributes the 500 .* columns\.</);
    expect(note({ attributes: 1_501, facets: 941 })).toMatch(/columns\. Of 1,001 .* the 60 .* filters\./);
    expect(note({ attributes: 0, facets: 0 })).toBe('');
    expect(note()).toBe('');
  });
});

describe('what the address asks for', () => {
  const QUERY = 'q=a&former=yes&status=ended&attribute=name&value=X&is.kind=s&is.kind=&sort=-name&at=5';

  test('is said part by part', () =>
    expect(partsOf(request(QUERY)).map(({ name, words }) => `${name}: ${words}`)).toEqual([
      'search: “a”, former versions too',
      'filter: ended',
      'filter: name is exactly X',
      'filter: kind is s',
      'filter: kind is not set',
      'order: by name, descending',
    ]));

  test('can be removed part by part, and nothing else with it', () => {
    const all = partsOf(request(QUERY)).map(({ words }) => words);
    for (const { words, change } of partsOf(request(QUERY))) {
      const left = writeRequest(new URLSearchParams(QUERY), change);
      expect(partsOf(readRequest(left)).map((part) => part.words)).toEqual(
        all.filter((one) => one !== words),
      );
      expect(left.get('at')).toBe('5');
    }
  });
});

test.each<[number, boolean, Listing['partial'], string]>([
  [100, false, { read: 100, of: 800_000 }, 'The first 100 of 800,000 records'],
  [100, true, { read: 100, of: undefined }, 'The first 100 records'],
  [7, true, { read: 100, of: 800_000 }, '7 of the first 100 records'],
  [0, true, { read: 100, of: 800_000 }, '0 of the first 100 records'],
  [236, false, undefined, '236 records'],
])('the part that was read never counts as all: %j', (total, narrowed, partial, words) =>
  expect(countWords({ total, of: undefined, ...(partial && { partial }) } as Listing, narrowed)).toBe(words),
);
