import { describe, expect, test } from 'vitest';
import { markupOf } from '../testing/markup.ts';
import { blocksOf, Markdown, plainText } from './markdown.tsx';

const html = (text: string): string =>
  markupOf(<Markdown text={text} />).replace(/^<div[^>]*>|<\/div>$/g, '');
const LINK = '<a href="https://e.org/a" rel="noopener noreferrer nofollow" target="_blank">x</a>';

test.each<[text: string, expected: string]>([
  ['a **bold** and *em* `co*de*`', '<p>a <strong>bold</strong> and <em>em</em> <code>co*de*</code></p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['[x](https://e.org/a)', `<p>${LINK}</p>`],
  ['# Head #\ntext', '<p><strong>Head</strong></p><p>text</p>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> a *b*\n> c', '<blockquote>a <em>b</em>\nc</blockquote>'],
  ['a\n```js\nx *y*\n\nz\n```\nb', '<p>a</p><pre><code>x *y*\n\nz</code></pre><p>b</p>'],
  ['````\n```\n~~~~\n````\n```', '<pre><code>```\n~~~~</code></pre><pre><code></code></pre>'],
  ['```\nnot closed', '<pre><code>not closed</code></pre>'],
  ['``two`` and ```three```', '<p>``two`` and ```three```</p>'],
  ['>', '<p>&gt;</p>'],
  ['2 * 3 * 4 and snake_case_name', '<p>2 * 3 * 4 and snake_case_name</p>'],
  ...[
    ['## a ##', 'a'],
    ['# a#', 'a#'],
    ['# a # b #', 'a # b'],
    ['#\t#', '#'],
  ].map(([line = '', words]) => [line, `<p><strong>${words}</strong></p>`] as [string, string]),
  ...['#a', '####### a'].map((line) => [line, `<p>${line}</p>`] as [string, string]),
])('%j is shown as Markdown', (text, expected) => expect(html(text)).toBe(expected));

test('carriage returns break lines as line feeds do', () => {
  expect(markupOf(<Markdown text={'- a\r- b\r\n- c'} />)).toBe(markupOf(<Markdown text={'- a\n- b\n- c'} />));
});

test('the beginning of a very long text is shown as it was written', () => {
  const shown = html('# *a*\n'.repeat(100_000));
  expect(shown.startsWith('<p><bdi translate="no"># *a*\n# *a*\n')).toBe(true);
  expect(shown.length).toBeLessThan(20_100);
  expect(shown).toContain('…');
});

const LINES = 300_000;
const run = (one: string): string => one.repeat(100_000);

/** Texts that would take endless time if reading were not linear in lines and characters. */
describe('is read once', () => {
  test.each<[string, string, number, string]>([
    ['headings one after another', '# a\n'.repeat(LINES), LINES, 'heading'],
    ['fences that close each other', '```a\n```\n'.repeat(LINES / 2), LINES / 2, 'code'],
    ...['```a\n', '~~~a\n', '````a\n```b\n~~~~c\n'].map((fences): [string, string, number, string] => [
      `fences that nothing closes, ${JSON.stringify(fences)}`,
      fences.repeat(LINES / fences.split('\n').length),
      1,
      'code',
    ]),
    ['blanks before the words of a heading', `# ${run(' ')}a\ra`, 1, 'heading'],
    ['marks at the end of a heading', `# a ${run('#')}b`, 1, 'heading'],
    ['a fence that is none', `${run('~')}\``, 1, 'text'],
  ])('%s', (_, text, count, kind) => {
    const kinds = blocksOf(text).map((block) => block.kind);
    expect([kinds.length, new Set(kinds)]).toEqual([count, new Set([kind])]);
  });
});

test.each([
  ['**88 days**, _not_ `a*b*` [x](https://e.org)', '88 days, not a*b* x'],
  ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
])('plainText takes the marks off %j', (text, plain) => expect(plainText(text)).toBe(plain));
