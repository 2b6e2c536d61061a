import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEAF_RULES } from '../core/leaf-rules.ts';
import { leaf } from '../testing/rfc-9162.ts';
import { aMisbehaviour } from '../testing/evidence-builders.ts';
import { damaged, hostileJson, type Json, plain, RUNS, spoiltJson } from '../testing/hostile-json.ts';
import { aStorage, noLock } from '../testing/small-register.ts';
import { recallRoot } from './recall-root.ts';
import { parseRememberedRoot, type RememberedRoot } from './remembered-root.ts';
import { createRootMemory } from './root-memory.ts';
import { readRootsFile, writeRootsFile } from './roots-file.ts';

const aSize = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const aTime = fc.integer({ min: 0, max: 253_402_300_799_999 });
const aHash = fc.string().map(leaf);
const aSeenHead = plain({ logSize: aSize, rootHash: aHash, seenAtMs: aTime });

/** aRoot makes any root that a browser may have remembered. */
const aRoot: fc.Arbitrary<RememberedRoot> = plain({
  rule: fc.constantFrom(...LEAF_RULES),
  registerId: fc.constantFrom('country', 'country~earlier', 'https://r.example/v1', 'file:x-00', 'ü/%?'),
  logSize: aSize,
  rootHash: aHash,
  firstSeenMs: aTime,
  lastSeenMs: aTime,
  revision: fc.integer({ min: 1, max: 1e6 }),
  optional: fc.record({ importedAtMs: aTime, before: aSeenHead }, { requiredKeys: [] }),
  alarms: fc.array(
    fc.boolean().map((read) => ({ misbehaviour: aMisbehaviour(), read })),
    { maxLength: 2 },
  ),
  givenUp: fc.array(aSeenHead, { maxLength: 2 }),
}).map(({ rule, optional, ...rest }) =>
  Object.assign(rest, optional, {
    base: 'https://r.example/v1',
    variant: rule.variant,
    leafRule: rule.id,
  }),
);

/** assertRoot compares a root with what its type promises, without the code that read it. */
function assertRoot(root: RememberedRoot): void {
  for (const size of [root.logSize, root.revision, ...(root.before ? [root.before.logSize] : [])])
    assert.ok(Number.isSafeInteger(size) && size >= 1);
  for (const hash of [root.rootHash, ...root.alarms.map(({ misbehaviour }) => misbehaviour.new.rootHash)])
    assert.match(hash, /^[0-9a-f]{64}$/);
  const times = [
    root.firstSeenMs,
    root.lastSeenMs,
    ...root.alarms.map((one) => one.misbehaviour.old.seenAtMs),
  ];
  for (const ms of times) assert.equal(new Date(ms).toISOString().length, 24);
  assert.ok(LEAF_RULES.some(({ id, variant }) => id === root.leafRule && variant === root.variant));
  assert.match(new URL(root.base).protocol, /^https?:$/);
  assert.notEqual(encodeURIComponent(root.registerId), '');
}

test('what storage holds is a remembered root to the letter, or none; reading it never throws', () => {
  const spoilt = spoiltJson(aRoot.map((root) => JSON.stringify(root))).map(({ value }) => value);
  fc.assert(
    fc.property(fc.oneof(hostileJson(), spoilt), (value) => {
      const root = parseRememberedRoot(value);
      if (root === undefined) return;
      assertRoot(root);
      assert.deepEqual(parseRememberedRoot(structuredClone(root)), root);
    }),
    { ...RUNS, numRuns: 3 * (RUNS.numRuns ?? 0) },
  );
});

const ID = 'https://r.example/v1';

test('damaged storage is neither a first visit nor another root: it cannot be recalled, or is what was written', async () => {
  const edits = fc.array(fc.tuple(fc.nat(), hostileJson()), { maxLength: 2 });
  const head = plain({ logSize: aSize, rootHash: aHash });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LEAF_RULES), head, edits, async (rule, written, changes) => {
      const { storage, kept } = aStorage();
      const seen = { registerId: ID, base: ID, variant: rule.variant, leafRule: rule.id, seenAtMs: 1_000 };
      const stored = await createRootMemory(storage, noLock).advance(
        { ...seen, head: written, openedAtMs: 1_000 },
        0,
      );
      assert.equal(stored, 'stored');
      const value = structuredClone([...kept.values()][0]) as Record<string, Json>;
      for (const [at, other] of changes) {
        const names = Object.keys(value);
        value[names[at % names.length] ?? ''] = other;
      }
      const recalled = await recallRoot(ID, async () => value);
      assert.notEqual(recalled.kind, 'first-visit');
      if (changes.length === 0) assert.equal(recalled.kind, 'remembered');
      if (recalled.kind !== 'remembered') return;
      assertRoot(recalled.root);
      const { logSize, rootHash, leafRule } = recalled.root;
      assert.deepEqual({ logSize, rootHash, leafRule }, { ...written, leafRule: rule.id });
    }),
    RUNS,
  );
});

test('roots written to a file come back the same; a damaged file gives whole roots, or none and says why', () => {
  expect.hasAssertions();
  const roots = fc.uniqueArray(aRoot, { maxLength: 3, selector: ({ registerId }) => registerId });
  const files = roots.chain((all) =>
    damaged(fc.constant(writeRootsFile(all, 1_000))).map((text) => ({ all, text })),
  );
  fc.assert(
    fc.property(files, ({ all, text }) => {
      const read = readRootsFile(text);
      if (text === writeRootsFile(all, 1_000)) expect(read).toEqual({ roots: all });
      if ('problem' in read) assert.notEqual(read.problem, '');
      else for (const root of read.roots) assertRoot(root);
    }),
    RUNS,
  );
});
