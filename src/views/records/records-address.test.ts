import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLEARED,
  isNarrowed,
  readRequest,
  writeRequest,
  type ListRequest,
  type RequestChange,
} from './records-address.ts';
import { partsOf } from './result-line.tsx';

const read = (query: string) => readRequest(new URLSearchParams(query));
const PARTS = 'q=a&former=yes&status=ended&is.kind=s&is.kind=&attribute=name&value=X&sort=-name';

describe('the address of the records view', () => {
  test('has several choices of one attribute, "not set", and the exact value of older links', () =>
    expect(
      read('is.kind=state&is.kind=territory&is.kind=state&is.end-date=&is.=x&attribute=a&value=0').choices,
    ).toEqual(
      new Map([
        ['kind', ['state', 'territory']],
        ['end-date', ['']],
        ['a', ['0']],
      ]),
    ));

  test('makes nothing of what it does not understand', () => {
    const empty = { status: '', columns: undefined, former: false, choices: new Map() };
    expect(read('attribute=name&status=odd&columns=%25E0%25A4%25A&former=1')).toMatchObject(empty);
    expect(read('columns=').columns).toEqual([]);
  });

  test('reads back what it wrote, whatever the names and values, and keeps the rest', () => {
    const text = fc.string({ unit: 'grapheme' });
    const some = fc.string({ minLength: 1, unit: 'grapheme' });
    const choice = fc.tuple(some, fc.uniqueArray(text, { minLength: 1 }));
    const changes = fc.record({
      text,
      former: fc.boolean(),
      choices: fc.uniqueArray(choice, { selector: ([name]) => name }).map((pairs) => new Map(pairs)),
      status: fc.constantFrom<ListRequest['status']>('', 'current', 'ended'),
      sort: text,
      columns: fc.array(some),
    });
    fc.assert(
      fc.property(changes, (change: RequestChange) => {
        const written = writeRequest(new URLSearchParams('at=5&is.old=x&q=old&attribute=a&value=b'), change);
        expect(read(written.toString())).toEqual(change);
        expect(written.get('at')).toBe('5');
      }),
    );
  });

  test('loses all that narrows, or one part and nothing else', () => {
    const params = new URLSearchParams(`${PARTS}&columns=k&at=3`);
    expect(writeRequest(params, CLEARED).toString()).toBe('sort=-name&columns=k&at=3');
    expect(writeRequest(params, { columns: null }).has('columns')).toBe(false);
    expect([isNarrowed(read('q=%20&sort=k')), isNarrowed(read('is.k='))]).toEqual([false, true]);
    const words = partsOf(readRequest(params)).map((part) => part.words);
    expect(words).toHaveLength(6);
    for (const { words: removed, change } of partsOf(readRequest(params)))
      expect(partsOf(readRequest(writeRequest(params, change))).map((part) => part.words)).toEqual(
        words.filter((one) => one !== removed),
      );
  });
});
