import { describe, expect, test } from 'vitest';
import { dataHash } from '../../core/data-hash.ts';
import { hashFromBytes } from '../../core/hash.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Item, LeafRuleId } from '../../core/model.ts';
import { anEntry, anItem, leaves, logOf } from '../../testing/builders.ts';
import { LEAF_RULE_IDS } from '../../testing/evidence-builders.ts';
import { markupOf, textOf as textIn } from '../../testing/markup.ts';
import { checks } from '../../verify/checks.ts';
import { problemOf } from './fields.tsx';
import { findingsOf } from './findings.tsx';
import {
  changeOneLetter,
  checkRequests,
  type Copy,
  type CopyChecks,
  copyOf,
  dataField,
  follow,
  forge,
  type ForgeryStep,
  type History,
  type Original,
  redacted,
  setField,
  stepsDone,
  textOf,
} from './lab-model.ts';

type Edit = (copy: Copy) => Copy;

const DATA = anItem({ name: 'Uranus', moons: ['Miranda', 'Ariel'], ring: null });

/** original makes a log of 13 entries in which entry 6 records DATA, all true. */
function original(rule: LeafRuleId = 'item-json', item: Item = DATA): Original {
  const { variant, leafBytes } = leafRule(rule);
  const entry = anEntry(6, { itemHashes: [dataHash(variant, item)] });
  const log = logOf(leaves(13).with(5, hashFromBytes(hashLeaf(leafBytes(entry) ?? new Uint8Array()))));
  const checkpoint = { logSize: 13, rootHash: rootAt(log, 13) };
  return { variant, items: [item], entry, auditPath: auditPath(log, 6, 13), checkpoint, leafRule: rule };
}

function checked(of: Original, copy: Copy): CopyChecks {
  const requests = checkRequests(of, copy);
  return { data: checks.checkRecordData(requests.data), entry: checks.checkEntry(requests.entry) };
}

const LETTERS = {
  holds: 'H',
  'does-not-match': 'X',
  'cannot-check': '?',
  'not-checked': '-',
  checking: '-',
} as const;

/** found returns the outcomes of data, entry proof and root as letters, and all their texts. */
function found(of: Original, copy: Copy) {
  const findings = findingsOf(of, copy, checked(of, copy), 'published root hash');
  const why = findings.map((one) => textIn(markupOf(one.detail)));
  return { outcomes: findings.map(({ state }) => LETTERS[state]).join(''), why };
}

const edited = (of: Original, ...edits: readonly Edit[]): Copy =>
  edits.reduce((copy, edit) => edit(copy), copyOf(of));

/** The last copy that a step of the forgery makes, and all of them. */
async function play(step: ForgeryStep, of: Original, from = copyOf(of)) {
  const copies = await forge(step, of, from, (copy) => Promise.resolve(checked(of, copy)));
  return { copies, last: copies.at(-1) ?? copyOf(of) };
}

type Value = Parameters<typeof setField>[2];
const set =
  (field: string, value: Value): Edit =>
  (copy) =>
    setField(copy, field, value);
const setValue = (name: string, value: Value): Edit => set(dataField(0, name), value);
/** The hashes of the proof in another order, or others. */
const path = (change: (path: readonly string[]) => readonly string[]): Edit =>
  set('proof', change(original().auditPath));
const nameIn = (copy: Copy): string => textOf(copy, dataField(0, 'name'));
const withheld = (of: Original, name: string): Copy => {
  const text = redacted(dataField(0, name), checked(of, copyOf(of)));
  return text === undefined ? copyOf(of) : edited(of, setValue(name, text));
};

describe('a copy', () => {
  test.each(LEAF_RULE_IDS)('is checked like the original and holds throughout, %s', (rule) => {
    const of = original(rule);
    expect(found(of, copyOf(of)).outcomes).toBe('HHH');
    const { leafRule: _, ...unknown } = of;
    expect(found(unknown, copyOf(unknown)).outcomes).toBe('HHH');
  });
});

