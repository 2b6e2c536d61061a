import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetChoices, readChoices, rememberChoice } from './recent-choices.ts';

const KEY = 'register-explorer:choices';
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const choice = (key: string) => ({
  what: `Record ${key}`,
  where: 'Countries',
  path: `/country/records/${key}`,
});

test('keeps the last ten, newest first, each path once', () => {
  for (let n = 0; n < 12; n += 1) rememberChoice(choice(`K${n}`));
  rememberChoice(choice('K5'));
  expect(readChoices().map(({ what }) => what)).toEqual(
    [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((n) => `Record K${n}`),
  );
});

test('forgets all, and leaves nothing behind', () => {
  rememberChoice(choice('GB'));
  forgetChoices();
  expect(readChoices()).toEqual([]);
  expect(kept.size).toBe(0);
});

test.each([
  ['no JSON', '{'],
  ['no list', '{"0":1}'],
  ['an address elsewhere', JSON.stringify([{ ...choice('GB'), path: 'https://evil.example/' }])],
  ['an address without a scheme', JSON.stringify([{ ...choice('GB'), path: '//evil.example/' }])],
  ['a path that is no place', JSON.stringify([{ ...choice('GB'), path: '/Country!/records' }])],
  ['something too long', JSON.stringify([{ ...choice('GB'), what: 'x'.repeat(1000) }])],
])('takes %s for nothing', (_name, text) => {
  kept.set(KEY, text);
  expect(readChoices()).toEqual([]);
});
