import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBundle, LEAF_RULE_IDS, NOON, ODD_TEXTS } from '../../testing/evidence-builders.ts';
import { flipBit } from '../../testing/builders.ts';
import type { Hash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import { BUNDLE_SCHEMA, type ProofBundle } from './bundle.ts';
import { openEvidence, parseBundle } from './open-evidence.ts';
import { recheckBundle } from './recheck-bundle.ts';
import { makeBundle, writeBundle } from './write-bundle.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-record-data.ts';
import type { EntryCheck } from '../protocol.ts';

function outcomes(bundle: ProofBundle): string {
  const { data, leaf, entry } = recheckBundle(bundle);
  return [data.verdict, leaf, entry.verdict].map((verdict) => verdict.outcome).join(' ');
}

function reopened(bundle: ProofBundle): ProofBundle {
  const opened = openEvidence(writeBundle(bundle));
  if (opened.kind !== 'bundle') throw new Error(JSON.stringify(opened));
  return opened.bundle;
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

  it.each(ODD_TEXTS)('holds for the key and the value %j', (text) => {
    const bundle = reopened(
      aBundle({ rule, key: text, data: { [text || 'name']: text || 'x', b: [text || 'y'] } }),
    );
    expect(outcomes(bundle)).toBe('holds holds holds');
    const name = text === '' ? 'name' : text;
    const value = text || 'x';
    expect(recheckBundle(bundle).data.items[0]?.item.get(name)).toBe(
      bundle.blob === undefined ? value : value.normalize('NFC'),
    );
  });

  it('says which check does not hold when one part is altered', () => {
    const good = aBundle({ rule });
    const other = flipBit(good.checkpoint.rootHash, 7);
    const altered: Record<string, [ProofBundle, string]> = {
      'the data': [withData(good), 'does-not-match holds holds'],
      'the key': [{ ...good, entry: { ...good.entry, key: 'FR' } }, 'holds does-not-match does-not-match'],
      'the root': [
        { ...good, checkpoint: { ...good.checkpoint, rootHash: other } },
        'holds holds does-not-match',
      ],
      'the log size': [
        { ...good, checkpoint: { ...good.checkpoint, logSize: 2 ** 52 } },
        'holds holds does-not-match',
      ],
      'the leaf bytes': [
        { ...good, leaf: { ...good.leaf, bytes: `${good.leaf.bytes}00` } },
        'holds does-not-match holds',
      ],
      'a hash of the path': [
        { ...good, auditPath: [other, ...good.auditPath.slice(1)] },
        'holds holds does-not-match',
      ],
      'one hash too many': [{ ...good, auditPath: [...good.auditPath, other] }, 'holds holds does-not-match'],
    };
    const found = Object.entries(altered).map(([what, [bundle]]) => [what, outcomes(bundle)]);
    expect(found).toEqual(Object.entries(altered).map(([what, [, expected]]) => [what, expected]));
  });

  it('believes neither its verdicts nor its register', () => {
    const bad = { ...aBundle({ rule }), auditPath: [] };
    const bundle: ProofBundle = {
      ...bad,
      verdicts: { data: { outcome: 'holds' }, entry: { outcome: 'holds' } },
    };
    expect(recheckBundle(bundle).entry.verdict.outcome).toBe('does-not-match');
    expect(recheckBundle(aBundle({ rule })).root).toMatchObject({
      outcome: 'not-checked',
      reason: expect.stringMatching(/elsewhere/),
    });
  });
});

function withData(bundle: ProofBundle): ProofBundle {
  return bundle.items === undefined
    ? { ...bundle, blob: { name: 'Other' } }
    : { ...bundle, items: ['{"name":"Other"}'] };
}

/** EARLIER are sizes with every form of consistency proof: a whole subtree, its successor, one entry, one missing. */
const EARLIER = [
  [6, 7],
  [8, 11],
  [9, 16],
  [11, 300],
  [16, 17],
] as const;

