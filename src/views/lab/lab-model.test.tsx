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
import { hashProblem, numberProblem, textProblem } from './fields.tsx';
import { findingsOf } from './findings.tsx';
import { canForge, forge, type ForgeryStep, stepsDone } from './forgery.ts';
import { copyGraph } from './lab-bench.tsx';
import {
  changesOf,
  checkRequests,
  type Copy,
  type CopyChecks,
  copyOf,
  copyText,
  dataField,
  flipDigit,
  follow,
  type History,
  type Original,
  redacted,
  setField,
  textOf,
} from './lab-model.ts';

type Edit = (copy: Copy) => Copy;

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
  const state = {
    original: of,
    copy,
    checks: checked(of, copy),
    changes: changesOf(of, copy),
    remembered,
    rootHash: 'published root hash',
  };
  const findings = findingsOf(state);
  const why = findings.map((one) => renderToStaticMarkup(<>{one.why}</>).replaceAll(/<[^>]*>/g, ''));
  return { outcomes: findings.map(({ verdict }) => LETTERS[verdict.outcome]).join(''), why };
}

function edited(of: Original, ...edits: readonly Edit[]): Copy {
  return edits.reduce((copy, edit) => edit(copy), copyOf(of));
}

const play = (step: ForgeryStep, of: Original, from = copyOf(of)) =>
  forge(step, of, from, (copy) => Promise.resolve(checked(of, copy)));

const set =
  (field: string, value: Parameters<typeof setField>[2]): Edit =>
  (copy) =>
    setField(copy, field, value);
const setValue = (name: string, value: Parameters<typeof setField>[2]): Edit =>
  set(dataField(0, name), value);
/** The hashes of the proof in another order, or others. */
const path = (change: (path: readonly string[]) => readonly string[]): Edit =>
  set('proof', change(original().auditPath));
const nameIn = (copy: Copy | undefined): string => textOf(copy ?? new Map(), dataField(0, 'name'));
const withheld = (of: Original, name: string): Copy => {
  const text = redacted(dataField(0, name), checked(of, copyOf(of)));
  return text === undefined ? copyOf(of) : edited(of, setValue(name, text));
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
    expect(checkRequests(odd, edited(odd, set('entry-number', '7'))).entry.entry.indexEntryNumber).toBe(7);
  });
});

describe('edits', () => {
  it('never change the original', () => {
    const of = original();
    const before = copyText(copyOf(of));
    edited(
      of,
      setValue('name', undefined),
      path((hashes) => hashes.slice(1)),
    );
    expect(copyText(copyOf(of))).toBe(before);
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
      const { outcomes, why } = found(of, withheld(of, name));
      expect([name, outcomes, why[0]]).toEqual([
        name,
        'HHH',
        expect.stringMatching(/redacted value is represented by its hash/),
      ]);
    }
    expect(copyText(withheld(original(), 'name'))).toBe(copyText(copyOf(original())));
  });
});

