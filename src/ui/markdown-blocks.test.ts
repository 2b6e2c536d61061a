import { describe, expect, test } from 'vitest';
import { blocksOf } from './markdown-blocks.ts';

const LINES = 300_000;

/** What no end of the test would come of if each line were looked at anew for each line before it. */
describe('blocksOf, with hundreds of thousands of lines', () => {
  test('lists headings one after another', () => {
    const blocks = blocksOf('# a\n'.repeat(LINES));
    expect(blocks).toHaveLength(LINES);
    expect(blocks.at(-1)).toEqual({ kind: 'heading', lines: ['a'] });
  });

  test.each(['```a\n', '~~~a\n', '````a\n```b\n~~~~c\n'])(
    'leaves %j, which nothing closes, as text',
    (lines) => {
      const [only, ...others] = blocksOf(lines.repeat(LINES / lines.split('\n').length));
      expect(others).toEqual([]);
      expect(only?.kind).toBe('text');
    },
  );

  test('pairs fences that close each other', () => {
    const blocks = blocksOf('```a\n```\n'.repeat(LINES / 2));
    expect(blocks).toHaveLength(LINES / 2);
    expect(blocks.every(({ kind }) => kind === 'code')).toBe(true);
  });

  test('keeps a run of text together', () => expect(blocksOf('a\n'.repeat(LINES))).toHaveLength(1));
});

describe('blocksOf, with lines of a hundred thousand characters', () => {
  const run = (one: string): string => one.repeat(100_000);

  test.each([
    ['blanks before the words of a heading', `# ${run(' ')}a\ra`, 'heading'],
    ['blanks within a heading', `# a${run(' ')}b`, 'heading'],
    ['marks at the end of a heading', `# a ${run('#')}b`, 'heading'],
    ['a fence that is none', `${run('~')}\``, 'text'],
    ['a fence that is none, of the other kind', `${run('`')}a\``, 'text'],
  ])('reads %s once', (_, line, kind) => expect(blocksOf(line).map((block) => block.kind)).toEqual([kind]));
});

describe('blocksOf', () => {
  test.each([
    ['# a', 'a'],
    ['## a ##', 'a'],
    ['# a#', 'a#'],
    ['# a # b #', 'a # b'],
    ['#\t#', '#'],
  ])('reads %j as a heading', (line, words) =>
    expect(blocksOf(line)).toEqual([{ kind: 'heading', lines: [words] }]),
  );

  test.each(['#a', '# ', '####### a', '    # a'])('reads %j as text', (line) =>
    expect(blocksOf(line)).toEqual([{ kind: 'text', lines: [line] }]),
  );

  test('closes code by its own mark alone', () =>
    expect(blocksOf('````\n```\n~~~~\n````\n```')).toEqual([
      { kind: 'code', lines: ['```', '~~~~'] },
      { kind: 'text', lines: ['```'] },
    ]));

  test('parts a heading from the text around it', () =>
    expect(blocksOf('a\n# b\nc').map(({ kind }) => kind)).toEqual(['text', 'heading', 'text']));
});
