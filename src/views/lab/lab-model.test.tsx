import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { blobHash } from '../../core/blob-hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { itemHash } from '../../core/data-hash.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Checkpoint, Item } from '../../core/model.ts';
import { anEntry, anItem, leaves, logOf } from '../../testing/builders.ts';
import { LEAF_RULE_IDS } from '../../testing/evidence-builders.ts';
import { checks } from '../../verify/checks.ts';
import { copyGraph } from './copy-figure.tsx';
import { hashProblem, numberProblem, textProblem } from './field.tsx';
import { findingsOf } from './findings.tsx';
import { canForge, forge, type ForgeryStep, stepsDone } from './forgery.ts';
import {
  changesOf,
  checkRequests,
  type Copy,
  type CopyChecks,
  copyOf,
  doubleHash,
  type Edit,
  flipDigit,
  isSame,
  itemRow,
  moveHash,
  type Original,
  outOfOrder,
  redact,
  removeRow,
  rowsOf,
  sentPlace,
  setRow,
  textOf,
} from './lab-model.ts';
import { type Action, advance, begin } from './use-lab.ts';

const DATA = anItem({ name: 'Uranus', moons: ['Miranda', 'Ariel'], ring: null });

/** original makes a log of 13 entries in which entry 6 records DATA, all true. */
function original(rule: LeafRuleId = 'item-json', item: Item = DATA): Original {
  const { variant, leafBytes } = leafRule(rule);
  const entry = anEntry(6, { itemHashes: [variant === 'item' ? itemHash(item) : blobHash(item)] });
  const all = leaves(13).with(5, hashFromBytes(hashLeaf(leafBytes(entry) ?? new Uint8Array())));
  const log = logOf(all);
  return {
    variant,
    items: [item],
    entry,
    auditPath: auditPath(log, 6, 13),
    checkpoint: { logSize: 13, rootHash: rootAt(log, 13) },
    leafRule: rule,
  };
}

function checked(of: Original, copy: Copy): CopyChecks {
  const requests = checkRequests(of, copy);
  return { data: checks.checkRecordData(requests.data), entry: checks.checkEntry(requests.entry) };
}

const LETTERS = { holds: 'H', 'does-not-match': 'X', 'cannot-check': '?', 'not-checked': '-' } as const;

/** found is the outcomes of data, entry proof and root by their letters, and all that is said of them. */
function found(of: Original, copy: Copy, remembered?: Checkpoint) {
  const state = { original: of, copy, checks: checked(of, copy), changes: changesOf(of, copy), remembered };
  const findings = findingsOf(state);
  const why = findings.map((one) => renderToStaticMarkup(<>{one.why}</>).replaceAll(/<[^>]*>/g, ''));
  return { outcomes: findings.map(({ verdict }) => LETTERS[verdict.outcome]).join(''), why };
}

function edited(of: Original, ...edits: readonly Edit[]): Copy {
  return edits.reduce((copy, edit) => edit(copy), copyOf(of));
}

const play = (step: ForgeryStep, of: Original, from = copyOf(of)) =>
  forge(step, of, from, (copy) => Promise.resolve(checked(of, copy)));

/** Edits by the id of a row, and of the first item by name. */
const setText =
  (id: string, value: string): Edit =>
  (copy) =>
    copy.map((row) => (row.id === id ? { ...row, value } : row));
const setValue = (name: string, value: Parameters<typeof itemRow>[2]): Edit =>
  setRow(itemRow(0, name, value));
const move = (place: number, by: -1 | 1): Edit => moveHash(`proof ${place}`, by);
const double = (place: number): Edit => doubleHash(`proof ${place}`, 4);
const nameIn = (copy: Copy | undefined): string => textOf(copy ?? [], 'item 0 name');
const redacted = (of: Original, name: string): Copy => {
  const row = copyOf(of).find((one) => one.name === name);
  const edit = row && redact(row, checked(of, copyOf(of)));
  return edited(of, ...(edit === undefined ? [] : [edit]));
};

