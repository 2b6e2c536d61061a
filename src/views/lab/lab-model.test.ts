import { describe, expect, it } from 'vitest';
import { itemHash } from '../../core/item-hash.ts';
import { blobHash } from '../../core/blob-hash.ts';
import { hashFromBytes } from '../../core/hash-bytes.ts';
import { leafRule } from '../../core/leaf-rules.ts';
import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import { hashLeaf } from '../../core/merkle.ts';
import type { Item } from '../../core/model.ts';
import { anEntry, anItem, leaves, logOf } from '../../testing/builders.ts';
import { checks } from '../../verify/checks.ts';
import { changesOf, outOfTurn } from './changes.ts';
import {
  checkRequests,
  copyOf,
  copyText,
  sameCopy,
  type Copy,
  type CopyChecks,
  type Original,
} from './copy.ts';
import { drawnCopy, nodeWords } from './drawn-copy.ts';
import { applyEdit, flipDigit, type Edit } from './edits.ts';
import { findingsOf, type Findings } from './explain.ts';
import { advance, begin, type Act } from './history.ts';
import {
  continues,
  LESSON,
  playPreset,
  possible,
  reached,
  readPreset,
  redact,
  TRIALS,
  type Preset,
} from './lesson.ts';
import { hashProblem, numberProblem, textProblem } from './problems.ts';
import { repairsOf } from './repairs.ts';
import { saidOfEdit } from './spoken.ts';
import { plainText } from './words.ts';

const DATA = anItem({ name: 'Uranus', moons: ['Miranda', 'Ariel'], ring: null });

/** original makes a log of 13 entries in which entry 6 names DATA, all true. */
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

function findings(of: Original, copy: Copy): Findings {
  return findingsOf({ original: of, copy, checks: checked(of, copy), changes: changesOf(of, copy) });
}

function outcomes(of: Original, copy: Copy): string {
  return findings(of, copy)
    .map((finding) => finding.verdict.outcome)
    .join();
}

function edited(of: Original, ...edits: readonly Edit[]): Copy {
  return edits.reduce(applyEdit, copyOf(of));
}

const play = (preset: Preset, of: Original, from = copyOf(of)) =>
  playPreset(preset, of, from, (copy) => Promise.resolve(checked(of, copy)));

describe('copyOf', () => {
  it.each(['item-json', 'item-json-2016', 'blob-multihash', 'blob-hex', 'blob-digest'] as const)(
    'is checked like the original and holds throughout, %s',
    (rule) => {
      expect(outcomes(original(rule), copyOf(original(rule)))).toBe('holds,holds,holds');
    },
  );

  it('differs from its original in nothing', () => {
    expect(changesOf(original(), copyOf(original()))).toEqual([]);
  });

  it('keeps an index number of its own, and lets it follow a number that is changed', () => {
    const of = original();
    const odd = { ...of, entry: { ...of.entry, indexEntryNumber: 9 } };
    expect(checkRequests(odd, copyOf(odd)).entry.entry.indexEntryNumber).toBe(9);
    const moved = applyEdit(copyOf(odd), { kind: 'field', field: 'entryNumber', text: '7' });
    expect(checkRequests(odd, moved).entry.entry.indexEntryNumber).toBe(7);
  });

  it('finds the leaf rule where the register has none yet', () => {
    const { leafRule: _, ...unknown } = original('blob-hex');
    expect(outcomes(unknown, copyOf(unknown))).toBe('holds,holds,holds');
  });
});

