import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The layout in src/README.md, whose paths begin at src. */
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('src/README.md', () => {
  it('names only files and folders that exist', () => {
    const named = [...README.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => path);
    const isThere = (path: string): boolean =>
      existsSync(new URL(`../${path}`, import.meta.url)) ||
      existsSync(new URL(`../../${path}`, import.meta.url));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('tells each walk in at most twelve steps', () => {
    const steps = [...README.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));
    expect(steps.filter((step) => step === 1)).toHaveLength(2);
    expect(Math.max(...steps)).toBeLessThanOrEqual(12);
  });
});