describe('copyOf', () => {
  it.each(LEAF_RULE_IDS)('is checked like the original and holds throughout, %s', (rule) => {
    const of = original(rule);
    expect(found(of, copyOf(of)).outcomes).toBe('HHH');
    expect(changesOf(of, copyOf(of))).toEqual([]);
    const { leafRule: _, ...unknown } = of;
    expect(found(unknown, copyOf(unknown)).outcomes).toBe('HHH');
  });

  it('keeps an index number of its own, and lets it follow a number that is changed', () => {
    const of = original();
    const odd = { ...of, entry: { ...of.entry, indexEntryNumber: 9 } };
    expect(checkRequests(odd, copyOf(odd)).entry.entry.indexEntryNumber).toBe(9);
    expect(checkRequests(odd, edited(odd, setText('entry-number', '7'))).entry.entry.indexEntryNumber).toBe(
      7,
    );
  });
});

describe('edits', () => {
  it('move, remove and double hashes of the proof, give none a number that another had, and name what is out of order', () => {
    const path = (...edits: readonly Edit[]) => {
      const copy = edited(original(), ...edits);
      const moved = [...outOfOrder(original(), copy)].join().replaceAll('proof ', '');
      return `${rowsOf(copy, 'proof').map(sentPlace).join()} ${moved}`;
    };
    expect(path()).toBe('1,2,3,4 ');
    expect(path(move(2, -1))).toBe('2,1,3,4 2,1');
    expect(path(move(4, 1))).toBe('1,2,3,4 ');
    expect(path(removeRow('proof 2'))).toBe('1,3,4 ');
    expect(path(removeRow('proof 4'), double(1))).toBe('1,5,2,3 ');
  });

  it('never change the original, and ignore what is not there', () => {
    const of = original();
    const before = JSON.stringify(copyOf(of));
    edited(of, removeRow('item 0 name'), removeRow('proof 1'));
    expect(JSON.stringify(copyOf(of))).toBe(before);
    for (const edit of [removeRow('proof 99'), double(99), move(99, 1)])
      expect(isSame(edited(of, edit), copyOf(of))).toBe(true);
  });

  const digits = 'f'.padEnd(64, '1');
  it.each([
    [digits, `0${digits.slice(1)}`],
    [`sha-256:${digits}`, `sha-256:0${digits.slice(1)}`],
    [`1220${digits}`, `12200${digits.slice(1)}`],
    ['12203', '22203'],
    ['', ''],
    ['xyz', 'xyz'],
  ])('flip the first digit of %s', (from, to) => {
    expect(flipDigit(from)).toBe(to);
  });

  it('redact a value or a list of a blob, which keeps its hash, and nothing of an item', () => {
    const of = original('blob-hex');
    for (const name of ['name', 'moons']) {
      const { outcomes, why } = found(of, redacted(of, name));
      expect([name, outcomes, why[0]]).toEqual([
        name,
        'HHH',
        expect.stringMatching(/redacted value is represented by its hash/),
      ]);
    }
    expect(isSame(redacted(original(), 'name'), copyOf(original()))).toBe(true);
  });
});

/** Each change, what becomes of data, entry proof and root, and what is said of it. */
const CHANGES: readonly (readonly [string, Edit, string, RegExp])[] = [
  ['a value', setValue('name', 'Uranut'), 'XHH', /but entry 6 records/],
  ['an added value', setValue('note', ''), 'XHH', /never reads the item/],
  ['the key', setText('key', 'another'), 'HXH', /leaf has other bytes.*no longer matches it/s],
  ['the entry number', setText('entry-number', '7'), 'HXH', /other bytes/],
  ['a number that is none', setText('entry-number', 'six'), '??H', /not a whole number/],
  ['a number beyond the log', setText('entry-number', '14'), 'H?H', /Entry 14 is not in a log of 13/],
  [
    'a timestamp without bytes',
    setText('entry-timestamp', '\ud800'),
    'H?H',
    /half a surrogate pair.*The check before this one/s,
  ],
  ['a value without bytes', setValue('name', 'a\udc00'), '?HH', /half a surrogate pair/],
  ['the item hash', setText('item-hash 1', 'a'.repeat(64)), 'XXH', /The item hashes to/],
  ['an item hash that is none', setText('item-hash 1', 'abc'), '??H', /An item hash is malformed\./],
  ['a hash of the proof', setText('proof 2', 'b'.repeat(64)), 'HXH', /From the changed hash upwards/],
  ['a hash that is none', setText('proof 2', ''), 'H?H', /A hash of the proof is malformed\./],
  ['the order', move(1, 1), 'HXH', /wrong neighbour/],
  ['a hash too few', removeRow('proof 3'), 'HXH', /The proof has 3 hashes; .* exactly 4\. How many/],
  ['a hash too many', double(1), 'HXH', /The proof has 5 hashes/],
  ['the log size', setText('log size', '7'), 'HX?', /exactly 3\./],
  ['a size that leads the same way', setText('log size', '14'), 'HH?', /does not settle the log size/],
  ['the root', setText('root hash', 'c'.repeat(64)), 'HXX', /The path is unchanged/],
  ['a root that is none', setText('root hash', 'C'.repeat(64)), 'H??', /root hash is malformed\./],
];