describe('what is found of a change', () => {
  // The outcomes of data, entry proof and root, and their texts, which name the cause alone.
  test.each<[string, Edit, string, RegExp]>([
    ['a value', setValue('name', 'Uranut'), 'XHH', /but entry 6 records/],
    ['an added value', setValue('note', ''), 'XHH', /never reads the item/],
    ['the key', set('key', 'another'), 'HXH', /root hash of the copy is/],
    ['the entry number', set('entry-number', '7'), 'HXH', /from entry 7 gives/],
    ['a number that is none', set('entry-number', 'six'), '??H', /malformed/],
    ['a number beyond the log', set('entry-number', '14'), 'H?H', /not in a log of 13/],
    ['a timestamp without bytes', set('entry-timestamp', '\ud800'), 'H?H', /half a surrogate pair/],
    ['a value without bytes', setValue('name', 'a\udc00'), '?HH', /half a surrogate pair/],
    ['the item hash', set('hashes', 'a'.repeat(64)), 'XXH', /The item hashes to/],
    ['an item hash that is none', set('hashes', 'abc'), '??H', /malformed/],
    ['a hash of the proof', path((all) => all.with(1, 'b'.repeat(64))), 'HXH', /from entry 6 gives/],
    ['a hash that is none', path((all) => all.with(1, 'b')), 'H?H', /malformed/],
    ['the order', path((all) => all.toReversed()), 'HXH', /from entry 6 gives/],
    ['a hash too few', path((all) => all.slice(1)), 'HXH', /has 3 hashes; .* exactly 4/],
    ['a hash too many', path((all) => [...all, ...all.slice(3)]), 'HXH', /has 5 hashes/],
    ['the log size', set('log-size', '7'), 'HX?', /exactly 3\./],
    ['a size that leads the same way', set('log-size', '14'), 'HH?', /does not settle the log size/],
    ['the root', set('root-hash', 'c'.repeat(64)), 'HXX', /The copy has/],
    ['a root that is none', set('root-hash', 'C'.repeat(64)), 'H??', /root hash is malformed/],
  ])('of %s', (_, edit, outcomes, why) => {
    const of = original();
    const result = found(of, edited(of, edit));
    expect(result.outcomes).toBe(outcomes);
    expect(result.why.join('\n')).toMatch(why);
  });

  test('takes any spelling of a hash, and a blob that is written otherwise, for the same', () => {
    const of = original();
    const spelt = set('hashes', `sha-256:${textOf(copyOf(of), 'hashes')}`);
    expect(found(of, edited(of, spelt)).outcomes).toBe('HHH');
    const blob = original('blob-multihash');
    expect(found(blob, edited(blob, setValue('note', ''))).outcomes).toBe('HHH');
  });
});

// Step by step: e2e/lab.spec.ts.
test('a forgery begins with data that has another hash, changes any text, and stops where there is no hash to put in', async () => {
  const of = original('blob-multihash', anItem({ name: 'Uranus', text: 'Tilted' }));
  const hidden = withheld(of, 'text');
  expect(stepsDone(of, hidden, checked(of, hidden))).toBe(0);
  const { last } = await play('root', of, hidden);
  expect(stepsDone(of, last, checked(of, last))).toBe(3);

  const short = original('item-json', anItem({ name: 'zz' }));
  expect(nameIn((await play('value', short)).last)).toBe('zzx');
  expect((await play('hash', short, edited(short, setValue('name', '\ud800')))).copies).toEqual([]);
  expect(changeOneLetter(copyOf({ ...short, items: [anItem({ ring: null })] }))).toBeUndefined();
});

// That the letters of one word are one step: e2e/lab.spec.ts.
test('a step that can be undone begins in another field, and is dropped once something else is done', () => {
  const of = original();
  const type = (history: History, text: string, field = 'key'): History =>
    follow(history, edited(of, set(field, text)), field);
  const once = type({ copies: [copyOf(of)], at: 0 }, 'a');
  expect(type(once, 'then', 'entry-timestamp').copies).toHaveLength(3);
  const again = type({ copies: once.copies, at: 0 }, 'b');
  expect(again.copies.map((copy) => textOf(copy, 'key'))).toEqual(['key-6', 'b']);
});

test.each<[Parameters<typeof problemOf>[0], good: readonly string[], bad: readonly string[]]>([
  ['hashes', ['', `1220${'a'.repeat(64)}`], ['A'.repeat(64), 'a'.repeat(63), 'g'.repeat(64)]],
  ['log-size', ['0', '9007199254740991'], ['', '-1', '1.5', '1e3', '９', '9007199254740992']],
  ['key', ['', '🪐'], ['🪐'.slice(1)]],
])('a field shows its problem: %s', (part, good, bad) => {
  for (const text of good) expect(problemOf(part, text)).toBeUndefined();
  for (const text of bad) expect(problemOf(part, text)).toMatch(/\w/);
});
