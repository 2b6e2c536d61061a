import { expect, test } from 'vitest';
import { EXPLANATIONS } from '../../ui/explanation.tsx';
import { GLOSSARY } from './help-view.tsx';

test('each check leads to a word of the help that there is, and no two words have one place', () => {
  const ids = GLOSSARY.map(([term]) => term.toLowerCase().replaceAll(' ', '-'));
  expect(new Set(ids).size).toBe(ids.length);
  for (const { term } of Object.values(EXPLANATIONS)) expect(ids).toContain(term.replace(' ', '-'));
});
