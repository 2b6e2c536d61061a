import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { blocksOf, Markdown } from './markdown.tsx';

const html = (text: string): string =>
  renderToStaticMarkup(<Markdown text={text} />).replace(/^<div[^>]*>|<\/div>$/g, '');

describe('Markdown', () => {
  test.each([
    ['a **bold** and *em* `co*de*`', '<p>a <strong>bold</strong> and <em>em</em> <code>co*de*</code></p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    [
      '[x](https://e.org/a)',
      '<p><a href="https://e.org/a" rel="noopener noreferrer nofollow" target="_blank">x</a></p>',
    ],
    ['# Head #\ntext', '<p><strong>Head</strong></p><p>text</p>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> a *b*\n> c', '<blockquote>a <em>b</em>\nc</blockquote>'],
    ['a\n```js\nx *y*\n\nz\n```\nb', '<p>a</p><pre><code>x *y*\n\nz</code></pre><p>b</p>'],
    ['```\nnot closed', '<p>```\nnot closed</p>'],
    ['``two`` and ```three```', '<p>``two`` and ```three```</p>'],
    ['1. a\nb', '<p>1. a\nb</p>'],
    ['>', '<p>&gt;</p>'],
    ['2 * 3 * 4 and snake_case_name', '<p>2 * 3 * 4 and snake_case_name</p>'],
  ])('shows %j', (text, expected) => expect(html(text)).toBe(expected));

  test('shows the beginning of a very long text as it was written', () => {
    const shown = html('# *a*\n'.repeat(100_000));
    expect(shown.startsWith('<p><bdi># *a*\n# *a*\n')).toBe(true);
    expect(shown.length).toBeLessThan(20_100);
    expect(shown).toContain('…');
  });

  test('reads a text of 20,000 characters, heading by heading', () =>
    expect(html('# a\n'.repeat(5_000)).match(/<strong>a<\/strong>/g)).toHaveLength(5_000));
});

const LINES = 300_000;

/** What no end of the test would come of if each line were looked at again for each line before it. */
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
