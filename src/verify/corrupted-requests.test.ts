import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataHash } from '../core/data-hash.ts';
import { leafRulesFor } from '../core/leaf-rules.ts';
import { auditPath, consistencyPath } from '../core/merkle-log.ts';
import type { Variant, LeafRuleId } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import { anEntry, ITEM } from '../testing/builders.ts';
import { headAt, logWith } from '../testing/small-register.ts';
import { checks } from './checks.ts';

// Every part of a valid request is replaced by every kind of junk, as a server's answer may contain it after
// crossing threads: no check may throw, or hold for changed data.

const SIZE = 21;
const JUNK: readonly unknown[] = [
  [undefined, null, true, 0, 1, -1, 1.5, Number.NaN, Infinity, 2 ** 53, 2 ** 53 - 1],
  ['', 'x', '7', '0'.repeat(64), 'A'.repeat(64), '\ud800'],
  [[], [null], [[]], ['0'.repeat(64)], Object.assign([], { length: 5 })],
  [{}, { length: 3 }, new Map(), new Map([['x', 1]]), new Date(0), new Uint8Array(32)],
].flat();

/** Values that are malformed for every part of a request: they cannot be checked, and never do not match. */
const MALFORMED: ReadonlySet<unknown> = new Set([undefined, null, true, 1.5, Number.NaN, -1, 2 ** 53]);

/**
 * Null is a value that data may have; without a start a run of entries is one from the first on, and without
 * an earlier size an entry is looked for at the head.
 */
function isMalformed(place: string, junk: unknown): boolean {
  const isValue = place.endsWith('}') && junk === null;
  const isLeftOut = ['.start', '.earlier'].includes(place) && junk === undefined;
  return (MALFORMED.has(junk) || junk instanceof Date) && !isValue && !isLeftOut;
}

function world(variant: Variant, rule: LeafRuleId) {
  const entries = Array.from({ length: SIZE }, (_, index) =>
    anEntry(index + 1, { itemHashes: [dataHash(variant, ITEM)] }),
  );
  const log = logWith(entries, rule);
  const head = (logSize: number) => headAt(logSize, log);
  const entry = entries[9] ?? anEntry(10);
  const data = { variant, item: ITEM, expected: dataHash(variant, ITEM) };
  const inLog = { variant, entry, checkpoint: head(SIZE), leafRule: rule };
  return {
    checkEntry: { ...inLog, auditPath: auditPath(log, 10, SIZE) },
    'checkEntry at an earlier size': {
      ...inLog,
      auditPath: auditPath(log, 10, 13),
      earlier: { logSize: 13, path: consistencyPath(log, 13, SIZE) },
    },
    checkItem: data,
    checkRecordData: { variant, items: [ITEM], entry },
    checkConsistency: { from: head(13), to: head(SIZE), path: consistencyPath(log, 13, SIZE) },
    checkHeadConsistency: { remembered: head(13), head: head(SIZE), path: consistencyPath(log, 13, SIZE) },
    checkRun: {
      variant,
      entries: entries.slice(9, 14),
      checkpoint: head(SIZE),
      leafRule: rule,
      firstPath: auditPath(log, 10, SIZE),
      lastPath: auditPath(log, 14, SIZE),
    },
    checkRange: {
      start: { last: entries[18] ?? entry, before: auditPath(log, 19, 19).toReversed() },
      entries: entries.slice(19),
      to: head(SIZE),
      leafRule: rule,
    },
  };
}

type Name = keyof ReturnType<typeof world>;
const NAMES = Object.keys(world('item', 'item-json')) as Name[];

function verdictOf(name: Name, request: unknown): Verdict {
  const check = checks[name.split(' ')[0] as keyof typeof checks] as (request: unknown) => {
    readonly verdict: Verdict;
  };
  return check(request).verdict;
}

/**
 * corrupted yields the value with each of its parts, at any depth, replaced by `junk`,
 * and the path of the part.
 */
function* corrupted(value: unknown, junk: unknown, place = ''): Generator<{ place: string; value: unknown }> {
  if (place !== '') yield { place, value: junk };
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries())
      for (const inner of corrupted(member, junk, `${place}[${at}]`))
        yield { place: inner.place, value: value.with(at, inner.value) };
  } else if (value instanceof Map) {
    for (const [key, member] of value)
      for (const inner of corrupted(member, junk, `${place}{${String(key)}}`))
        yield { place: inner.place, value: new Map([...value, [key, inner.value]]) };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value))
      for (const inner of corrupted(member, junk, `${place}.${key}`))
        yield { place: inner.place, value: { ...value, [key]: inner.value } };
  }
}

/**
 * isNeeded is false for parts that a check ignores: an unnamed leaf rule is found; only v2 leaves hold an
 * index entry number; and the check of data reads only the hashes of an entry, because number, key and time
 * belong to the entry's own check.
 */
function isNeeded(name: Name, place: string, junk: unknown, rule: LeafRuleId): boolean {
  if (place === '.leafRule') return junk !== undefined;
  if (name === 'checkRecordData')
    return !/^\.entry\.(entryNumber|indexEntryNumber|key|timestamp)$/.test(place);
  return !place.endsWith('.indexEntryNumber') || rule === 'item-json';
}

describe.each(['item', 'blob'] as const)('%s', (variant) => {
  describe.each(leafRulesFor(variant).map(({ id }) => id))('%s', (rule) => {
    const requests = world(variant, rule);

    test.each(NAMES)('%s holds for the true request, and for none that is corrupted anywhere', (name) => {
      const request = requests[name];
      expect(verdictOf(name, request)).toEqual({ outcome: 'holds' });
      const holes: string[] = [];
      let made = 0;
      for (const junk of JUNK) {
        for (const { place, value } of corrupted(request, junk)) {
          made += 1;
          const verdict = verdictOf(name, value);
          if (verdict.outcome === 'holds' && isNeeded(name, place, junk, rule))
            holes.push(`${place} = ${String(junk)}`);
          if (verdict.outcome === 'does-not-match' && isMalformed(place, junk))
            holes.push(`${place} = ${String(junk)} is called a mismatch`);
        }
      }
      expect(holes).toEqual([]);
      expect(made).toBeGreaterThan(80);
    });
  });
});

test.each(NAMES)('%s answers anything at all with a verdict, and never that it holds', (name) => {
  const request = world('item', 'item-json')[name];
  const members = Object.keys(request);
  const any = fc.record(Object.fromEntries(members.map((member) => [member, fc.anything()])));
  fc.assert(
    fc.property(any, (corruptedRequest) => {
      expect(['does-not-match', 'cannot-check']).toContain(verdictOf(name, corruptedRequest).outcome);
    }),
    { numRuns: 500 },
  );
});
