import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Hash } from '../../core/hash.ts';
import { LEAF_RULES } from '../../core/leaf-rules.ts';
import { recallRoot } from '../../verify/recall-root.ts';
import { parseRememberedRoot, type RememberedRoot } from '../../verify/remembered-root.ts';
import { createRootMemory } from '../../verify/root-memory.ts';
import { readRootsFile, writeRootsFile } from '../../verify/roots-file.ts';
import { aMisbehaviour } from '../evidence-builders.ts';
import { damaged } from '../hostile-json.ts';
import { aStorage, noLock } from '../small-register.ts';
import { anyHash, anySize, hostileJson, type Json, spoiltJson, plain } from './generators.ts';
import { slowTarget, target, type FuzzTarget } from './target.ts';

const aTime = fc.integer({ min: 0, max: 253_402_300_799_999 });

/** aRoot is any root that a browser may have remembered. */
const aRoot: fc.Arbitrary<RememberedRoot> = plain({
  rule: fc.constantFrom(...LEAF_RULES),
  registerId: fc.constantFrom('country', 'country~earlier', 'https://r.example/v1', 'file:x-00', 'ü/%?'),
  logSize: anySize,
  rootHash: anyHash,
  firstSeenMs: aTime,
  lastSeenMs: aTime,
  revision: fc.integer({ min: 1, max: 1e6 }),
  importedAtMs: fc.option(aTime, { nil: undefined }),
  before: fc.option(plain({ logSize: anySize, rootHash: anyHash, seenAtMs: aTime }), { nil: undefined }),
  alarms: fc.array(
    fc.boolean().map((read) => ({ misbehaviour: aMisbehaviour(), read })),
    { maxLength: 2 },
  ),
  givenUp: fc.array(plain({ logSize: anySize, rootHash: anyHash, seenAtMs: aTime }), { maxLength: 2 }),
}).map(({ rule, importedAtMs, before, ...rest }) =>
  Object.assign(
    rest,
    { base: 'https://r.example/v1', variant: rule.variant, leafRule: rule.id },
    importedAtMs === undefined ? {} : { importedAtMs },
    before === undefined ? {} : { before },
  ),
);

/** demandRoot holds a root against what its type promises, without the code that read it. */
function demandRoot(root: RememberedRoot): void {
  const { logSize, rootHash, revision, firstSeenMs, lastSeenMs, leafRule, variant, base, registerId } = root;
  assert.ok(Number.isSafeInteger(logSize) && logSize >= 1);
  assert.match(rootHash, /^[0-9a-f]{64}$/);
  assert.ok(Number.isSafeInteger(revision) && revision >= 1);
  for (const ms of [firstSeenMs, lastSeenMs]) assert.equal(new Date(ms).toISOString().length, 24);
  assert.ok(LEAF_RULES.some((rule) => rule.id === leafRule && rule.variant === variant));
  assert.match(new URL(base).protocol, /^https?:$/);
  assert.equal(encodeURIComponent(registerId).length > 0, true);
  if (root.before !== undefined) {
    assert.ok(Number.isSafeInteger(root.before.logSize) && root.before.logSize >= 1);
    assert.match(root.before.rootHash, /^[0-9a-f]{64}$/);
    assert.equal(new Date(root.before.seenAtMs).toISOString().length, 24);
  }
  for (const { misbehaviour } of root.alarms) {
    assert.match(misbehaviour.new.rootHash, /^[0-9a-f]{64}$/);
    assert.equal(new Date(misbehaviour.old.seenAtMs).toISOString().length, 24);
  }
}

const anything = target({
  name: 'remembered-root',
  family: 'memory',
  invariant: 'what storage holds is a remembered root to the letter, or none; reading it never throws',
  cases: () =>
    fc.oneof(
      hostileJson(),
      aRoot.chain((root) => spoiltJson(fc.constant(JSON.stringify(root))).map(({ value }) => value)),
    ),
  holds(value) {
    const root = parseRememberedRoot(value);
    if (root === undefined) return;
    demandRoot(root);
    assert.deepEqual(parseRememberedRoot(structuredClone(root)), root);
  },
});

const ID = 'https://r.example/v1';

/** keptBy is what storage holds after a head was remembered there. */
async function keptBy(
  rule: (typeof LEAF_RULES)[0],
  head: { logSize: number; rootHash: Hash },
): Promise<string> {
  const { storage, kept } = aStorage();
  const stored = await createRootMemory(storage, noLock).advance(
    {
      registerId: ID,
      base: ID,
      variant: rule.variant,
      head,
      leafRule: rule.id,
      seenAtMs: 1_000,
      openedAtMs: 1_000,
    },
    0,
  );
  assert.equal(stored, 'stored');
  return JSON.stringify([...kept.values()][0]);
}

const recall = slowTarget({
  name: 'recall',
  family: 'memory',
  invariant:
    'damaged storage is neither a first visit nor another root: it cannot be recalled, or is what was written',
  cases: () =>
    fc.tuple(
      fc.constantFrom(...LEAF_RULES),
      plain({ logSize: anySize, rootHash: anyHash }),
      fc.array(fc.tuple(fc.nat(), hostileJson()), { maxLength: 2 }),
    ),
  async holds([rule, head, edits]) {
    const text = await keptBy(rule, head);
    const value = JSON.parse(text) as Record<string, Json>;
    for (const [at, other] of edits) {
      const names = Object.keys(value);
      value[names[at % names.length] ?? ''] = other;
    }
    const recalled = await recallRoot(ID, async () => value);
    assert.notEqual(recalled.kind, 'first-visit');
    if (edits.length === 0) assert.equal(recalled.kind, 'remembered');
    if (recalled.kind !== 'remembered') return;
    demandRoot(recalled.root);
    assert.deepEqual({ logSize: recalled.root.logSize, rootHash: recalled.root.rootHash }, head);
    assert.equal(recalled.root.leafRule, rule.id);
  },
});

const rootsFile = target({
  name: 'roots-file',
  family: 'memory',
  invariant:
    'roots written to a file come back the same; a damaged file gives all of its roots or none, and says why',
  cases: () =>
    fc
      .uniqueArray(aRoot, { maxLength: 3, selector: ({ registerId }) => registerId })
      .chain((roots) => damaged(fc.constant(writeRootsFile(roots, 1_000))).map((text) => ({ roots, text }))),
  holds({ roots, text }) {
    const whole = writeRootsFile(roots, 1_000);
    const read = readRootsFile(text);
    if (text === whole) assert.deepEqual(read, { roots });
    if ('problem' in read) {
      assert.ok(read.problem.length > 0);
      return;
    }
    for (const root of read.roots) demandRoot(root);
  },
});

/** MEMORY_TARGETS are the claims about what this browser remembers. */
export const MEMORY_TARGETS: readonly FuzzTarget[] = [anything, recall, rootsFile];
