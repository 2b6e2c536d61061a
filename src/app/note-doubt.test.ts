import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isDoubted } from './doubt.ts';
import { noteDoubt } from './note-doubt.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a doubt is known until each that was noted is settled', () => {
  expect(isDoubted()).toBe(false);
  noteDoubt('country', true);
  noteDoubt('audit country', true);
  noteDoubt('country', true);
  noteDoubt('country', false);
  expect(isDoubted()).toBe(true);
  noteDoubt('audit country', false);
  expect(isDoubted()).toBe(false);
  expect(kept.size).toBe(0);
});

test('storage that is refused or damaged makes no doubt and no error', () => {
  kept.set('register-explorer:doubt', '{');
  noteDoubt('country', true);
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused');
    },
  });
  expect(isDoubted()).toBe(false);
  expect(() => noteDoubt('country', true)).not.toThrow();
});
