import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** What a reader is never shown: each phrase has a plainer form in use. A lower-case phrase is found in any case. */
const PHRASES: readonly string[] = [
  'a hash too few',
  'a press shows',
  'anew',
  'as the device',
  'as the server tells',
  'as this entry made it',
  'as it was before',
  'ask it not to',
  'at another moment',
  'at its end (utc)',
  'attributes filled',
  'believable',
  'by a way that the register',
  'by itself',
  'cannot check',
  'do not order entries',
  'does not know who links',
  'drawn whole',
  'earlier variant',
  'entered are made up to suit',
  'fits what was asked',
  'hash comes about',
  'hashes from the server rebuild',
  'held against',
  'how we know',
  'i have read this',
  'in the place of a million',
  'is exactly what the root commits to',
  'joined from all below',
  'keep this proof',
  'latest sent',
  'lead to the',
  'leads to',
  'misbehaves where the address',
  'nobody has seen',
  'nobody says',
  'not motives',
  'nothing checked on this page',
  'of the log, ever',
  'of what kind',
  'places to begin',
  'proved as you come',
  'reckon',
  'records growing',
  'says the server',
  'says who',
  'shape of its answers',
  'since which entry',
  'sound within itself',
  'stray items',
  'take a copy',
  'take its word',
  'take over a file',
  'taken over',
  'that come with this page',
  'the build that it says it is',
  'the same data as',
  'told of',
  'try changing it',
  'until it is settled',
  'variants of the api are read',
  'what still holds',
  'whether it holds',
  'whether others see',
];

const FOUND = new RegExp(
  String.raw`(?<![\w-])(?:${PHRASES.map((phrase) => phrase.replaceAll(/[()]/g, String.raw`\$&`)).join('|')})`,
  'i',
);

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
  return texts.map((text) => text.replaceAll(/\s+/g, ' '));
}

const SOURCES = readdirSync(`${ROOT}/src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/\.(?:test|d)\.tsx?$/.test(name))
  .map((name) => `src/${name}`);

test('the phrases are found where they occur', () => {
  expect(SOURCES.length).toBeGreaterThan(200);
  expect(textsOf(`${ROOT}/src/ui/check-badge.tsx`)).toContain('Could not check');
  expect('How its hash comes about').toMatch(FOUND);
  expect('Date, at its end (UTC)').toMatch(FOUND);
});

test('no text in the source speaks in phrases that have a plainer form', () => {
  const found = SOURCES.flatMap((name) =>
    textsOf(`${ROOT}/${name}`)
      .filter((text) => FOUND.test(text))
      .map((text) => `${name}: ${text.slice(0, 200)}`),
  );
  expect(found).toEqual([]);
});

test('nor does the README', () => {
  const lines = readFileSync(`${ROOT}/README.md`, 'utf8').split('\n');
  expect(lines.filter((line) => FOUND.test(line))).toEqual([]);
});
