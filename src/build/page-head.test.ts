import { afterEach, expect, test, vi } from 'vitest';
import { pageHead } from './page-head.ts';

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