describe('applyEdit', () => {
  const path = (copy: Copy): number[] => copy.auditPath.map((hash) => hash.id);

  it('moves a hash by one place, and leaves it where there is no further place', () => {
    expect(path(edited(original(), { kind: 'move-hash', id: 2, by: -1 }))).toEqual([2, 1, 3, 4]);
    expect(path(edited(original(), { kind: 'move-hash', id: 4, by: 1 }))).toEqual([1, 2, 3, 4]);
    expect(path(edited(original(), { kind: 'move-hash', id: 1, by: -1 }))).toEqual([1, 2, 3, 4]);
  });

  it('gives a doubled hash a number that no hash ever had', () => {
    const copy = edited(original(), { kind: 'drop-hash', id: 4 }, { kind: 'double-hash', id: 1 });
    expect(path(copy)).toEqual([1, 5, 2, 3]);
    expect(copy.auditPath[1]?.text).toBe(copy.auditPath[0]?.text);
  });

  it('never changes the original', () => {
    const of = original();
    const before = copyText(copyOf(of));
    edited(of, { kind: 'drop-value', item: 0, name: 'name' }, { kind: 'drop-hash', id: 1 });
    expect(copyText(copyOf(of))).toBe(before);
  });

  it('ignores what is not there', () => {
    const of = original();
    for (const edit of [
      { kind: 'drop-hash', id: 99 },
      { kind: 'double-hash', id: 99 },
      { kind: 'move-hash', id: 99, by: 1 },
      { kind: 'drop-value', item: 0, name: 'nothing' },
      { kind: 'value', item: 7, name: 'name', value: 'x' },
    ] as const)
      expect(sameCopy(edited(of, edit), copyOf(of))).toBe(true);
  });
});

describe('flipDigit', () => {
  const digits = 'f'.padEnd(64, '1');
  it.each([
    [digits, `0${digits.slice(1)}`],
    [`sha-256:${digits}`, `sha-256:0${digits.slice(1)}`],
    [`1220${digits}`, `12200${digits.slice(1)}`],
    ['12203', '22203'],
    ['', ''],
    ['xyz', 'xyz'],
  ])('turns the first digit of %s into the next', (from, to) => {
    expect(flipDigit(from)).toBe(to);
  });
});

/** Each change, and what becomes of data, entry proof and root. */
const CHANGES: readonly (readonly [string, Edit, string, RegExp])[] = [
  [
    'a value',
    { kind: 'value', item: 0, name: 'name', value: 'Uranut' },
    'does-not-match,holds,holds',
    /You changed name\. The item now hashes to .* but entry 6 names .* this check stops\./,
  ],
  [
    'an added value',
    { kind: 'value', item: 0, name: 'note', value: '' },
    'does-not-match,holds,holds',
    /You added note\./,
  ],
  [
    'a removed value',
    { kind: 'drop-value', item: 0, name: 'ring' },
    'does-not-match,holds,holds',
    /You removed ring\./,
  ],
  [
    'a member of a list',
    { kind: 'value', item: 0, name: 'moons', value: ['Ariel', 'Miranda'] },
    'does-not-match,holds,holds',
    /You changed moons\./,
  ],
  [
    'the key',
    { kind: 'field', field: 'key', text: 'another' },
    'holds,does-not-match,holds',
    /You changed the key\. The leaf is made of other bytes/,
  ],
  [
    'the timestamp',
    { kind: 'field', field: 'timestamp', text: '2016-04-05T13:23:06Z' },
    'holds,does-not-match,holds',
    /You changed the timestamp\./,
  ],
  [
    'the entry number',
    { kind: 'field', field: 'entryNumber', text: '7' },
    'holds,does-not-match,holds',
    /You changed the entry number\./,
  ],
  [
    'an entry number no whole number',
    { kind: 'field', field: 'entryNumber', text: 'six' },
    'cannot-check,cannot-check,holds',
    /The entry number is not a whole number/,
  ],
  [
    'an entry number beyond the log',
    { kind: 'field', field: 'entryNumber', text: '14' },
    'holds,cannot-check,holds',
    /Entry 14 is not in a log of 13 entries/,
  ],
  [
    'a timestamp that has no bytes',
    { kind: 'field', field: 'timestamp', text: '\ud800' },
    'holds,cannot-check,holds',
    /half a surrogate pair/,
  ],
  [
    'a value that has no bytes',
    { kind: 'value', item: 0, name: 'name', value: 'a\udc00' },
    'cannot-check,holds,holds',
    /half a surrogate pair/,
  ],
  [
    'the item hash',
    { kind: 'hash', list: 'itemHashes', id: 1, text: 'a'.repeat(64) },
    'does-not-match,does-not-match,holds',
    /You changed the item hash in the entry\. The item now hashes to/,
  ],
  [
    'an item hash that is none',
    { kind: 'hash', list: 'itemHashes', id: 1, text: 'abc' },
    'cannot-check,cannot-check,holds',
    /An item hash is malformed\./,
  ],
  [
    'a hash of the proof',
    { kind: 'hash', list: 'auditPath', id: 2, text: 'b'.repeat(64) },
    'holds,does-not-match,holds',
    /You changed hash 2 of the proof\. From a changed hash of the proof upwards/,
  ],
  [
    'a hash of the proof that is none',
    { kind: 'hash', list: 'auditPath', id: 2, text: '' },
    'holds,cannot-check,holds',
    /A hash of the proof is malformed\./,
  ],
  [
    'the order of the proof',
    { kind: 'move-hash', id: 1, by: 1 },
    'holds,does-not-match,holds',
    /You changed the order of the proof’s hashes\. From which side/,
  ],
  [
    'a hash too few',
    { kind: 'drop-hash', id: 3 },
    'holds,does-not-match,holds',
    /You removed hash 3 of the proof\. The proof has 3 hashes; .* exactly 4\. How many/,
  ],
  [
    'a hash too many',
    { kind: 'double-hash', id: 1 },
    'holds,does-not-match,holds',
    /You added a hash in place 2 of the proof\. The proof has 5 hashes/,
  ],
  [
    'the log size',
    { kind: 'field', field: 'logSize', text: '7' },
    'holds,does-not-match,cannot-check',
    /You changed the log size\. The proof has 4 hashes; .* exactly 3\./,
  ],
  [
    'a log size that leads the same way',
    { kind: 'field', field: 'logSize', text: '14' },
    'holds,holds,cannot-check',
    /the same root comes out\. A proof alone does not settle the size/,
  ],
  [
    'the root',
    { kind: 'field', field: 'rootHash', text: 'c'.repeat(64) },
    'holds,does-not-match,does-not-match',
    /You changed the root\. The path is untouched/,
  ],
  [
    'a root that is none',
    { kind: 'field', field: 'rootHash', text: 'C'.repeat(64) },
    'holds,cannot-check,cannot-check',
    /The root hash is malformed\./,
  ],
];

