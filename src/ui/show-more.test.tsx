import { expect, test } from 'vitest';
import { anItem } from '../testing/builders.ts';
import { markupOf } from '../testing/markup.ts';
import { SchemaTable } from '../views/overview/overview-view.tsx';
import { DataTable } from './data-table.tsx';
import { Changes, Parts } from './diff/item-changes.tsx';
import { diffItems } from './values/compare-items.ts';
import { RegisterContext } from './link.tsx';
import { useBatch } from './show-more.tsx';
import { AttributeName } from './values/attribute-name.tsx';

// Anything a hostile register can make large is shown in batches, and the page says so.

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `a${String(n).padStart(6, '0')}`);
const wide = (count: number, value: string) =>
  anItem(Object.fromEntries(names(count).map((name) => [name, value])));
const schema = names(10_000).map((id) => ({ id }));
const wordsIn = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const shownBy = (element: React.ReactNode): string => wordsIn(markupOf(element));

function Numbers({ total, stays }: { total: number; stays?: (n: number) => boolean }) {
  const all = Array.from({ length: total }, (_, n) => n + 1);
  const { shown, more } = useBatch(all, 3, 'numbers', stays && { stays });
  return (
    <>
      {shown.join(' ')} {more}
    </>
  );
}

test('a batch is the beginning of a list, with what stays wherever it stands, and a button that says how many there are', () => {
  expect(shownBy(<Numbers total={3} />)).toBe('1 2 3');
  expect(shownBy(<Numbers total={4} />)).toBe('1 2 3 4');
  expect(shownBy(<Numbers total={5} />)).toBe('1 2 3 Show all 5 numbers');
  expect(shownBy(<Numbers total={7_000} />)).toBe('1 2 3 Show 3 more of 7,000 numbers');
  const stays = <Numbers total={9} stays={(n) => n === 2 || n === 8} />;
  expect(shownBy(stays)).toBe('1 2 3 8 Show 3 more of 9 numbers');
});

const listed = names(20_000);

test.each<[string, () => React.ReactNode, RegExp, number, RegExp]>([
  [
    'changed attributes',
    () => <Changes changes={diffItems(wide(10_000, 'x'), wide(10_000, 'y'))} />,
    /<li/g,
    50,
    /Show 50 more of 10,000 changed attributes/,
  ],
  [
    'changed members',
    () => <Parts pair={{ before: listed, after: listed.map((name) => `${name}x`) }} />,
    /<del>|<ins>/g,
    200,
    /Show 200 more of 40,000 members/,
  ],
  [
    'members of which one changed',
    () => <Parts pair={{ before: listed, after: listed.with(15_000, 'new') }} />,
    /<del>|<ins>/g,
    2,
    /^a015000 new 19,999 members in both versions$/,
  ],
  [
    'a schema',
    () => <SchemaTable schema={schema} activity={undefined} />,
    /<th scope="row"/g,
    50,
    /Show 50 more of 10,000 attributes/,
  ],
  [
    'attributes that are not set',
    () => <DataTable item={anItem({ a009000: 'here' })} schema={schema} />,
    /<dt>/g,
    51,
    /^a009000 here 9,999 attributes are not set a000000 not set/,
  ],
])('%s, very many, are a batch', (_, element, form, count, said) => {
  const markup = markupOf(
    <RegisterContext value={{ kind: 'bundled', name: 'a', mount: 'v2' }}>{element()}</RegisterContext>,
  );
  expect(markup.match(form)).toHaveLength(count);
  expect(wordsIn(markup)).toMatch(said);
});

test('of very many attributes only the first and the marked one are looked into', () => {
  const asked: string[] = [];
  const actions = (name: string) => void asked.push(name);
  markupOf(<DataTable item={wide(10_000, 'x')} schema={[]} marked="a009000" actions={actions} />);
  expect([asked.length, asked.at(-1)]).toEqual([51, 'a009000']);
});

test('the label of an endless name is cut', () => {
  const label = <AttributeName attribute={'n'.repeat(20_000)} value="x" />;
  expect(markupOf(label).length).toBeLessThan(2_000);
});
