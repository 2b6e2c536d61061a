import { afterEach, expect, test, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import { headersFile, PAGE_POLICY, pageHead, policyText, SITE_HEADERS } from './page-head.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  [undefined, []],
  ['', []],
  ['https://registers.example', ['https://registers.example/below/picture.png']],
  ['https://registers.example/', ['https://registers.example/below/picture.png']],
])('a site whose address is %j names its picture by %j', (address, pictures) => {
  vi.stubEnv('SITE_ADDRESS', address);
  const { configResolved, transformIndexHtml } = pageHead() as unknown as {
    configResolved: (config: { base: string }) => void;
    transformIndexHtml: () => { attrs: Record<string, string> }[];
  };
  configResolved({ base: '/below/' });
  const found = transformIndexHtml().filter(({ attrs }) => attrs['property'] === 'og:image');
  expect(found.map(({ attrs }) => attrs['content'])).toEqual(pictures);
});

test('the README and _headers have the headers of a host: the policy of the page, which no other page may frame', () => {
  const lines = Object.entries(SITE_HEADERS).map(([name, value]) => `${name}: ${value}`);
  expect(lines[0]).toBe(`Content-Security-Policy: ${policyText(PAGE_POLICY)}; frame-ancestors 'none'`);
  expect(readFileSync('README.md', 'utf8')).toContain(['```', ...lines, '```'].join('\n'));
  const rules = headersFile('/below/').split(/^(?=\/)/m);
  expect(rules[0]).toBe(['/below/*', ...lines.map((line) => `  ${line}`), ''].join('\n'));
  expect(rules[1]).toBe('/below/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n');
});