describe('findingsOf', () => {
  it.each(CHANGES)('says which check fails after a change of %s, and why', (_, edit, outcomes, why) => {
    const of = original();
    const result = found(of, edited(of, edit));
    expect(result.outcomes).toBe(outcomes);
    expect(result.why.join('\n')).toMatch(why);
  });

  it('takes any spelling of a hash, and a blob that is written otherwise, for the same', () => {
    const of = original();
    const text = textOf(copyOf(of), 'item-hash 1');
    expect(found(of, edited(of, setText('item-hash 1', `sha-256:${text}`))).outcomes).toBe('HHH');
    const blob = original('blob-multihash');
    const { outcomes, why } = found(blob, edited(blob, setValue('note', '')));
    expect([outcomes, why[0]]).toEqual(['HHH', expect.stringMatching(/not among the hashed bytes/)]);
  });

  it('does not blame the reader for what the register sent', () => {
    const of = { ...original(), items: [anItem({ name: 'Neptune' })] };
    expect(found(of, copyOf(of)).why[0]).toMatch(/^The item hashes to .* but entry 6 records/);
    const path = { ...original(), auditPath: original().auditPath.toReversed() };
    expect(found(path, copyOf(path)).why[1]).toMatch(/^You changed nothing/);
  });

  it('says what this browser remembers only where it does, for that size', async () => {
    const of = original();
    const forged = (await play('compare', of)).at(-1) ?? copyOf(of);
    expect(found(of, forged, of.checkpoint).why[2]).toMatch(/This browser remembers the published root hash/);
    const other = { ...of.checkpoint, rootHash: of.auditPath[0] ?? of.checkpoint.rootHash };
    expect(found(of, copyOf(of), other).why[2]).toMatch(/this browser remembers another root hash/);
    for (const remembered of [undefined, { ...other, logSize: 12 }])
      for (const copy of [forged, copyOf(of)])
        expect(found(of, copy, remembered).why[2]).not.toMatch(/this browser/i);
  });
});

describe('copyGraph', () => {
  const drawn = (...edits: readonly Edit[]) => {
    const of = original();
    const { graph, changed } = copyGraph(checked(of, edited(of, ...edits)), checked(of, copyOf(of)));
    return { graph, changed: [...changed].sort().join(' ') };
  };

  it.each<[string, readonly Edit[], string]>([
    ['nothing', [], ''],
    ['data', [setValue('name', 'x')], 'data item-hash'],
    [
      'the recorded hash',
      [setText('item-hash 1', 'a'.repeat(64))],
      'computed-1 computed-2 computed-3 computed-root entry-hash leaf',
    ],
    ['a hash', [setText('proof 3', 'a'.repeat(64))], 'computed-3 computed-root sent-3'],
    ['an entry', [setText('entry-timestamp', 't')], 'computed-1 computed-2 computed-3 computed-root leaf'],
    ['the root', [setText('root hash', 'a'.repeat(64))], 'published'],
  ])('marks what was changed and all that is computed from it: %s', (_, edits, changed) => {
    expect(drawn(...edits).changed).toBe(changed);
  });

  it('breaks between the data and the entry where the data was changed', () => {
    const { tone, nodes } = drawn(setValue('name', 'x')).graph;
    expect(tone).toBe('bad');
    expect(nodes.filter((node) => node.tone === 'bad').map(({ id }) => id)).toEqual(['item-hash']);
  });

  it('calls no node by what it is in the register', () => {
    const titles = drawn(setText('root hash', 'a'.repeat(64))).graph.nodes.map(({ title }) => title);
    expect(titles).toContain('Root of the copy');
    expect(titles.join()).not.toMatch(/publish|server/i);
  });
});

