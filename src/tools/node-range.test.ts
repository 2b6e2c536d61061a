import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInRange, NODE_RANGE } from './node-range.mjs';

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['24.1.0', true],
])('Node %s: %s', (version, isIn) => {
  expect(isInRange(version)).toBe(isIn);
});

test('package.json, its lock and the README name the same range', () => {
  const read = (name: string): string => readFileSync(name, 'utf8');
  expect(JSON.parse(read('package.json'))).toMatchObject({ engines: { node: NODE_RANGE } });
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    packages: { '': { engines: { node: NODE_RANGE } } },
  });
  expect(read('README.md')).toContain('20.19+, 22.12+ or newer');
});