describe('findingsOf', () => {
  it.each(CHANGES)('says which check stops after a change of %s, and why', (_, edit, expected, why) => {
    const of = original();
    const copy = edited(of, edit);
    expect(outcomes(of, copy)).toBe(expected);
    expect(
      findings(of, copy)
        .map((finding) => plainText(finding.why))
        .join('\n'),
    ).toMatch(why);
  });

  it('says of a check that reads nothing of the change that it was not touched', () => {
    const of = original();
    const [, entry] = findings(of, edited(of, { kind: 'value', item: 0, name: 'name', value: 'x' }));
    expect(plainText(entry.why)).toMatch(/never reads the item.*untouched, so this still holds/);
  });

  it('takes any spelling of a hash', () => {
    const of = original();
    const { text = '' } = copyOf(of).itemHashes[0] ?? {};
    const copy = edited(of, { kind: 'hash', list: 'itemHashes', id: 1, text: `sha-256:${text}` });
    expect(outcomes(of, copy)).toBe('holds,holds,holds');
  });

  it('finds a blob that is written otherwise to be the same blob', () => {
    const of = original('blob-multihash');
    const [data] = findings(of, edited(of, { kind: 'value', item: 0, name: 'note', value: '' }));
    expect(data.verdict.outcome).toBe('holds');
    expect(plainText(data.why)).toMatch(/You added note\. What is hashed is the same as before/);
  });

  it('says of the root only what the checks before it have shown', () => {
    const of = original();
    const root = (edit?: Edit, given = of): string => {
      const copy = edit === undefined ? copyOf(given) : applyEdit(copyOf(given), edit);
      return plainText(findings(given, copy)[2].why);
    };
    expect(root()).toMatch(/what it holds leads there/);
    expect(root({ kind: 'field', field: 'key', text: 'k' })).toMatch(
      /what was changed no longer leads there/,
    );
    expect(root({ kind: 'field', field: 'key', text: '\ud800' })).toMatch(/check before this one/);
    const misled = { ...of, auditPath: of.auditPath.toReversed() };
    expect(root(undefined, misled)).toMatch(/check before this one/);
  });

  it('does not blame the reader for what the register sent', () => {
    const of = { ...original(), items: [anItem({ name: 'Neptune' })] };
    const [data] = findings(of, copyOf(of));
    expect(plainText(data.why)).toMatch(/^The item hashes to .* but entry 6 names/);
  });

  it('names a verb once for all it is done to', () => {
    const of = original();
    const copy = edited(
      of,
      { kind: 'field', field: 'key', text: 'k' },
      { kind: 'field', field: 'timestamp', text: 't' },
      { kind: 'drop-hash', id: 1 },
    );
    expect(plainText(findings(of, copy)[1].why)).toMatch(
      /^You changed the timestamp and the key, and removed hash 1 of the proof\./,
    );
  });

  it('says that this browser remembers the root only where it does', async () => {
    const of = original();
    const copy = (await play('compare', of)).at(-1) ?? copyOf(of);
    const about = { original: of, copy, checks: checked(of, copy), changes: changesOf(of, copy) };
    const told = (kept?: Original['checkpoint']) => plainText(findingsOf({ ...about, kept })[2].why);
    expect(told(of.checkpoint)).toMatch(/This browser remembers the published root/);
    expect(told()).not.toMatch(/This browser/);
    expect(told({ ...of.checkpoint, logSize: 12 })).not.toMatch(/This browser/);
  });

  it('says so where the register publishes another root than this browser remembers', () => {
    const of = original();
    const copy = copyOf(of);
    const about = { original: of, copy, checks: checked(of, copy), changes: [] };
    const kept = { ...of.checkpoint, rootHash: of.auditPath[0] ?? of.checkpoint.rootHash };
    expect(plainText(findingsOf({ ...about, kept })[2].why)).toMatch(/remembers another root/);
    for (const other of [of.checkpoint, { ...kept, logSize: 12 }, undefined])
      expect(plainText(findingsOf({ ...about, kept: other })[2].why)).not.toMatch(/another root/);
  });

  it('counts what is too much for one sentence', () => {
    const of = original();
    const copy = edited(
      of,
      ...[1, 2, 3, 4].map((id) => ({ kind: 'hash', list: 'auditPath', id, text: 'd'.repeat(64) }) as const),
      { kind: 'field', field: 'key', text: 'k' },
    );
    expect(plainText(findings(of, copy)[1].why)).toMatch(
      /^You changed the key, hash 1 of the proof, hash 2 of the proof and 2 more things\./,
    );
  });
});