describe.each(['item-json', 'blob-multihash'] as const)('the forgery, %s', (rule) => {
  it.each([
    ['value', 'XHH', 1],
    ['hash', 'HXH', 2],
    ['root', 'HHX', 3],
    ['compare', 'HHX', 3],
  ] as const)('%s leads to %s', async (step, outcomes, steps) => {
    const of = original(rule);
    const copies = await play(step, of);
    const last = copies.at(-1) ?? copyOf(of);
    expect(copies).toHaveLength(steps);
    expect(found(of, last).outcomes).toBe(outcomes);
    expect(stepsDone(of, last, checked(of, last))).toBe(steps);
    expect(nameIn(last)).toBe('Uranut');
  });

  it('goes on from what the reader has changed', async () => {
    const of = original(rule);
    const copies = await play('root', of, edited(of, setValue('name', 'Ouranos')));
    expect(copies).toHaveLength(2);
    expect(nameIn(copies.at(-1))).toBe('Ouranos');
  });

  it('leaves only the root', async () => {
    const of = original(rule);
    const { why } = found(of, (await play('compare', of)).at(-1) ?? copyOf(of));
    expect(why).toEqual([
      expect.stringMatching(/They match again/),
      expect.stringMatching(/computed to match/),
      expect.stringMatching(/cannot be made to match/),
    ]);
  });
});

describe('forge', () => {
  it('takes data that still has its hash for data that was not changed', async () => {
    const of = original('blob-multihash', anItem({ name: 'Uranus', text: 'Tilted' }));
    const withheld = redacted(of, 'text');
    expect(stepsDone(of, withheld, checked(of, withheld))).toBe(0);
    const forged = (await play('root', of, withheld)).at(-1) ?? copyOf(of);
    expect(stepsDone(of, forged, checked(of, forged))).toBe(3);
  });

  it('changes a text that has no letter to spare, and stops where there is no hash to put in', async () => {
    const of = original('item-json', anItem({ name: 'zz' }));
    expect(nameIn((await play('value', of)).at(-1))).toBe('zzx');
    expect(await play('hash', of, edited(of, setValue('name', '\ud800')))).toEqual([]);
    expect([canForge(of), canForge({ ...of, items: [anItem({ ring: null })] })]).toEqual([true, false]);
  });
});

describe('history', () => {
  const of = original();
  const run = (...actions: readonly Action[]) => actions.reduce(advance, begin(copyOf(of)));
  const type = (text: string, field: 'key' | 'entry-timestamp' = 'key'): Action => ({
    do: 'edit',
    edit: setText(field, text),
    typing: field,
  });

  it('takes the letters of one word as one step, and begins a new one after a rest and in another field', () => {
    const typed = run(type('a'), type('ab'), type('abc'));
    expect(typed.past).toHaveLength(1);
    expect(textOf(advance(typed, { do: 'undo' }).present, 'key')).toBe('key-6');
    expect(run(type('a'), { do: 'rest' }, type('ab')).past).toHaveLength(2);
    expect(run(type('a'), type('then', 'entry-timestamp'), type('ab')).past).toHaveLength(3);
  });

  it('redoes what was undone until something else is done, and nothing where there is nothing', () => {
    const back = run(type('a'), { do: 'undo' });
    expect(textOf(advance(back, { do: 'redo' }).present, 'key')).toBe('a');
    expect(textOf(advance(advance(back, type('b')), { do: 'redo' }).present, 'key')).toBe('b');
    expect(run({ do: 'undo' }, { do: 'redo' })).toEqual(begin(copyOf(of)));
  });

  it('takes no step where nothing differs, and goes back through each copy of a forgery', async () => {
    expect(run({ do: 'follow', copies: [copyOf(of)] }, type('key-6')).past).toEqual([]);
    const forged = run({ do: 'follow', copies: await play('root', of) });
    expect(forged.past).toHaveLength(3);
    expect(found(of, advance(forged, { do: 'undo' }).present).outcomes).toBe('HXH');
  });
});

it('says what is wrong with a field', () => {
  expect(hashProblem(`1220${'a'.repeat(64)}`)).toBeUndefined();
  expect(hashProblem('')).toMatch(/empty/);
  expect(hashProblem('A'.repeat(64))).toMatch(/lower case/);
  expect(hashProblem('a'.repeat(63))).toMatch(/63 digits/);
  expect(hashProblem('g'.repeat(64))).toMatch(/0 to 9 and a to f/);
  expect(numberProblem('0', 0)).toBeUndefined();
  for (const text of ['0', '', '-1', '1.5', '1e3', '９', '9007199254740992'])
    expect(numberProblem(text, 1)).toMatch(/whole number/);
  expect(textProblem('🪐')).toBeUndefined();
  expect(textProblem('🪐'.slice(1))).toMatch(/lone surrogate/);
});
