import { expect, test } from 'vitest';
import { EXPLANATIONS } from '../../ui/explanation.tsx';
import { GLOSSARY, sourceOf } from './glossary.ts';

test('each check leads to a word that there is, and no two words have one place', () => {
  const ids = GLOSSARY.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { term } of Object.values(EXPLANATIONS)) expect(ids).toContain(term.replace(' ', '-'));
});

test('a source is a section with its address, a heading of the API document, or this page', () => {
  expect(sourceOf('2.1.3')).toEqual([
    'RFC 9162, 2.1.3',
    'https://www.rfc-editor.org/rfc/rfc9162.html#section-2.1.3',
  ]);
  expect(sourceOf('Entry')).toEqual(['API document, “Entry”']);
  expect(sourceOf('')).toEqual(['this page']);
});
