import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countedReads } from '../../testing/counted-reads.ts';
import { chosenAmong, columnShares } from './choose-columns.ts';
import { ColumnChoices } from './column-choices.tsx';
import { ExactFilter } from './exact-filter.tsx';
import type { Row } from './listing.ts';
import { readAsked } from './records-address.ts';

const names = Array.from({ length: 10_000 }, (_, n) => `a${n}`);
const ignore = (): void => undefined;
const count = (markup: string, form: RegExp): number => markup.match(form)?.length ?? 0;

test('the chosen columns are found by one look at each choice and each chosen name', () => {
  const [choices, chosen] = [countedReads(names), countedReads(names.toReversed())];
  expect(chosenAmong(choices.list, chosen.list)).toEqual(names);
  expect(choices.reads()).toBe(names.length);
  expect(chosen.reads()).toBe(names.length);
});

test('50 columns are offered at once, with those of the table and the order that the address asks for', () => {
  const asked = readAsked(new URLSearchParams('sort=-a9000'));
  const markup = renderToStaticMarkup(
    <ColumnChoices choices={names} shown={['a8000', 'a1']} asked={asked} onChange={ignore} />,
  );
  expect(count(markup, /type="checkbox"/g)).toBe(51);
  expect(count(markup, /checked=""/g)).toBe(2);
  // Each both ways, the key and the one asked for too, and one for none.
  expect(count(markup, /<option/g)).toBe(2 * 53 + 1);
  expect(markup).toContain('<option value="-a9000" selected="">');
  expect(markup).toContain('Show 50 more of 10,000 columns');
});

test('all columns chosen at once are still built 50 at a time', () => {
  const markup = renderToStaticMarkup(
    <ColumnChoices
      choices={names}
      shown={names}
      asked={readAsked(new URLSearchParams())}
      onChange={ignore}
    />,
  );
  expect(count(markup, /type="checkbox"/g)).toBe(50);
});

test('50 attributes are offered for an exact value, and the one that is asked for', () => {
  const asked = readAsked(new URLSearchParams('attribute=a9000&value=x'));
  const markup = renderToStaticMarkup(<ExactFilter attributes={names} asked={asked} onChange={ignore} />);
  expect(count(markup, /<option/g)).toBe(51);
  expect(markup).toContain('<option value="a9000" selected="">');
  expect(markup).toContain('Show 50 more of 10,000 attributes');
});

test('of a long list only the beginning is measured for the width of its column', () => {
  const { list, reads } = countedReads(names);
  const row: Row = { key: 'k', items: [new Map([['list', list]])], ended: false, missing: 0, found: [] };
  expect(columnShares(['list'], [row])).toEqual([11, 41]);
  expect(reads()).toBeLessThan(100);
});