describe('a bundle about an earlier size of the log', () => {
  it.each(EARLIER)('holds with the proof that size %i begins size %i', (logSize, grownTo) => {
    for (const rule of LEAF_RULE_IDS) {
      const bundle = aBundle({ rule, logSize, grownTo });
      expect(bundle).toMatchObject({
        version: 2,
        checkpoint: { logSize },
        growth: { head: { logSize: grownTo } },
      });
      expect(reopened(bundle)).toEqual(bundle);
      expect(outcomes(bundle)).toBe('holds holds holds');
      expect(recheckBundle(bundle).growth?.verdict).toEqual({ outcome: 'holds' });
    }
  });

  it('does not match where root, head or path are others', () => {
    const good = aBundle({ logSize: 11, grownTo: 20 });
    const { head, path } = good.growth ?? { head: good.checkpoint, path: [] };
    const other = flipBit(head.rootHash, 3);
    const altered: ProofBundle[] = [
      { ...good, growth: { head: { ...head, rootHash: other }, path } },
      { ...good, growth: { head, path: path.slice(1) } },
      { ...good, growth: { head, path: [...path, other] } },
      { ...good, growth: { head: { ...head, logSize: 9 }, path } },
      { ...good, checkpoint: { ...good.checkpoint, rootHash: other } },
    ];
    for (const bundle of altered)
      expect(recheckBundle(bundle).growth?.verdict.outcome).toBe('does-not-match');
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

describe('parseBundle', () => {
  const refused = (change: (bundle: Record<string, unknown>) => void): string => {
    const bundle = JSON.parse(writeBundle(aBundle())) as Record<string, unknown>;
    change(bundle);
    const parsed = parseBundle(bundle);
    return 'problems' in parsed
      ? parsed.problems.map(({ path, found, expected }) => `${path}: ${found}, not ${expected}`).join('; ')
      : 'read';
  };

  it('names the place, what is there and what is expected', () => {
    expect(refused((bundle) => (bundle['auditPath'] = ['AB']))).toBe(
      '$.auditPath[0]: "AB", not a hash: 64 hexadecimal digits in lower case, without a prefix',
    );
    expect(refused((bundle) => delete bundle['leaf'])).toBe(
      '$.leaf: nothing, not the leaf rule and the bytes it writes the entry as',
    );
    expect(refused((bundle) => (bundle['more'] = 1))).toBe('$.more: 1, not nothing of that name');
    expect(refused((bundle) => (bundle['blob'] = {}))).toBe('$.blob: an object, not nothing of that name');
    expect(
      refused((bundle) => (bundle['entry'] = { ...(bundle['entry'] as object), entryNumber: 2 ** 53 })),
    ).toMatch(/^\$\.entry\.entryNumber: 9007199254740992, not a whole number/);
    expect(refused((bundle) => (bundle['leaf'] = { rule: 'blob-hex', bytes: '00' }))).toBe(
      '$.leaf.rule: "blob-hex", not one of item-json, item-json-2016',
    );
    expect(refused((bundle) => (bundle['madeAt'] = 'today'))).toMatch(
      /^\$\.madeAt: "today", not a time in UTC/,
    );
  });

  it('says in the file what it is and how it is checked', () => {
    const { about } = JSON.parse(writeBundle(aBundle())) as { about: string };
    expect(about).toMatch(/proof-bundle\.schema\.json/);
    expect(about).toMatch(/node check-bundle\.mjs FILE/);
  });

  it('reads anything at all without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseBundle(value)).toHaveProperty('problems');
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a bundle with any one part taken out or put in another form, and never throws when it is checked', () => {
    const places = placesIn(JSON.parse(writeBundle(aBundle())) as unknown);
    expect(places.length).toBeGreaterThan(25);
    for (const place of places) {
      for (const put of [undefined, null, 7.5, true, {}, [[]]]) {
        const bundle: unknown = JSON.parse(writeBundle(aBundle()));
        putAt(bundle, place, put);
        const parsed = parseBundle(bundle);
        expect('problems' in parsed, `${place.join('.')} = ${JSON.stringify(put)}`).toBe(
          !isOptional(place, put),
        );
        if ('bundle' in parsed) recheckBundle(parsed.bundle);
      }
    }
  });
});

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const within = Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return at.length === 0 ? within : [at, ...within];
}

function putAt(value: unknown, place: Place, put: unknown): void {
  const last = place.at(-1) ?? '';
  const holder = place
    .slice(0, -1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value) as Record<
    string,
    unknown
  >;
  if (put !== undefined) holder[last] = put;
  else if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
}

/** A path may have any number of hashes: that is for the check to say. The words for people may be missing. */
function isOptional(place: Place, put: unknown): boolean {
  if (put !== undefined) return false;
  return (place[0] === 'auditPath' && place.length === 2) || place[0] === 'about';
}

describe('the published description', () => {
  it('is the very one that bundles are read by', () => {
    const published: unknown = JSON.parse(
      readFileSync(new URL('../../../public/proof-bundle.schema.json', import.meta.url), 'utf8'),
    );
    expect(published).toEqual(JSON.parse(JSON.stringify(BUNDLE_SCHEMA)));
  });
});

/** A bundle of version 2 that says its log has grown to this head. */
function grownTo(head: ProofBundle['checkpoint'], path: readonly Hash[]): ProofBundle {
  return { ...aBundle({ grownTo: 20 }), checkpoint: aBundle().checkpoint, growth: { head, path } };
}

describe('openEvidence', () => {
  it.each([
    ['not JSON', '{"format":', /not JSON/],
    ['a list', '[]', /neither/],
    ['null', 'null', /neither/],
    ['another format', '{"format":"x"}', /neither/],
    ['a tlog-proof', 'c2sp.org/tlog-proof@v1\nindex 1\n', /tlog-proof/],
    ['a newer version', writeBundle({ ...aBundle(), version: 3 as 1 }), /version 3/],
    ['an earlier size without its growth', writeBundle({ ...aBundle(), version: 2 }), /not as it must be/],
    [
      'growth where there is none',
      writeBundle({ ...aBundle({ grownTo: 20 }), version: 1 }),
      /not as it must/,
    ],
    ['growth to the same log', writeBundle(grownTo(aBundle().checkpoint, [])), /not as it must be/],
    ['growth to nothing', JSON.stringify({ ...aBundle(), version: 2, growth: null }), /not as it must be/],
    ['a cut bundle', writeBundle(aBundle()).slice(0, 400), /not JSON/],
  ])('says of %s what it is and what to do', (_, text, reason) => {
    const opened = openEvidence(text);
    expect(opened).toMatchObject({ kind: 'unreadable', reason: expect.stringMatching(reason) });
    expect(opened.kind === 'unreadable' && opened.remedy).toMatch(/\w/);
  });
});
