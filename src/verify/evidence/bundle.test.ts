import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aBundle, LEAF_RULE_IDS, NOON, ODD_TEXTS, signedBy } from '../../testing/evidence-builders.ts';
import { checkerOutcome } from '../../testing/published-checker.ts';
import type { Hash } from '../../core/hash.ts';
import type { Entry } from '../../core/model.ts';
import { checkBundle } from './check-evidence.ts';
import { decodeEvidence } from './decode-evidence.ts';
import type { ProofBundle } from './formats.ts';
import { fileName, inventedNote, makeBundle, writeEvidence } from './write-evidence.ts';
import { cannotCheck } from '../../core/verdict.ts';
import { checkEntry } from '../check-entry.ts';
import { checkRecordData } from '../check-data.ts';
import type { EntryCheck } from '../protocol.ts';

// Page and published checker agree on every bundle: check-bundle.test.ts.

const HOLDS = { outcome: 'holds' } as const;

function reopened(text: string): ProofBundle {
  const opened = decodeEvidence(text);
  if (opened.kind !== 'bundle') throw new Error(JSON.stringify(opened));
  return opened.file;
}

describe('a bundle that is written', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...ODD_TEXTS));
  const data = fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 3 })), { minKeys: 1 });
  const sizes = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.nat(20));
  const rules = fc.constantFrom(...LEAF_RULE_IDS);

  it('comes back as it was, and holds', async () => {
    await fc.assert(
      fc.asyncProperty(rules, data, text, sizes, fc.boolean(), async (rule, own, key, sizes, isSigned) => {
        const [entryNumber, later, growth] = sizes;
        const logSize = entryNumber + later;
        const given = { rule, data: { name: 'x', ...own }, key, entryNumber, logSize };
        const made = aBundle({ ...given, grownTo: logSize + growth });
        expect(made.version).toBe(growth === 0 ? 1 : 2);
        expect(made.verdicts).toEqual({ data: HOLDS, entry: HOLDS });
        const head = made.growth?.head ?? made.checkpoint;
        const bundle = { ...made, ...(isSigned && { signed: signedBy(['ada', 'ben'], head) }) };
        expect(checkerOutcome(Buffer.from(writeEvidence(bundle)))).toBe('not-checked');
        const back = reopened(writeEvidence(bundle));
        expect(back).toEqual(bundle);
        const {
          outcome,
          data: found,
          leaf,
          entry,
          growth: grown = { verdict: HOLDS },
        } = await checkBundle(back);
        expect(outcome).toBe('not-checked');
        expect([found.verdict, leaf, entry.verdict, grown.verdict]).toEqual([HOLDS, HOLDS, HOLDS, HOLDS]);
      }),
      { numRuns: 150 },
    );
  });
});

it('says of an example register that its data is for demonstration, and of no other', () => {
  for (const place of ['country', 'country~v2+fork'])
    expect(inventedNote(place)).toBe('Demonstration data, dates invented. ');
  for (const place of ['https://country.example/v1', 'rsf:https://a.example/x.rsf', 'file:x-1~earlier'])
    expect(inventedNote(place)).toBe('');
});