describe('drawnCopy', () => {
  const drawn = (edit?: Edit) => {
    const of = original();
    const copy = edited(of, ...(edit === undefined ? [] : [edit]));
    const { model, changed } = drawnCopy(checked(of, copy).entry, checked(of, copyOf(of)).entry);
    return { caption: model.caption, changed: [...changed].sort() };
  };

  it('marks nothing of what was sent', () => {
    expect(drawn()).toEqual({ caption: 'equals the root of the copy', changed: [] });
    expect(drawn({ kind: 'value', item: 0, name: 'name', value: 'x' }).changed).toEqual([]);
  });

  it('marks what was changed and all that is computed from it', () => {
    expect(drawn({ kind: 'hash', list: 'auditPath', id: 3, text: 'a'.repeat(64) })).toEqual({
      caption: 'is not the root of the copy',
      changed: ['computed-3', 'computed-root', 'sent-3'],
    });
    expect(drawn({ kind: 'field', field: 'timestamp', text: 't' }).changed).toEqual([
      'computed-1',
      'computed-2',
      'computed-3',
      'computed-root',
      'leaf',
    ]);
  });

  it('marks the root of the copy where that alone was changed', () => {
    expect(drawn({ kind: 'field', field: 'rootHash', text: 'a'.repeat(64) }).changed).toEqual(['published']);
  });

  it('marks the entry where its key or number was changed', () => {
    expect(drawn({ kind: 'field', field: 'key', text: 'k' }).changed).toContain('entry');
  });

  it('says that a path of another length leads nowhere', () => {
    expect(drawn({ kind: 'drop-hash', id: 1 }).caption).toBe('does not lead to the root of the copy');
    expect(drawn({ kind: 'hash', list: 'auditPath', id: 1, text: '' }).caption).toBe('cannot be checked');
  });

  it('calls no node by what it is in the register', () => {
    const of = original();
    const copy = edited(of, { kind: 'field', field: 'rootHash', text: 'a'.repeat(64) });
    const { entry } = checked(of, copy);
    const words = drawnCopy(entry, entry).model.nodes.map((node) => nodeWords(node, entry));
    expect(words).toContain('Root of the copy');
    expect(words.join()).not.toMatch(/publish|server/i);
  });
});

