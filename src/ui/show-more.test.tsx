import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { anItem } from '../testing/builders.ts';
import { DataTable } from './data-table.tsx';
import { Changes, Parts } from './diff/item-changes.tsx';
import { diffItems } from './diff/item-diff.ts';
import { useBatch } from './show-more.tsx';
import { AttributeName } from './values/attribute-name.tsx';
import { RichValue } from './values/value.tsx';

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `a${String(n).padStart(6, '0')}`);
const wide = (count: number, value: string) =>
  anItem(Object.fromEntries(names(count).map((name) => [name, value])));
const shownBy = (element: React.ReactNode): string =>
  renderToStaticMarkup(element)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const count = (element: React.ReactNode, form: RegExp): number =>
  renderToStaticMarkup(element).match(form)?.length ?? 0;

function Numbers({ total, stays }: { total: number; stays?: (n: number) => boolean }) {
  const all = Array.from({ length: total }, (_, n) => n + 1);
  const { shown, more } = useBatch(all, 3, 'numbers', stays && { stays });
  return (
    <>
      {shown.join(' ')} {more}
    </>
  );
}

describe('a batch', () => {
  test('is the beginning of a list, with a button that says how many there are', () => {
    expect(shownBy(<Numbers total={3} />)).toBe('1 2 3');
    expect(shownBy(<Numbers total={5} />)).toBe('1 2 3 Show all 5 numbers');
    expect(shownBy(<Numbers total={7_000} />)).toBe('1 2 3 Show 3 more of 7,000 numbers');
  });

  test('has what stays wherever it stands', () =>
    expect(shownBy(<Numbers total={9} stays={(n) => n === 2 || n === 8} />)).toBe(
      '1 2 3 8 Show 3 more of 9 numbers',
    ));
});

describe('the data of a record', () => {
  test('of very many attributes is 50 rows and the one that is marked, and only they are looked into', () => {
    const asked: string[] = [];
    const table = (
      <DataTable
        item={wide(10_000, 'x')}
        schema={[]}
        marked="a009000"
        beside={(name) => {
          asked.push(name);
          return null;
        }}
      />
    );
    expect(count(table, /<dt>/g)).toBe(51);
    expect(asked.at(-1)).toBe('a009000');
    expect(shownBy(table)).toContain('Show 50 more of 10,000 attributes');
    expect(asked).toHaveLength(102);
  });

  test('shows what is set before very many attributes of the schema that are not', () => {
    const schema = names(10_000).map((id) => ({ id }));
    const table = <DataTable item={anItem({ a009000: 'here' })} schema={schema} />;
    expect(shownBy(table)).toMatch(/^a009000 here 9,999 attributes are not set a000000 not set/);
    expect(count(table, /<dt>/g)).toBe(51);
  });

  test('has 200 members of a list more at a press, and cuts the label of an endless name', () => {
    const list = <RichValue value={names(100_000)} />;
    expect(count(list, /<li>/g)).toBe(6);
    expect(shownBy(list)).toContain('Show 200 more of 100,000 members');
    const label = <AttributeName attribute={'n'.repeat(20_000)} value="x" />;
    expect(renderToStaticMarkup(label).length).toBeLessThan(2_000);
  });
});

describe('what changed', () => {
  test('in very many attributes is 50 of them', () => {
    const changes = diffItems(wide(10_000, 'x'), wide(10_000, 'y'));
    expect(changes).toHaveLength(10_000);
    expect(count(<Changes changes={changes} />, /<li/g)).toBe(50);
    expect(shownBy(<Changes changes={changes} />)).toContain('Show 50 more of 10,000 changed attributes');
  });

  test('in a long list is the members that came or went, 200 at once; those in both are counted', () => {
    const list = names(100_000);
    const one = diffItems(anItem({ list }), anItem({ list: list.with(70_000, 'new') }))[0];
    const parts = <Parts isList parts={one?.parts ?? []} />;
    expect(shownBy(parts)).toBe('a070000 new 99,999 members in both versions');
    const all = diffItems(anItem({ list }), anItem({ list: list.map((name) => `${name}x`) }))[0];
    expect(count(<Parts isList parts={all?.parts ?? []} />, /<del>|<ins>/g)).toBe(200);
    expect(shownBy(<Parts isList parts={all?.parts ?? []} />)).toContain('Show 200 more of 200,000 members');
  });
});
