import LinkHeader from 'http-link-header';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTarget } from '../core/http.ts';
import { readPage, type PageRef } from './pager.ts';
import assert from 'node:assert/strict';
import { damaged, oddText, RUNS } from '../testing/hostile-json.ts';

test.each([
  ['<a>; rel="previous",<b>;rel="next",<c>;rel="next"', 'b'],
  ['<a>; rel="prev next"', 'a'],
  ['<a,b;c>; rel="next"; title="x, <y>; rel=z \\" "', 'a,b;c'],
  ['<a>; title*=UTF-8%27%27x; rel=next', 'a'],
  ['<a>; rel=previous; rel=next', null],
  ['<a>; rel=next; anchor="/other", <b>; rel="next"', 'b'],
  ['<>; rel=next', ''],
  [' , <a>;rel=next , ', 'a'],
  ['', null],
  ['garbage', undefined],
  ['<a', undefined],
  ['<a>; rel=next, b>; rel=next', undefined],
  ['rel=next; <a>', undefined],
])('finds in %j the next target %j', (header, target) => {
  expect(linkTarget(header, 'next')).toBe(target);
});

test('agrees with http-link-header on well-formed headers', () => {
  const uri = fc.stringMatching(/^[/?a-z0-9=&%.,;-]{1,20}$/);
  const rel = fc.constantFrom('next', 'previous', 'deprecation', 'Next', 'first next');
  const title = fc.option(fc.stringMatching(/^[a-z ,;<>=\\"]{0,9}$/));
  const links = fc.array(fc.tuple(uri, rel, title), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(links, fc.constantFrom(',', ', '), (list, comma) => {
      const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
      const written = list.map(([u, r, t]) => `<${u}>; rel="${r}"${t === null ? '' : `; title=${quote(t)}`}`);
      const header = written.join(comma);
      expect(linkTarget(header, 'next')).toBe(LinkHeader.parse(header).rel('next')[0]?.uri ?? null);
    }),
    { numRuns: 300 },
  );
});

test('takes nothing for a target that the header does not hold in angle brackets, and never throws', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'<>;,="\\ ', 'rel', 'next') });
  fc.assert(
    fc.property(texts, (text) => {
      const target = linkTarget(text, 'next');
      expect(typeof target === 'string' ? text : `<${target}>`).toContain(`<${target}>`);
    }),
  );
});

const HERE = 'https://h/v1/entries?start=1';
const LIST = 'https://h/v1/entries';

/** next returns the address of the page that a Link header leads to, or why there is none. */
async function next(link: string | null, address = HERE, list = LIST, here?: PageRef): Promise<string> {
  const page = await readPage(
    {
      base: new URL('/', list).href,
      address: list,
      byIndex: false,
      read: async (_, finish) => finish({}, { link, address }),
    },
    here,
  );
  return page?.next?.address ?? page?.unread ?? 'none';
}

test.each([
  ['</v1/entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['<?start=101&limit=100>; rel=next', 'https://h/v1/entries?start=101&limit=100'],
  ['<https://h/v1/entries?start=101#x>; rel=next', 'https://h/v1/entries?start=101'],
  ['</entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['<http://h/v1/entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['<//evil/entries?start=101>; rel=next', 'elsewhere'],
  ['<https://h:8443/v1/entries?start=101>; rel=next', 'elsewhere'],
  ['<http://h:81/v1/entries?start=101>; rel=next', 'elsewhere'],
  ['<javascript:alert(1)>; rel=next', 'elsewhere'],
  ['<ftp://h/v1/entries?start=101>; rel=next', 'elsewhere'],
  ['<http://[bad>; rel=next', 'elsewhere'],
  [null, 'unknown'],
  ['garbage', 'unknown'],
  ['<x>; rel=deprecation', 'none'],
])('by %s the next page is %s', async (header, page) => expect(await next(header)).toBe(page));

test.each([
  ['</v1/entries/page/2>; rel=next', 'https://h/v1/entries/page/2'],
  ['<https://h/v1/entries/page/2?of=3>; rel=next', 'https://h/v1/entries/page/2?of=3'],
  ['</v1/other/2>; rel=next', 'circle'],
])('by %s, a page with a path of its own, the next page is %s', async (header, page) =>
  expect(await next(header, LIST)).toBe(page),
);

test.each([
  ['https://h/records?name=a&value=b%26c', '?page-index=2', '?page-index=2&name=a&value=b%26c'],
  ['https://h/records?name=a&value=b', '?page-index=2&name=c', '?page-index=2&name=c&value=b'],
  ['https://h/records/a/b', '?page-index=2', '/a/b?page-index=2'],
])('the path and the parameters of %s that a link to %s drops are kept', async (list, query, page) => {
  const found = await next(`</records${query}>; rel=next`, list, list);
  expect(found).toBe(`https://h/records${page}`);
});

const at = (ordinal: number, address: string, seen: string): PageRef => ({ address, ordinal, seen });
test.each<[string, PageRef | undefined, leads: string, answered: string, page?: string]>([
  ['on', undefined, '?p=2', LIST, `${LIST}?p=2`],
  ['to the page asked for', at(3, `${LIST}?p=3`, LIST), '?p=3', 'https://h/moved'],
  ['to the page that answered', at(1, `${LIST}?p=1`, `${LIST}?p=1`), '?p=2', `${LIST}?p=2`],
  ['to the first page', at(3, `${LIST}?p=3`, `${LIST}?p=2`), '/v1/entries', `${LIST}?p=3`],
  ['to a page seen', at(4, `${LIST}?p=4`, `${LIST}?p=2`), '?p=2', `${LIST}?p=4`],
])('a link that leads %s', async (_, here, leads, answered, page = 'circle') =>
  expect(await next(`<${leads}>; rel=next`, answered, LIST, here)).toBe(page),
);

test('whatever a Link header holds, the next page is of the list, or there is none', async () => {
  const list = 'https://register.example/v1/records?name=a';
  const links = fc.oneof(
    fc.constantFrom(
      list,
      'https://other.example/x',
      'http://register.example/',
      '?start=101',
      'javascript:1',
    ),
    oddText(),
  );
  await fc.assert(
    fc.asyncProperty(damaged(links.map((text) => `<${text}>; rel="next"`)), async (header) => {
      const found = await next(header, list, list);
      if (/^[a-z]+$/.test(found)) return;
      assert.ok(found.startsWith('https://register.example/v1/records?'), found);
      assert.ok(new URL(found).searchParams.has('name'), found);
    }),
    RUNS,
  );
});