describe('repairsOf', () => {
  const offered = (edit?: Edit) => {
    const of = original();
    const copy = edited(of, ...(edit === undefined ? [] : [edit]));
    return repairsOf(of, copy, checked(of, copy)).map((repair) => [repair.of, outcomes(of, repair.copy)]);
  };

  it('offers nothing where everything holds', () => {
    expect(offered()).toEqual([]);
  });

  it('offers for each check what makes it hold', () => {
    expect(offered({ kind: 'value', item: 0, name: 'name', value: 'x' })).toEqual([
      ['data', 'holds,does-not-match,holds'],
    ]);
    expect(offered({ kind: 'field', field: 'key', text: 'k' })).toEqual([
      ['entry', 'holds,holds,does-not-match'],
    ]);
    expect(offered({ kind: 'field', field: 'rootHash', text: 'a'.repeat(64) })).toEqual([
      ['entry', 'holds,holds,holds'],
      ['root', 'holds,holds,holds'],
    ]);
  });

  it('offers nothing for a hash that is only written in another way', () => {
    const of = original();
    const { text = '' } = copyOf(of).itemHashes[0] ?? {};
    expect(offered({ kind: 'hash', list: 'itemHashes', id: 1, text: `sha-256:${text}` })).toEqual([]);
    const root = `sha-256:${of.checkpoint.rootHash}`;
    expect(offered({ kind: 'field', field: 'rootHash', text: root })).toEqual([]);
  });

  it('offers nothing that cannot be computed', () => {
    expect(offered({ kind: 'drop-hash', id: 1 })).toEqual([]);
    expect(offered({ kind: 'value', item: 0, name: 'name', value: '\ud800' })).toEqual([]);
  });
});

describe('saidOfEdit', () => {
  it('says what became of the list of hashes, and nothing of what is typed', () => {
    const copy = copyOf(original());
    expect(saidOfEdit({ kind: 'move-hash', id: 2, by: -1 }, copy)).toBe('Hash 2 is now in place 1 of 4.');
    expect(saidOfEdit({ kind: 'drop-hash', id: 4 }, copy)).toBe('Hash 4 was removed, 3 left.');
    expect(saidOfEdit({ kind: 'double-hash', id: 1 }, copy)).toBe('Hash 1 was doubled, 5 in all.');
    expect(saidOfEdit({ kind: 'field', field: 'key', text: 'k' }, copy)).toBe('');
  });
});

describe('outOfTurn', () => {
  it('names the hashes that stand elsewhere, and none for one removed or added', () => {
    const ids = (...list: number[]) => [
      ...outOfTurn(
        list.map((id) => ({ id, text: '' })),
        4,
      ),
    ];
    expect(ids(1, 2, 3, 4)).toEqual([]);
    expect(ids(1, 3, 4)).toEqual([]);
    expect(ids(1, 9, 2, 3, 4)).toEqual([]);
    expect(ids(2, 1, 3, 4)).toEqual([2, 1]);
  });
});

