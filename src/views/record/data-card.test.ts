import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttributeValue } from '../../core/model.ts';
import { anItem } from '../../testing/builders.ts';
import { traceSince, type TracedVersion } from './data-card.tsx';
import type { VersionData } from './use-version.ts';

const has = (values: Record<string, AttributeValue>): VersionData => ({ kind: 'item', item: anItem(values) });
const trail = (...data: VersionData[]): TracedVersion[] =>
  data.map((one, index) => ({ entryNumber: (index + 1) * 10, data: one }));

describe('traceSince', () => {
  it('names the entry that gave each attribute its present value', () => {
    const versions = trail(
      has({ a: 'x', b: 'y' }),
      has({ a: 'x', b: 'z' }),
      has({ a: 'x', b: 'z', c: ['1'] }),
    );
    const since = traceSince(versions, true);
    expect(since?.('a')).toEqual({ kind: 'since', entryNumber: 10 });
    expect(since?.('b')).toEqual({ kind: 'since', entryNumber: 20 });
    expect(since?.('c')).toEqual({ kind: 'since', entryNumber: 30 });
  });

  it('dates a value that was changed and changed back from its return', () => {
    const versions = trail(has({ a: 'x' }), has({ a: 'y' }), has({ a: 'x' }), has({ a: 'x' }));
    expect(traceSince(versions, true)?.('a')).toEqual({ kind: 'since', entryNumber: 30 });
  });

  it('tells what was never set from what is not set any more', () => {
    const versions = trail(has({ a: 'x', b: '' }), has({ a: null }), has({ a: [], b: null }));
    const since = traceSince(versions, true);
    expect(since?.('a')).toEqual({ kind: 'since', entryNumber: 20 });
    expect(since?.('b')).toEqual({ kind: 'never' });
    expect(since?.('c')).toEqual({ kind: 'never' });
  });

  it('claims no more than was compared', () => {
    for (const kind of ['several', 'mismatch', 'unreadable', 'waiting'] as const) {
      const gap: VersionData = kind === 'several' ? { kind, count: 2 } : { kind };
      const versions = trail(has({ a: 'x', b: 'x' }), gap, has({ a: 'x', b: 'y' }), has({ a: 'x', b: 'z' }));
      const since = traceSince(versions, true);
      expect(since?.('a')).toEqual({ kind: 'or-before', entryNumber: 30 });
      expect(since?.('b')).toEqual({ kind: 'since', entryNumber: 40 });
    }
    const cut = trail(has({ a: 'x' }), has({ a: 'x' }));
    expect(traceSince(cut, false)?.('a')).toEqual({ kind: 'or-before', entryNumber: 10 });
    expect(traceSince(cut, false)?.('b')).toEqual({ kind: 'or-before', entryNumber: 10 });
  });

  it('takes a version without data for one that sets nothing', () => {
    const versions = trail(has({ a: 'x' }), { kind: 'none' }, has({ a: 'x' }));
    expect(traceSince(versions, true)?.('a')).toEqual({ kind: 'since', entryNumber: 30 });
    expect(traceSince(versions, true)?.('b')).toEqual({ kind: 'never' });
  });

  it('says nothing of a last version that is not one item', () => {
    for (const data of [{ kind: 'none' }, { kind: 'several', count: 2 }, { kind: 'mismatch' }] as const)
      expect(traceSince(trail(has({ a: 'x' }), data), true)).toBeUndefined();
    expect(traceSince([], true)).toBeUndefined();
  });

  it('takes any name for an attribute', () => {
    const item = new Map([['__proto__', 'x']]);
    const versions = trail({ kind: 'item', item: new Map() }, { kind: 'item', item });
    const since = traceSince(versions, true);
    expect(since?.('__proto__')).toEqual({ kind: 'since', entryNumber: 20 });
    expect(since?.('constructor')).toEqual({ kind: 'never' });
  });

  it('looks at an attribute when it is asked for, and at no other', () => {
    const read: string[] = [];
    const item = anItem(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`a${n}`, 'x'])));
    const watched = new Proxy(item, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (name !== 'get') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
        return (attribute: string) => {
          read.push(attribute);
          return target.get(attribute);
        };
      },
    });
    const since = traceSince(trail({ kind: 'item', item: watched }, { kind: 'item', item: watched }), true);
    expect(read).toEqual([]);
    expect(since?.('a7')).toEqual({ kind: 'since', entryNumber: 10 });
    expect(read).toEqual(['a7', 'a7']);
  });

  it('agrees with looking for the last change, whatever the versions are', () => {
    const values = fc.array(fc.constantFrom('x', 'y', '', null, ['x'], ['x', 'y'], []), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(values, (list) => {
        const text = list.map((value) => JSON.stringify([value ?? ''].flat().filter((part) => part !== '')));
        let first = text.length - 1;
        while (first > 0 && text[first - 1] === text.at(-1)) first -= 1;
        const since = traceSince(trail(...list.map((a) => has({ a }))), true)?.('a');
        expect(since).toEqual(
          first === 0 && text[0] === '[]'
            ? { kind: 'never' }
            : { kind: 'since', entryNumber: (first + 1) * 10 },
        );
      }),
    );
  });
});
