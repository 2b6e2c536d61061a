import LinkHeader from 'http-link-header';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTarget } from '../core/link-header.ts';
import { firstPlace, onwardFrom, type Place, readNextLink } from './pages.ts';
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

test.each([
  ['</v1/entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['<?start=101&limit=100>; rel=next', 'https://h/v1/entries?start=101&limit=100'],
  ['<https://h/v1/entries?start=101#x>; rel=next', 'https://h/v1/entries?start=101'],
  ['</entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['<http://h/v1/entries?start=101>; rel=next', 'https://h/v1/entries?start=101'],
  ['</v1/entries/page/2>; rel=next', 'https://h/v1/entries/page/2'],
])('resolves %s against the address that answered', (header, address) => {
  expect(readNextLink(header, HERE, LIST)).toEqual({ kind: 'next', address });
});

test('keeps the parameters and the path of the filter that a link drops', () => {
  const list = 'https://h/records?name=a&value=b%26c';
  const next = readNextLink('</records?page-index=2>; rel=next', list, list);
  expect(next).toEqual({ kind: 'next', address: 'https://h/records?page-index=2&name=a&value=b%26c' });
  const own = readNextLink('</records?page-index=2&name=c>; rel=next', list, list);
  expect(own).toEqual({ kind: 'next', address: 'https://h/records?page-index=2&name=c&value=b%26c' });
  const path = 'https://h/records/a/b';
  expect(readNextLink('</records?page-index=2>; rel=next', path, path)).toEqual({
    kind: 'next',
    address: 'https://h/records/a/b?page-index=2',
  });
});

test.each([
  '//evil/entries?start=101',
  'https://h:8443/v1/entries?start=101',
  'http://h:81/v1/entries?start=101',
  'javascript:alert(1)',
  'https://h.evil/',
  'http://[bad',
])('refuses a next link to %s', (target) => {
  expect(readNextLink(`<${target}>; rel=next`, HERE, LIST)).toEqual({ kind: 'elsewhere', target });
});

test('keeps little of a long link to another site', () => {
  const next = readNextLink(`<https://b/${'x'.repeat(9999)}>; rel=next`, HERE, LIST);
  expect(next.kind === 'elsewhere' && next.target.length).toBe(200);
});

test.each<[string, Place, leads: string, answered: string, isOwn: boolean | undefined]>([
  ['on', firstPlace('https://h/1'), 'https://h/2', 'https://h/1', undefined],
  ['to the page asked for', at(3, 'https://h/3', 'https://h/1'), 'https://h/3', 'https://h/moved', true],
  ['to the page that answered', firstPlace('https://h/1'), 'https://h/moved', 'https://h/moved', true],
  ['to the first page', at(3, 'https://h/3', 'https://h/1'), 'https://h/1', 'https://h/3', false],
])('a link that leads %s', (_, here, leads, answered, isOwn) => {
  const found = onwardFrom(here, { kind: 'next', address: leads }, answered);
  expect(found).toMatchObject(isOwn === undefined ? { kind: 'next' } : { kind: 'circle', isOwn });
});

function at(ordinal: number, address: string, seen: string): Place {
  return { address, ordinal, seen };
}

test('tells no link from no readable header', () => {
  expect(readNextLink(null, HERE, LIST)).toEqual({ kind: 'unknown' });
  expect(readNextLink('garbage', HERE, LIST)).toEqual({ kind: 'unknown' });
  expect(readNextLink('<x>; rel=deprecation', HERE, LIST)).toEqual({ kind: 'none' });
});

test('whatever a Link header holds, the next page is at the origin that answered, or there is none', () => {
  const base = 'register.example/v1/records?page-index=2';
  const links = fc.oneof(
    fc.constantFrom(
      `https://${base}`,
      `https://other.example/x`,
      `http://${base}`,
      '?start=101',
      'javascript:1',
    ),
    oddText(),
  );
  const answered = fc.constantFrom(
    'https://register.example/v1/records?page-index=1',
    'http://[::1]:80/e?start=1',
  );
  fc.assert(
    fc.property(damaged(links.map((text) => `<${text}>; rel="next"`)), answered, (header, from) => {
      const found = readNextLink(header, from, from);
      if (found.kind !== 'next') return;
      const next = new URL(found.address);
      assert.equal(next.origin, new URL(from).origin);
      assert.equal(next.hash, '');
      for (const name of new URL(from).searchParams.keys()) assert.ok(next.searchParams.has(name), name);
    }),
    RUNS,
  );
});
