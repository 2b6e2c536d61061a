import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { partialFolder, takePlace } from './take-place.ts';

/** What another process does just before a folder is renamed. */
let meanwhile = (): void => undefined;
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const renameSync: typeof fs.renameSync = (from, to) => (meanwhile(), fs.renameSync(from, to));
  return { ...fs, renameSync };
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'register-explorer-'));
});
afterEach(() => {
  meanwhile = () => undefined;
  rmSync(folder, { recursive: true });
});

function write(path: string, words: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'build.txt'), words);
}
const read = (path: string): string => readFileSync(join(path, 'build.txt'), 'utf8');

test('a build takes the place of the one before, and leaves nothing beside it', () => {
  const out = join(folder, 'dist');
  for (const words of ['first', 'second']) {
    const partial = partialFolder(out);
    write(partial, words);
    takePlace(partial, out);
    expect(read(out)).toBe(words);
    expect(readdirSync(folder)).toEqual(['dist']);
  }
});

test('two builds that end at the same moment: the later one is whole in the place, and nothing is left beside it', () => {
  const out = join(folder, 'dist');
  write(out, 'before');
  const partial = partialFolder(out);
  write(partial, 'later');
  // The other build moves the one before away, and then takes the place, each just before this one would.
  const other: (() => void)[] = [() => rmSync(out, { recursive: true }), () => write(out, 'earlier')];
  meanwhile = () => other.shift()?.();
  takePlace(partial, out);
  expect([other, read(out), readdirSync(folder)]).toEqual([[], 'later', ['dist']]);
});

test('what killed builds left goes; what runs, or belongs to nobody, stays', () => {
  const { pid: dead } = spawnSync(process.execPath, ['--version']);
  const names = [
    `dist.partial-${dead}`,
    `dist.old-${dead}`,
    `dist.partial-${process.ppid}`,
    'dist.mine',
    `dist-2.partial-${dead}`,
  ];
  for (const name of names) mkdirSync(join(folder, name));
  expect(basename(partialFolder(join(folder, 'dist')))).toBe(`dist.partial-${process.pid}`);
  expect(readdirSync(folder).sort()).toEqual(names.slice(2).sort());
});

test('a folder that is a link stays one', () => {
  const [real, out] = [join(folder, 'real'), join(folder, 'dist')];
  write(real, 'before');
  symlinkSync(real, out);
  const partial = partialFolder(out);
  write(partial, 'after');
  takePlace(partial, out);
  expect([read(real), read(out), existsSync(partial)]).toEqual(['after', 'after', false]);
});

test('a build that is not there leaves the one before in its place', () => {
  const out = join(folder, 'dist');
  write(out, 'before');
  expect(() => takePlace(partialFolder(out), out)).toThrow(/no build/);
  expect(read(out)).toBe('before');
});

test('a folder of anything else, or a file, is refused and stays', () => {
  const [other, file, empty] = ['other', 'file', 'empty'].map((name) => join(folder, name));
  mkdirSync(other ?? '');
  writeFileSync(join(other ?? '', 'precious'), '');
  writeFileSync(file ?? '', '');
  mkdirSync(empty ?? '');
  for (const place of [other, file]) expect(() => partialFolder(place ?? '')).toThrow(/not an earlier build/);
  expect(partialFolder(empty ?? '')).toContain('partial');
  expect(readdirSync(other ?? '')).toEqual(['precious']);
});
