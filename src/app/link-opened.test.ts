import { beforeEach, expect, test, vi } from 'vitest';
import { formatRegisterId, parseRegisterId, type RegisterId } from '../ui/paths.ts';
import type { LinkSource } from './link-target.ts';

let stored: string[] = [];
vi.mock(import('./recent.ts'), () => ({
  readRecent: () => stored.map((id) => ({ id, title: id, openedAt: 1 })),
}));

const idOf = (text: string): RegisterId => {
  const id = parseRegisterId(text);
  if (id === undefined) throw new Error(`no register: ${text}`);
  return id;
};
const source = (id: string, name: string): LinkSource => ({ register: idOf(id), name });

beforeEach(() => {
  stored = [];
  vi.resetModules();
});

async function opening(...ids: readonly (readonly [id: string, name: string])[]) {
  const { noteOpened, possibleSources, recentRegisters } = await import('./link-opened.ts');
  for (const [id, name] of ids) noteOpened(source(id, name), undefined);
  return {
    recent: recentRegisters().map(({ id }) => id),
    sourcesOf: (id: string, name: string) =>
      possibleSources(source(id, name)).map(
        ({ register, thisVisit }) => `${formatRegisterId(register)}${thisVisit ? '' : ' before'}`,
      ),
  };
}

test('lists the registers of this visit first, then those of earlier ones', async () => {
  stored = ['planet', 'https://a.example.org/country'];
  const { recent, sourcesOf } = await opening(['country', 'country'], ['currency', 'currency']);
  expect(recent).toEqual(['currency', 'country', 'planet', 'https://a.example.org/country']);
  expect(sourcesOf('currency', 'currency')).toEqual(['currency', 'country', 'planet before']);
});

test('each in one variant, the one of the register that is looked at', async () => {
  const opened = [
    ['country~earlier', 'country'],
    ['country', 'country'],
    ['currency~earlier', 'currency'],
  ] as const;
  const { sourcesOf } = await opening(...opened);
  expect(sourcesOf('currency~earlier', 'currency')).toEqual(['currency~earlier', 'country~earlier']);
  expect(sourcesOf('currency', 'currency')).toEqual(['currency~earlier', 'country']);
});

test('a register whose links by that name lead elsewhere is none', async () => {
  const { sourcesOf } = await opening(
    ['https://a.example.org/country', 'country'],
    ['https://b.example.org/country', 'country'],
    ['file:country-00000001', 'country'],
  );
  expect(sourcesOf('https://a.example.org/currency', 'currency')).toEqual(['https://a.example.org/country']);
  expect(sourcesOf('currency', 'currency')).toEqual([]);
});
