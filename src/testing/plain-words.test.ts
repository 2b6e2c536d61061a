import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { phrasesIn } from './plain-words.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** textsOf returns the string literals, templates and JSX texts of a source file; comments, names and imports are left out. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { type, value, start, end } = node as Record<string, unknown>;
    if (type === 'ImportDeclaration') return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value);
    if (type === 'TemplateLiteral') texts.push(source.slice(Number(start), Number(end)));
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return texts;
}

const SOURCES = readdirSync(`${ROOT}/src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name))
  .map((name) => `src/${name}`)
  .filter((name) => name !== 'src/testing/plain-words.ts')
  .concat('public/check-bundle.mjs');

test('the phrases are found where they occur', () => {
  expect(SOURCES.length).toBeGreaterThan(200);
  expect(textsOf(`${ROOT}/src/ui/check-badge.tsx`)).toContain('Could not check');
  expect(phrasesIn('How its\n  hash comes about. Says who?')).toEqual(['hash comes about', 'Says who']);
  expect(phrasesIn('Date, at its end (UTC)')).toEqual(['at its end (UTC)']);
});

test('no text of a page or a command speaks in phrases that have a plainer form', () => {
  const found = SOURCES.flatMap((name) =>
    textsOf(`${ROOT}/${name}`).flatMap((text) => phrasesIn(text).map((phrase) => `${name}: ${phrase}`)),
  );
  // Section names of the API document.
  expect(found.filter((one) => one !== 'src/conformance/endpoints.ts: earlier variant')).toEqual([]);
});

test('nor does the README', () => {
  expect(phrasesIn(readFileSync(`${ROOT}/README.md`, 'utf8'))).toEqual([]);
});
