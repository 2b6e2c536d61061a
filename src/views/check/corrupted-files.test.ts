import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { test } from 'vitest';
import { LEAF_RULES } from '../../core/leaf-rules.ts';
import { hashFromBytes } from '../../core/hash.ts';
import { hashLeaf } from '../../core/merkle.ts';
import { auditPath, rootAt } from '../../core/merkle-log.ts';
import type { Entry } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { anEntry, flipBit, logOf } from '../../testing/builders.ts';
import { aBundle, aMisbehaviour, headsOf, LEAF_RULE_IDS, NOON } from '../../testing/evidence-builders.ts';
import { damaged, RUNS, corruptedJson } from '../../testing/hostile-json.ts';
import { checkerOutcome, pageOutcome } from '../../testing/published-checker.ts';
import type { ProofBundle } from '../../verify/evidence/formats.ts';
import { makeReport, writeEvidence } from '../../verify/evidence/write-evidence.ts';
import { type CheckedFile, checkFile } from './file-queries.ts';

const holds = ({ outcome }: Verdict): boolean => outcome === 'holds';

/**
 * eachCorrupted opens evidence files as they are, with damaged text, or with changed structure: the published
 * checker must agree with the page on each.
 */
async function eachCorrupted(
  texts: readonly string[],
  look: (checked: CheckedFile, whole: string, isWhole: boolean) => void,
): Promise<void> {
  const corrupted = fc.constantFrom(...texts).chain((whole) =>
    fc.oneof(
      damaged(fc.constant(whole)).map((text) => ({ whole, text })),
      corruptedJson(fc.constant(whole)).map(({ value }) => ({ whole, text: JSON.stringify(value, null, 2) })),
    ),
  );
  const property = fc.asyncProperty(corrupted, async ({ whole, text }) => {
    const file = Buffer.from(text);
    assert.equal(checkerOutcome(file), await pageOutcome(file));
    look(await checkFile(text), whole, text === whole);
  });
  await fc.assert(property, RUNS);
}

/** hashedParts returns the parts of a bundle that are hashed, or determine how. */
function hashedParts({ entry, items, blob, leaf, auditPath: path, checkpoint }: ProofBundle): unknown {
  const { indexEntryNumber, ...rest } = entry;
  // Only one of the rules writes the index.
  const index = leaf.rule === 'item-json' ? indexEntryNumber : 0;
  const sorted = blob && Object.entries(blob).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.parse(JSON.stringify({ entry: rest, index, items, blob: sorted, leaf, path, checkpoint }));
}

const BUNDLES = LEAF_RULE_IDS.map((rule) => aBundle({ rule }));

test('a bundle whose checks all hold says what the honest one says', async () => {
  await eachCorrupted(BUNDLES.map(writeEvidence), (checked, whole, isWhole) => {
    assert.ok(!isWhole || checked.kind === 'bundle');
    if (checked.kind !== 'bundle') return;
    const { data, leaf, entry } = checked.result;
    const allHold = [data.verdict, leaf, entry.verdict].every(holds);
    if (isWhole) assert.ok(allHold, 'an honest bundle does not hold');
    if (allHold) assert.deepEqual(hashedParts(checked.file), hashedParts(JSON.parse(whole) as ProofBundle));
    // The data shown is the data hashed.
    const computed = data.items.map((one) => one.computed);
    if (holds(data.verdict)) assert.deepEqual(computed, checked.file.entry.itemHashes);
  });
});

/**
 * Reports of every kind about any two of four heads, two of which are of one growing log: true ones,
 * and ones that show nothing.
 */
function reportTexts(): string[] {
  const grown = headsOf(9, 21);
  const heads = [grown.old, grown.new].flatMap((head) => [
    head,
    { logSize: head.logSize, rootHash: flipBit(head.rootHash, 5) },
  ]);
  return (['another-root', 'shorter-log', 'not-a-continuation'] as const).flatMap((kind) =>
    heads.flatMap((old) =>
      heads.map((later) => {
        const seen = { old: { ...old, seenAtMs: 1 }, new: { ...later, seenAtMs: 2 } };
        return writeEvidence(makeReport(aMisbehaviour({ kind, ...seen, path: grown.path }), NOON));
      }),
    ),
  );
}

test('a misbehaviour report shows the same to the page and the published checker', async () => {
  await eachCorrupted(reportTexts(), (checked) =>
    assert.ok(checked.kind === 'report' || (checked.kind === 'unreadable' && checked.remedy !== '')),
  );
});

/** auditReports are reports of one and of two bad entries under each leaf rule, made by hand. */
function auditReports(): string[] {
  return LEAF_RULES.flatMap((rule) => {
    const bytesOf = (entry: Entry): Uint8Array => rule.leafBytes(entry) ?? new Uint8Array();
    const entries = Array.from({ length: 13 }, (_, index) => anEntry(index + 1));
    const hashes = entries.map((entry) => hashFromBytes(hashLeaf(bytesOf(entry))));
    const log = logOf(hashes);
    return [[7], [1, 13]].map((bad) => {
      return JSON.stringify({
        format: 'register-audit-report',
        version: 2,
        madeAt: new Date(NOON).toISOString(),
        auditedAt: new Date(NOON).toISOString(),
        register: { address: 'https://r.example/v2', variant: rule.variant, place: 'https://r.example/v2' },
        head: { logSize: 13, rootHash: rootAt(log, 13) },
        leafRule: rule.id,
        findingCount: bad.length,
        findings: bad.map(() => 'an entry is not the one under the root'),
        entries: bad.map((entryNumber) => {
          const entry = anEntry(entryNumber, { key: 'other' });
          const expected = hashes[entryNumber - 1];
          return {
            entry,
            leafBytes: Buffer.from(bytesOf(entry)).toString('hex'),
            expected,
            auditPath: auditPath(log, entryNumber, 13),
          };
        }),
      });
    });
  });
}

test('an audit report shows the same to the page and the published checker', async () => {
  await eachCorrupted(auditReports(), (checked, _, isWhole) => {
    if (isWhole) assert.ok(checked.kind === 'audit-report' && holds(checked.result.claim));
    assert.match(checked.kind, /^(?:audit-report|unreadable)$/);
  });
});
