import { expect, test } from 'vitest';
import { markupOf, textOf } from '../testing/markup.ts';
import { isolated, Literal } from './literal.tsx';

const markup = (text: string): string => markupOf(<Literal text={text} />);

/** The visible text: codes in place of their characters. */
const shown = (text: string): string =>
  textOf(markup(text).replaceAll(/<span [^>]*data-code="([^"]*)"[^>]*><span>[^<]*<\/span><\/span>/g, '$1'));

test.each<[text: string, seen: string]>([
  ['x\u202Eevil', 'xU+202Eevil'],
  ['a\u200Bb\u0000c', 'aU+200BbU+0000c'],
  ['\ud800', 'U+D800'],
  ['a\ud800\udc00b\udc00', 'a\ud800\udc00bU+DC00'],
  ['a\u2067b\u2069', 'aU+2067bU+2069'],
  ['a\uFEFFb\u00ADc\u2060d', 'aU+FEFFbU+00ADcU+2060d'],
  ['a\u{E0041}\u{E007F}', 'aU+E0041U+E007F'],
  ['a\u2028b\u2029c\u0085d\te', 'aU+2028bU+2029cU+0085dU+0009e'],
  ['a\u3164b\u115Fc\u2800d\u034Fe', 'aU+3164bU+115FcU+2800dU+034Fe'],
  ['GB\uFE0F', 'GBU+FE0F'],
  ['1\uFE0F0', '1U+FE0F0'],
  ['p\u200Dq', 'pU+200Dq'],
  ['\uFFFF', 'U+FFFF'],
  ['GB\u00A0', 'GBU+00A0'],
  ['\u3000GB', 'U+3000GB'],
  ['a \u2003b', 'a U+2003b'],
  // These are left alone.
  ...[
    ['Côte d’Ivoire', 'a\nb', 'a\r\nb', '日本', 'עברית', '🇬🇧', 'a\u00A0b', '日本\u3000語', '葛\u{E0100}城'],
    ['👩\u200D🌾 👩🏽\u200D⚕\uFE0F ☎\uFE0F 1\uFE0F\u20E3', 'می\u200Cخواهم', 'क्\u200Dष'],
  ]
    .flat()
    .map((text) => [text, text] as [string, string]),
])('what cannot be seen in %j is named, and left to be copied', (text, seen) => {
  expect(shown(text)).toBe(seen);
  expect(textOf(markup(text))).toBe(text);
});

test('a text keeps its direction to itself, and of megabytes is the beginning, with no character cut in two', () => {
  expect(markup('x')).toBe('<bdi translate="no">x</bdi>');
  expect(markup('x\u202E')).toMatch(/^<bdi translate="no">x<span /);
  expect(shown('x'.repeat(5_000_000))).toBe(`${'x'.repeat(20_000)} …`);
  expect(shown(`x${'😀'.repeat(2_500_000)}`)).toBe(`x${'😀'.repeat(9_999)} …`);
  expect(markupOf(<Literal text="abcdef" most={3} />)).toBe('<bdi translate="no">abc …</bdi>');
});

test('a carriage return breaks the line where no line feed follows that does', () => {
  expect(markup('a\rb\r\nc\r')).toBe('<bdi translate="no">a\r<br/>b\r\nc\r<br/></bdi>');
});

test('so it does in a sentence, where it is cut sooner', () => {
  expect(isolated('x\u202E')).toBe('\u2068x[U+202E]\u2069');
  expect(isolated('x\u2069 y')).toBe('\u2068x[U+2069] y\u2069');
  expect(['GM-1', ''].map((text) => isolated(text))).toEqual(['GM-1', '']);
  expect(isolated('עברית')).toBe('\u2068עברית\u2069');
  expect(isolated('x'.repeat(10_000))).toHaveLength(403);
  expect(isolated('😀'.repeat(10_000))).not.toContain('U+D83D');
});