/** Each change, what becomes of data, entry proof and root, and what is said of it. */
const CHANGES: readonly (readonly [string, Edit, string, RegExp])[] = [
  ['a value', setValue('name', 'Uranut'), 'XHH', /but entry 6 records/],
  ['an added value', setValue('note', ''), 'XHH', /never reads the item/],
  ['the key', set('key', 'another'), 'HXH', /leaf has other bytes.*no longer matches it/s],
  ['the entry number', set('entry-number', '7'), 'HXH', /other bytes/],
  ['a number that is none', set('entry-number', 'six'), '??H', /not a whole number/],
  ['a number beyond the log', set('entry-number', '14'), 'H?H', /Entry 14 is not in a log of 13/],
  [
    'a timestamp without bytes',
    set('entry-timestamp', '\ud800'),
    'H?H',
    /half a surrogate pair.*The check before this one/s,
  ],
  ['a value without bytes', setValue('name', 'a\udc00'), '?HH', /half a surrogate pair/],
  ['the item hash', set('hashes', 'a'.repeat(64)), 'XXH', /The item hashes to/],
  ['an item hash that is none', set('hashes', 'abc'), '??H', /An item hash is malformed\./],
  [
    'a hash of the proof',
    path((hashes) => hashes.with(1, 'b'.repeat(64))),
    'HXH',
    /From the changed hash upwards/,
  ],
  ['a hash that is none', path((hashes) => hashes.with(1, 'b')), 'H?H', /A hash of the proof is malformed\./],
  ['the order', path((hashes) => hashes.toReversed()), 'HXH', /From the changed hash upwards/],
  [
    'a hash too few',
    path((hashes) => hashes.slice(1)),
    'HXH',
    /The proof has 3 hashes; .* exactly 4\. How many/,
  ],
  ['a hash too many', path((hashes) => [...hashes, ...hashes.slice(3)]), 'HXH', /The proof has 5 hashes/],
  ['the log size', set('log-size', '7'), 'HX?', /exactly 3\./],
  ['a size that leads the same way', set('log-size', '14'), 'HH?', /does not settle the log size/],
  ['the root', set('root-hash', 'c'.repeat(64)), 'HXX', /The path is unchanged/],
  ['a root that is none', set('root-hash', 'C'.repeat(64)), 'H??', /root hash is malformed\./],
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
    const text = textOf(copyOf(of), 'hashes');
    expect(found(of, edited(of, set('hashes', `sha-256:${text}`))).outcomes).toBe('HHH');
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
      [set('hashes', 'a'.repeat(64))],
      'computed-1 computed-2 computed-3 computed-root entry-hash leaf',
    ],
    ['a hash', [path((hashes) => hashes.with(2, 'a'.repeat(64)))], 'computed-3 computed-root sent-3'],
    ['an entry', [set('entry-timestamp', 't')], 'computed-1 computed-2 computed-3 computed-root leaf'],
    ['the root', [set('root-hash', 'a'.repeat(64))], 'published'],
  ])('marks what was changed and all that is computed from it: %s', (_, edits, changed) => {
    expect(drawn(...edits).changed).toBe(changed);
  });

  it('breaks between the data and the entry where the data was changed', () => {
    const { tone, nodes } = drawn(setValue('name', 'x')).graph;
    expect(tone).toBe('bad');
    expect(nodes.filter((node) => node.tone === 'bad').map(({ id }) => id)).toEqual(['item-hash']);
  });

  it('calls no node by what it is in the register', () => {
    const titles = drawn(set('root-hash', 'a'.repeat(64))).graph.nodes.map(({ title }) => title);
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
    const hidden = withheld(of, 'text');
    expect(stepsDone(of, hidden, checked(of, hidden))).toBe(0);
    const forged = (await play('root', of, hidden)).at(-1) ?? copyOf(of);
    expect(stepsDone(of, forged, checked(of, forged))).toBe(3);
  });

  it('changes a text that has no letter to spare, and stops where there is no hash to put in', async () => {
    const of = original('item-json', anItem({ name: 'zz' }));
    expect(nameIn((await play('value', of)).at(-1))).toBe('zzx');
    expect(await play('hash', of, edited(of, setValue('name', '\ud800')))).toEqual([]);
    expect([canForge(of), canForge({ ...of, items: [anItem({ ring: null })] })]).toEqual([true, false]);
  });
});

describe('follow', () => {
  const of = original();
  const begin: History = { copies: [copyOf(of)], at: 0 };
  const type = (history: History, text: string, field = 'key'): History =>
    follow(history, edited(of, set(field, text)), field);

  it('takes the letters of one word as one step, and begins a new one after a rest and in another field', () => {
    const typed = ['a', 'ab', 'abc'].reduce((history, text) => type(history, text), begin);
    expect(typed.copies).toHaveLength(2);
    const { typing: _, ...rested } = type(begin, 'a');
    expect(type(rested, 'ab').copies).toHaveLength(3);
    expect(type(type(begin, 'a'), 'then', 'entry-timestamp').copies).toHaveLength(3);
  });

  it('drops what was undone once something else is done, and takes no step where nothing differs', async () => {
    const { copies } = type(begin, 'a');
    expect(textOf(type({ copies, at: 0 }, 'b').copies.at(-1) ?? new Map(), 'key')).toBe('b');
    expect(type({ copies, at: 0 }, 'b').copies).toHaveLength(2);
    expect(follow(begin, copyOf(of)).copies).toHaveLength(1);
    const forged = (await play('root', of)).reduce<History>((now, next) => follow(now, next), begin);
    expect(forged.copies).toHaveLength(4);
    expect(found(of, forged.copies[2] ?? copyOf(of)).outcomes).toBe('HXH');
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
