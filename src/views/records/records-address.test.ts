import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CLEARED,
  isNarrowed,
  readRequest,
  withChoice,
  writeRequest,
  type ListRequest,
  type RequestChange,
} from './records-address.ts';

const read = (query: string) => readRequest(new URLSearchParams(query));

describe('the address of the records view', () => {
  test('reads the links of old', () =>
    expect(read('q=republic&sort=-name&status=current&attribute=moons&value=0')).toMatchObject({
      text: 'republic',
      sort: '-name',
      status: 'current',
      attribute: 'moons',
      value: '0',
      former: false,
      columns: undefined,
    }));

  test('reads choices, several of one attribute, and "not set"', () =>
    expect(read('is.kind=state&is.kind=territory&is.kind=state&is.end-date=&is.=x').choices).toEqual(
      new Map([
        ['kind', ['state', 'territory']],
        ['end-date', ['']],
      ]),
    ));

  test('makes nothing of what it does not understand', () => {
    expect(read('attribute=name&status=odd&columns=%25E0%25A4%25A&former=1')).toMatchObject({
      attribute: '',
      value: '',
      status: '',
      columns: undefined,
      former: false,
    });
    expect(read('columns=').columns).toEqual([]);
  });

  test('reads back what it wrote, whatever the names and values, and keeps the rest', () => {
    const text = fc.string({ unit: 'grapheme' });
    const some = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(
        fc.record({
          text,
          former: fc.boolean(),
          attribute: some,
          value: some,
          choices: fc
            .uniqueArray(fc.tuple(some, fc.uniqueArray(text, { minLength: 1 })), {
              selector: ([name]) => name,
            })
            .map((pairs) => new Map(pairs)),
          status: fc.constantFrom<ListRequest['status']>('', 'current', 'ended'),
          sort: text,
          columns: fc.array(some),
        }),
        (change: RequestChange) => {
          const written = writeRequest(new URLSearchParams('at=5&is.old=x&q=old'), change);
          expect(readRequest(new URLSearchParams(written.toString()))).toEqual(change);
          expect(written.get('at')).toBe('5');
        },
      ),
    );
  });

  test('takes off all that narrows, and goes back to the columns that suit', () => {
    const all = new URLSearchParams(
      'q=a&former=yes&is.k=1&status=ended&attribute=a&value=b&sort=k&columns=k&at=3',
    );
    expect(writeRequest(all, CLEARED).toString()).toBe('sort=k&columns=k&at=3');
    expect(writeRequest(all, { columns: null }).has('columns')).toBe(false);
    expect(isNarrowed(read('q=%20&sort=k'))).toBe(false);
    expect(isNarrowed(read('is.k='))).toBe(true);
  });

  test('adds and takes off single choices', () => {
    const one = withChoice(new Map(), 'kind', 'state', true);
    const two = withChoice(one, 'kind', '', true);
    expect(two.get('kind')).toEqual(['state', '']);
    expect(withChoice(two, 'kind', 'state', false).get('kind')).toEqual(['']);
    expect(withChoice(one, 'kind', 'state', false).size).toBe(0);
  });
});
