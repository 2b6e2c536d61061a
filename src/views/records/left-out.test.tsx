import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LeftOut } from './left-out.tsx';

const attributes = Array.from({ length: 500 }, (_, index) => ({
  attribute: `a${index}`,
  set: 1,
  repeatsKey: false,
}));
const facets = attributes.slice(0, 60).map(({ attribute }) => ({ attribute, values: [] }));
const told = (leftOut?: { facets: number; attributes: number }): string =>
  renderToStaticMarkup(<LeftOut listing={{ attributes, facets, ...(leftOut && { leftOut }) }} />).replaceAll(
    /<[^>]*>/g,
    '',
  );

test('says how many attributes are not offered, and for what', () => {
  expect(told({ attributes: 1_501, facets: 0 })).toBe(
    'Of 2,001 attributes the 500 that most records have are offered as columns.',
  );
  expect(told({ attributes: 1_501, facets: 941 })).toBe(
    'Of 2,001 attributes the 500 that most records have are offered as columns. Of 1,001 attributes with few values the 60 that most records have are offered as filters.',
  );
});

test('says nothing where nothing is left out, or nobody counted', () => {
  expect(told({ attributes: 0, facets: 0 })).toBe('');
  expect(told()).toBe('');
});