describe.each(['item-json', 'blob-multihash'] as const)('the lesson, %s', (rule) => {
  it.each([
    ['value', 'does-not-match,holds,holds', 1],
    ['hash', 'holds,does-not-match,holds', 2],
    ['root', 'holds,holds,does-not-match', 3],
    ['compare', 'holds,holds,does-not-match', 3],
  ] as const)('%s leads to %s', async (preset, expected, steps) => {
    const of = original(rule);
    const copies = await play(preset, of);
    const last = copies.at(-1) ?? copyOf(of);
    expect(copies).toHaveLength(steps);
    expect(outcomes(of, last)).toBe(expected);
    expect(reached(of, last, checked(of, last))).toBe(steps);
    expect(last.items[0]?.get('name')).toBe('Uranut');
  });

  it('goes on from what the reader has changed', async () => {
    const of = original(rule);
    const own = edited(of, { kind: 'value', item: 0, name: 'name', value: 'Ouranos' });
    const copies = await play('root', of, own);
    expect(copies).toHaveLength(2);
    expect(copies.at(-1)?.items[0]?.get('name')).toBe('Ouranos');
  });

  it('takes data that still has its hash for data that was not changed', async () => {
    const of = original('blob-multihash', anItem({ name: 'Uranus', text: 'Tilted' }));
    const redacted = (await play('redact', of)).at(-1) ?? copyOf(of);
    expect(reached(of, redacted, checked(of, redacted))).toBe(0);
    const forged = (await play('root', of, redacted)).at(-1) ?? copyOf(of);
    expect(reached(of, forged, checked(of, forged))).toBe(3);
  });

  it('ends in words that leave only the root', async () => {
    const of = original(rule);
    const last = (await play('compare', of)).at(-1) ?? copyOf(of);
    const [data, entry, root] = findings(of, last).map((finding) => plainText(finding.why));
    expect(data).toMatch(/names just that/);
    expect(entry).toMatch(/computed to fit/);
    expect(root).toMatch(/cannot be made to fit/);
  });
});

describe('playPreset', () => {
  it.each([
    ['key', 'holds,does-not-match,holds'],
    ['timestamp', 'holds,does-not-match,holds'],
    ['digit', 'holds,does-not-match,holds'],
    ['order', 'holds,does-not-match,holds'],
    ['missing', 'holds,does-not-match,holds'],
    ['redact', 'holds,holds,holds'],
  ] as const)('%s leads to %s', async (preset, expected) => {
    const of = original('blob-multihash');
    const last = (await play(preset, of)).at(-1) ?? copyOf(of);
    expect(outcomes(of, last)).toBe(expected);
    expect(changesOf(of, last)).toHaveLength(1);
  });

  it('redacts nothing that has no hash', () => {
    const of = original('item-json');
    expect(redact(0, 'name', checked(of, copyOf(of)))).toBeUndefined();
    expect(possible('redact', of)).toBe(false);
  });

  it('redacts a whole list too', () => {
    const of = original('blob-hex');
    const edit = redact(0, 'moons', checked(of, copyOf(of)));
    expect(outcomes(of, edited(of, ...(edit === undefined ? [] : [edit])))).toBe('holds,holds,holds');
  });

  it('explains why a redacted blob still has its hash', async () => {
    const of = original('blob-multihash');
    const last = (await play('redact', of)).at(-1) ?? copyOf(of);
    expect(plainText(findings(of, last)[0].why)).toMatch(/redacted value is stood for by its hash/);
  });

  it('changes a text that has no letter to spare', async () => {
    const of = original('item-json', anItem({ name: 'zz' }));
    expect((await play('value', of)).at(-1)?.items[0]?.get('name')).toBe('zzx');
  });

  it('stops where there is no hash to put in', async () => {
    const of = original();
    const own = edited(of, { kind: 'value', item: 0, name: 'name', value: '\ud800' });
    const copies = await play('hash', of, own);
    expect(copies.map((copy) => copy.itemHashes)).toEqual([]);
  });

  it('knows what cannot be played', () => {
    const alone = { ...original(), auditPath: [], items: [anItem({ ring: null })] };
    expect([...LESSON, ...TRIALS].filter((preset) => possible(preset, alone))).toEqual([
      'key',
      'timestamp',
      'size',
    ]);
  });

  it('reads the names of presets and nothing else', () => {
    expect(readPreset('order')).toBe('order');
    expect(readPreset('toString')).toBeUndefined();
    expect(readPreset(null)).toBeUndefined();
  });
});

