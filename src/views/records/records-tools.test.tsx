import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ColumnChoices, ExactFilter } from './filter-menu.tsx';
import type { Listing } from './list-records.ts';
import { readRequest } from './records-address.ts';
import { LeftOut } from './records-tools.tsx';
import { countWords } from './result-line.tsx';
import { CHUNK, chunksOf, chunkWindow } from './row-window.ts';

const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
const ignore = (): void => undefined;
const count = (markup: string, form: RegExp): number => markup.match(form)?.length ?? 0;

test('of very many attributes 50 are offered at once, with those of the table and the order asked for', () => {
  const markup = renderToStaticMarkup(
    <ColumnChoices
      choices={names}
      shown={['a8000', 'a1']}
      asked={{ request: readRequest(new URLSearchParams('sort=-a9000')), change: ignore }}
    />,
  );
  expect(count(markup, /type="checkbox"/g)).toBe(51);
  expect(count(markup, /checked=""/g)).toBe(2);
  // Each both ways, the key and the one asked for too, and one for none.
  expect(count(markup, /<option/g)).toBe(2 * 53 + 1);
  expect(markup).toContain('<option value="-a9000" selected="">');
  const exact = renderToStaticMarkup(<ExactFilter attributes={names} onChoose={ignore} />);
  expect(count(exact, /<option/g)).toBe(50);
});

test('attributes that are not offered are counted', () => {
  const attributes = names.slice(0, 500).map((attribute) => ({ attribute, set: 1, repeatsKey: false }));
  const facets = names.slice(0, 60).map((attribute) => ({ attribute, values: [] }));
  const note = (leftOut?: Listing['leftOut']) =>
    renderToStaticMarkup(<LeftOut listing={{ attributes, facets, ...(leftOut && { leftOut }) }} />);
  expect(note({ attributes: 1_501, facets: 941 })).toMatch(
    /Of 2,001 attributes the 500 .* columns\. Of 1,001 .* the 60 .* filters\./,
  );
  expect(note({ attributes: 0, facets: 0 }) + note()).toBe('');
});

test.each<[number, boolean, Listing['partial'], string]>([
  [100, false, { read: 100, of: 800_000 }, 'The first 100 of 800,000 records'],
  [100, true, { read: 100, of: undefined }, 'The first 100 records'],
  [7, true, { read: 100, of: 800_000 }, '7 of the first 100 records'],
  [236, false, undefined, '236 records'],
])('the part that was read never counts as all: %j', (total, narrowed, partial, words) => {
  const listing = { total, start: 0, rows: [], attributes: [], ...(partial && { partial }) };
  expect(countWords(listing, narrowed)).toBe(words);
});

test('the window of a long list: what is in view, and the space of all the rest', () => {
  const none = new Map<number, number>();
  expect(chunkWindow(0, none, undefined, 0, 900)).toEqual({ first: 0, last: 0, before: 0, after: 0 });
  const heights = new Map([
    [0, 3000],
    [1, 600],
  ]);
  expect(chunkWindow(CHUNK * 4, heights, 60, 3100, 3200)).toEqual({
    first: 1,
    last: 1,
    before: 3000,
    after: 2 * 1800,
  });
  for (const top of [-500, 0, 1000, 50_000, 1e9]) {
    const { first, last, before, after } = chunkWindow(1000, new Map([[3, 999]]), 41, top, top + 2760);
    expect((last - first + 1) * CHUNK).toBeLessThanOrEqual(150);
    expect(last).toBeLessThan(chunksOf(1000));
    let drawn = 0;
    for (let chunk = first; chunk <= last; chunk += 1)
      drawn += chunk === 3 ? 999 : Math.min(CHUNK, 1000 - chunk * CHUNK) * 41;
    expect(before + drawn + after).toBe((1000 - CHUNK) * 41 + 999);
  }
});