describe('makeBundle', () => {
  const { register, entry } = aBundle();
  const named = (given: Partial<Entry>): Entry => ({ ...entry, entryNumber: 1, ...given });
  /** Data and the check of the only entry of a log against a root, made into a bundle. */
  function made(
    one: Entry,
    items: Parameters<typeof checkRecordData>[0]['items'],
    more: Partial<EntryCheck> = {},
  ) {
    const checkpoint = { logSize: 1, rootHash: entry.itemHashes[0] as Hash };
    const data = checkRecordData({ variant: 'item', items, entry: one });
    const check = checkEntry({
      variant: 'item',
      entry: one,
      auditPath: [],
      checkpoint,
      leafRule: 'item-json',
    });
    return {
      data,
      check,
      bundle: makeBundle({ register, data, entry: { ...check, ...more }, madeAtMs: NOON }),
    };
  }

  it('keeps what does not match and says so: outcome and hashes, neither codes nor a worker that was replaced', async () => {
    const { data, check, bundle } = made(named({}), [new Map()], {});
    const [item] = data.items;
    const { rootHash } = check.checkpoint;
    const again = made(named({}), [new Map()], { verdict: { ...check.verdict, madeAgain: true } });
    const unread = cannotCheck('head-not-compared', 'it failed. Try again', 'it failed');
    const open = made(named({}), [new Map()], { verdict: unread }).bundle;
    expect(open && reopened(writeEvidence(open)).verdicts?.entry).toEqual({
      outcome: 'cannot-check',
      reason: unread.reason,
    });
    for (const one of [bundle, again.bundle])
      expect(one && reopened(writeEvidence(one)).verdicts).toEqual({
        data: { outcome: 'does-not-match', expected: item?.expected, computed: item?.computed },
        entry: { outcome: 'does-not-match', expected: rootHash, computed: check.computedRoot },
      });
    const changed = await checkBundle(aBundle({ shown: { key: 'FR' } }));
    expect(changed.entry.verdict.outcome).toBe('does-not-match');
  });

  it('puts items into the order of the hashes of their entry', () => {
    const two = ['a', 'b'].map((name) => aBundle({ data: { name } }));
    const items = ['b', 'a'].map((name) => new Map([['name', name]]));
    const { bundle } = made(named({ itemHashes: two.flatMap((one) => one.entry.itemHashes) }), items);
    expect(bundle?.items).toEqual(['{"name":"a"}', '{"name":"b"}']);
  });

  it('keeps nothing where nothing was hashed, or where growth was not proved to its end', () => {
    const head = { logSize: 2, rootHash: entry.itemHashes[0] as Hash };
    expect(made(named({}), [new Map()], { head }).bundle).toBeUndefined();
    expect(made(named({}), [new Map([['name', '\ud800']])]).bundle).toBeUndefined();
    expect(made(entry, [new Map()]).bundle).toBeUndefined();
  });
});

describe('decodeEvidence', () => {
  const changed = (more: object): string => writeEvidence({ ...aBundle(), ...more });

  it.each<[string, string, RegExp]>([
    ['a corrupted hash', changed({ auditPath: ['AB'] }), /"path":"\$\.auditPath\[0\]".*AB/],
    ['an unknown name', changed({ more: 1 }), /"\$\.more"/],
    ['no JSON', '{"format":', /not JSON/],
    ['a format that every object has', '{"format":"toString"}', /neither/],
    ['a newer version', changed({ version: 3 }), /version 3/],
    ['growth where there is none', writeEvidence({ ...aBundle({ grownTo: 20 }), version: 1 }), /growth/],
  ])('says of %s where or what it is, and what to do', (_, text, words) => {
    const opened = decodeEvidence(text);
    expect(opened).toMatchObject({ kind: 'unreadable', remedy: expect.stringMatching(/\w/) });
    expect(JSON.stringify(opened)).toMatch(words);
  });

  it('tells at most twelve problems of a file with thousands', () => {
    const opened = decodeEvidence(changed({ items: Array.from({ length: 1000 }, () => 7) }));
    expect(opened.kind === 'unreadable' && opened.problems).toHaveLength(12);
  });
});

it('the name of a file is letters, digits and hyphens, whatever it is made of', () => {
  expect(fileName(['Country', 'GB', 6], '.json')).toBe('Country-GB-6.json');
  expect(fileName(['../../etc/passwd', '.', 'Côte d’Ivoire'], '.sh')).toBe('etc-passwd-Co-te-d-Ivoire.sh');
  expect(fileName(['', '..', '\u202E'], '.json')).toBe('evidence.json');
  for (const odd of ODD_TEXTS)
    expect(fileName([odd, 'x'.repeat(500)], '.json')).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,90}\.json$/);
});