describe('continues', () => {
  it('goes on from the same or an earlier step of the lesson, and from nothing else', () => {
    expect(continues('root', 'value')).toBe(true);
    expect(continues('compare', 'compare')).toBe(true);
    expect(continues('value', 'root')).toBe(false);
    expect(continues('root', 'key')).toBe(false);
    expect(continues('key', 'value')).toBe(false);
    expect(continues('root', undefined)).toBe(false);
  });
});

describe('history', () => {
  const of = original();
  const run = (...acts: readonly Act[]) => acts.reduce(advance, begin(copyOf(of)));
  const key = (text: string): Act => ({ act: 'edit', edit: { kind: 'field', field: 'key', text } });

  it('takes the letters of one word as one step', () => {
    const typed = run(key('a'), key('ab'), key('abc'));
    expect(typed.past).toHaveLength(1);
    expect(advance(typed, { act: 'undo' }).present.key).toBe('key-6');
  });

  it('begins a new step after a rest, and in another field', () => {
    expect(run(key('a'), { act: 'rest' }, key('ab')).past).toHaveLength(2);
    const other: Act = { act: 'edit', edit: { kind: 'field', field: 'timestamp', text: 'then' } };
    expect(run(key('a'), other, key('ab')).past).toHaveLength(3);
  });

  it('redoes what was undone until something else is done', () => {
    const back = run(key('a'), { act: 'undo' });
    expect(advance(back, { act: 'redo' }).present.key).toBe('a');
    expect(advance(advance(back, key('b')), { act: 'redo' }).present.key).toBe('b');
  });

  it('takes no step where nothing is other than before', () => {
    expect(run({ act: 'follow', copies: [copyOf(of)] }).past).toEqual([]);
    expect(run(key('key-6')).past).toEqual([]);
  });

  it('undoes and redoes nothing where there is nothing', () => {
    expect(run({ act: 'undo' }, { act: 'redo' })).toEqual(begin(copyOf(of)));
  });

  it('goes back through each copy of a lesson', async () => {
    const taught = run({ act: 'follow', copies: await play('root', of) });
    expect(taught.past).toHaveLength(3);
    expect(outcomes(of, advance(taught, { act: 'undo' }).present)).toBe('holds,does-not-match,holds');
  });

  it('lets a reset be undone', () => {
    const reset = run(key('a'), { act: 'follow', copies: [copyOf(of)] });
    expect(reset.present.key).toBe('key-6');
    expect(advance(reset, { act: 'undo' }).present.key).toBe('a');
  });
});

describe('problems', () => {
  it('says what is wrong with a hash', () => {
    expect(hashProblem('a'.repeat(64))).toBeUndefined();
    expect(hashProblem(`1220${'a'.repeat(64)}`)).toBeUndefined();
    expect(hashProblem('')).toMatch(/empty/);
    expect(hashProblem('A'.repeat(64))).toMatch(/lower case/);
    expect(hashProblem('a'.repeat(63))).toMatch(/here are 63/);
    expect(hashProblem('g'.repeat(64))).toMatch(/0 to 9 and a to f/);
  });

  it('says what is wrong with a number', () => {
    expect(numberProblem('0', 0)).toBeUndefined();
    for (const text of ['0', '', '-1', '1.5', '1e3', '９', '9007199254740992'])
      expect(numberProblem(text, 1)).toMatch(/whole number/);
  });

  it('says what is wrong with a text', () => {
    expect(textProblem('🪐')).toBeUndefined();
    expect(textProblem('🪐'.slice(1))).toMatch(/lone surrogate/);
  });
});
