import { describe, expect, it } from 'vitest';
import { aBundle, EARLIER_SIZES, LEAF_RULE_IDS, NOON, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import type { Hash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import { checkBundle } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';
import { fileName, makeBundle, writeEvidence } from './write-evidence.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-data.ts';
import type { EntryCheck } from '../protocol.ts';

function outcomes(bundle: ProofBundle): string {
  const { data, leaf, entry } = checkBundle(bundle);
  return [data.verdict, leaf, entry.verdict].map((verdict) => verdict.outcome).join(' ');
}

function reopened(bundle: ProofBundle): ProofBundle {
  const opened = decodeEvidence(writeEvidence(bundle));
  if (opened.kind !== 'bundle') throw new Error(JSON.stringify(opened));
  return opened.file;
}

/** The check of the only entry of a log against this root. */
function checkAlone(entry: Entry, rootHash: Hash): EntryCheck {
  return checkEntry({
    variant: 'item',
    entry,
    auditPath: [],
    checkpoint: { logSize: 1, rootHash },
    leafRule: 'item-json',
  });
}

describe.each(LEAF_RULE_IDS)('a proof bundle by the leaf rule %s', (rule) => {
  it('holds when it is written, read and checked again', () => {
    const bundle = aBundle({ rule });
    expect(bundle.verdicts).toEqual({ data: { outcome: 'holds' }, entry: { outcome: 'holds' } });
    expect(reopened(bundle)).toEqual(bundle);
    expect(outcomes(reopened(bundle))).toBe('holds holds holds');
  });
});

describe('a bundle about an earlier size of the log', () => {
  it.each(EARLIER_SIZES)('holds with the proof that size %i begins size %i', (logSize, grownTo) => {
    for (const rule of LEAF_RULE_IDS) {
      const bundle = aBundle({ rule, logSize, grownTo });
      expect(bundle).toMatchObject({
        version: 2,
        checkpoint: { logSize },
        growth: { head: { logSize: grownTo } },
      });
      expect(reopened(bundle)).toEqual(bundle);
      expect(outcomes(bundle)).toBe('holds holds holds');
      expect(checkBundle(bundle).growth?.verdict).toEqual({ outcome: 'holds' });
    }
  });

  it('is not kept where the growth was not proved to its end', () => {
    const { register, entry } = aBundle();
    const one = { ...entry, entryNumber: 1 };
    const check = checkAlone(one, entry.itemHashes[0] as Hash);
    const data = checkRecordData({ variant: 'item', items: [new Map()], entry: one });
    const earlier = { ...check, head: { logSize: 2, rootHash: entry.itemHashes[0] as Hash } };
    expect(makeBundle({ register, data, entry: check, madeAtMs: NOON })).toBeDefined();
    expect(makeBundle({ register, data, entry: earlier, madeAtMs: NOON })).toBeUndefined();
  });
});

describe('makeBundle', () => {
  it('keeps what does not match, and says so', () => {
    const bundle = aBundle({ shown: { key: 'FR' } });
    expect(bundle.verdicts.entry).toMatchObject({ outcome: 'does-not-match' });
    expect(outcomes(bundle)).toBe('holds holds does-not-match');
  });

  it('puts items into the order of the hashes of their entry', () => {
    const { entry } = aBundle();
    const both = ['a', 'b'].map((name) => aBundle({ data: { name } }));
    const named = { ...entry, itemHashes: both.flatMap((one) => one.entry.itemHashes) };
    const items = both.map((one) => new Map([['name', JSON.parse(one.items?.[0] ?? '').name as string]]));
    const data = checkRecordData({ variant: 'item', items: items.toReversed(), entry: named });
    const check = checkAlone({ ...named, entryNumber: 1 }, entry.itemHashes[0] as Hash);
    const { register } = aBundle();
    expect(makeBundle({ register, data, entry: check, madeAtMs: NOON })?.items).toEqual([
      '{"name":"a"}',
      '{"name":"b"}',
    ]);
  });

  it('states outcome and hashes: neither a worker that had to be replaced here nor a code is part of the format', () => {
    const { register, entry } = aBundle();
    const one = { ...entry, entryNumber: 1 };
    const check = checkAlone(one, entry.itemHashes[0] as Hash);
    const data = checkRecordData({ variant: 'item', items: [new Map()], entry: one });
    const again = <T extends { verdict: object }>(of: T): T => ({
      ...of,
      verdict: { ...of.verdict, madeAgain: true },
    });
    const made = makeBundle({ register, data: again(data), entry: again(check), madeAtMs: NOON });
    const [item] = data.items;
    expect(made && reopened(made).verdicts).toEqual({
      data: { outcome: 'does-not-match', expected: item?.expected, computed: item?.computed },
      entry: {
        outcome: 'does-not-match',
        expected: check.checkpoint.rootHash,
        computed: check.computedRoot,
      },
    });
  });

  it('keeps nothing where nothing was hashed', () => {
    const { register, entry } = aBundle();
    const data = checkRecordData({ variant: 'item', items: [new Map([['name', '\ud800']])], entry });
    const unclimbed = checkEntry({
      variant: 'item',
      entry,
      auditPath: [],
      checkpoint: { logSize: 3, rootHash: entry.itemHashes[0] as Hash },
    });
    const good = checkRecordData({ variant: 'item', items: [new Map()], entry });
    expect(data.verdict.outcome).toBe('cannot-check');
    expect(makeBundle({ register, data: good, entry: unclimbed, madeAtMs: NOON })).toBeUndefined();
    const climbed = checkAlone({ ...entry, entryNumber: 1 }, entry.itemHashes[0] as Hash);
    expect(makeBundle({ register, data: good, entry: climbed, madeAtMs: NOON })).toBeDefined();
    expect(makeBundle({ register, data, entry: climbed, madeAtMs: NOON })).toBeUndefined();
  });
});

/** refused says why a changed bundle is not read. */
function refused(change: (bundle: Record<string, unknown>) => void): string {
  const bundle = JSON.parse(writeEvidence(aBundle())) as Record<string, unknown>;
  change(bundle);
  const opened = decodeEvidence(JSON.stringify(bundle));
  return opened.kind === 'unreadable'
    ? opened.problems.map(({ path, found, expected }) => `${path}: ${found}, not ${expected}`).join('; ')
    : opened.kind;
}

describe('decodeEvidence', () => {
  it.each<[string, unknown, RegExp]>([
    ['auditPath', ['AB'], /^\$\.auditPath\[0\]: "AB", not a hash: 64 hexadecimal digits/],
    [
      'auditPath',
      Array.from({ length: 54 }, () => 'AB'),
      /^\$\.auditPath: a list of 54, not a list of 0 to 53/,
    ],
    ['more', 1, /^\$\.more: 1, not nothing of that name$/],
    ['blob', {}, /^\$\.blob: an object, not nothing of that name$/],
    [
      'leaf',
      { rule: 'blob-hex', bytes: '00' },
      /^\$\.leaf\.rule: "blob-hex", not one of item-json, item-json-2016$/,
    ],
    [
      'checkpoint',
      { logSize: 2 ** 53, rootHash: 'ab'.repeat(32) },
      /^\$\.checkpoint\.logSize: 9007199254740992, not a whole number/,
    ],
    ['madeAt', 'today', /^\$\.madeAt: "today", not a time in UTC/],
  ])('says of a spoilt %s where it is, what is there and what is expected', (name, value, words) => {
    expect(refused((bundle) => (bundle[name] = value))).toMatch(words);
  });

  it.each([
    ['not JSON', '{"format":', /not JSON/],
    ['another format', '{"format":"x"}', /neither/],
    ['a format that every object has', '{"format":"toString"}', /neither/],
    ['a tlog-proof', 'c2sp.org/tlog-proof@v1\nindex 1\n', /tlog-proof/],
    ['a newer version', writeEvidence({ ...aBundle(), version: 3 as 1 }), /version 3/],
    ['an earlier size without its growth', writeEvidence({ ...aBundle(), version: 2 }), /not as it must be/],
    [
      'growth where there is none',
      writeEvidence({ ...aBundle({ grownTo: 20 }), version: 1 }),
      /not as it must/,
    ],
    ['growth to the same log', writeEvidence(grownTo(aBundle().checkpoint, [])), /not as it must be/],
    ['a cut bundle', writeEvidence(aBundle()).slice(0, 400), /not JSON/],
  ])('says of %s what it is and what to do', (_, text, reason) => {
    const opened = decodeEvidence(text);
    expect(opened).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(reason) });
    expect(opened.kind === 'unreadable' && opened.remedy).toMatch(/\w/);
  });

  it('tells at most twelve problems of a file with thousands', () => {
    const many = { ...aBundle(), items: Array.from({ length: 1000 }, () => 7) };
    const opened = decodeEvidence(JSON.stringify(many));
    expect(opened.kind === 'unreadable' && opened.problems).toHaveLength(12);
  });
});

/** A bundle of version 2 that says its log has grown to this head. */
function grownTo(head: ProofBundle['checkpoint'], path: readonly Hash[]): ProofBundle {
  return { ...aBundle({ grownTo: 20 }), checkpoint: aBundle().checkpoint, growth: { head, path } };
}

describe('fileName', () => {
  it('is letters, digits and hyphens, whatever it is made of', () => {
    expect(fileName(['Country', 'GB', 6], '.json')).toBe('Country-GB-6.json');
    expect(fileName(['../../etc/passwd', '.', 'Côte d’Ivoire'], '.sh')).toBe('etc-passwd-Co-te-d-Ivoire.sh');
    expect(fileName(['', '..', '\u202E'], '.json')).toBe('evidence.json');
    for (const odd of ODD_TEXTS)
      expect(fileName([odd, 'x'.repeat(500)], '.json')).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,90}\.json$/);
  });
});
