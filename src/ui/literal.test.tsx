import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { isolated, Literal } from './literal.tsx';

const shown = (text: string): string =>
  renderToStaticMarkup(<Literal text={text} />).replaceAll(/<[^>]*>/g, '');

describe('Literal', () => {
  test('names characters that cannot be seen', () => {
    expect(shown('x\u202Eevil')).toBe('xU+202Eevil');
    expect(shown('a\u200Bb\u0000c')).toBe('aU+200BbU+0000c');
    expect(shown('\ud800')).toBe('U+D800');
  });

  test('leaves plain text, line feeds and letters of any script alone', () => {
    for (const text of ['Côte d’Ivoire', 'a\nb\tc', '日本', 'עברית', '🇬🇧']) expect(shown(text)).toBe(text);
  });

  test('keeps its direction to itself', () => {
    expect(renderToStaticMarkup(<Literal text="x" />)).toBe('<bdi>x</bdi>');
    expect(isolated('x\u202E')).toBe('\u2068x\u202E\u2069');
    expect(isolated('GM-1')).toBe('GM-1');
  });
});
