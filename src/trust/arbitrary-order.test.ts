import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Check, CheckKind, CheckState } from '../core/check-result.ts';
import { memoize } from '../core/memoize.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import {
  CANNOT,
  checkOf,
  FIRST_VISIT,
  finding,
  HEAD,
  HOLDS,
  LATER,
  MISMATCH,
  NOT_MADE,
  OTHER,
  publish,
  REFUSED,
  report,
  UNREAD,
} from '../testing/trust-builders.ts';
import { PAGE_CHECKS, type Declaration, type DeclaredCheck, type PageKind } from './page-checks.ts';
import type { MemoryFinding } from './head-verdicts.ts';
import { TrustStore } from './trust-store.ts';

// Whatever the order in which results arrive, fail or are withdrawn: green is shown only if every declared
// check holds for the head that the page shows.

type Event =
  | { readonly do: 'publish' | 'setHead'; readonly head: Checkpoint }
  | { readonly do: 'report'; readonly check: Check; readonly verdict: Verdict }
  | { readonly do: 'withdraw'; readonly check: Check }
  | { readonly do: 'reportMemory'; readonly head: Checkpoint; readonly finding: MemoryFinding }
  | { readonly do: 'declare'; readonly declaration: Declaration }
  | { readonly do: 'mark'; readonly checks: readonly Check[] }
  | { readonly do: 'undeclare' | 'unmark'; readonly at: number }
  | { readonly do: 'restart' };

function weighted<T>(...list: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]) {
  return fc.oneof(...list.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const REPORTED = ['key', 'data', 'inclusion', 'consistency', 'whole-log', 'newest'] as const;
const head = fc.constantFrom(HEAD, OTHER, LATER);
// Most results hold for the head, or hardly any page would ever be green.
const verdict = weighted<Verdict>([6, fc.constant(HOLDS)], [3, fc.constantFrom(MISMATCH, CANNOT, NOT_MADE)]);
const usually = weighted([6, fc.constant(HEAD)], [1, head]);
/** The page of a consistency proof declares no check against its head. */
const TWO_HEADS: Check = { kind: 'consistency', subject: 'of two heads' };
const check = weighted<Check>(
  [9, fc.tuple(fc.constantFrom(...REPORTED), usually).map(([kind, at]) => checkOf(kind, at))],
  [1, fc.constant(TWO_HEADS)],
);
const memoryCheck = usually.map((at) => checkOf('memory', at));
const pages = (Object.keys(PAGE_CHECKS) as PageKind[]).filter((page) => PAGE_CHECKS[page].includes('memory'));

const declaration = fc
  .record({
    page: fc.constantFrom(...pages, 'none' as const),
    earlier: fc.boolean(),
    at: usually,
    missing: fc.option(fc.constantFrom<CheckKind>(...REPORTED, 'memory'), { freq: 8 }),
    instead: fc.constantFrom<DeclaredCheck>(undefined, CANNOT, NOT_MADE),
  })
  .map(({ page, earlier, at, missing, instead }): Declaration => {
    const kinds = [...REPORTED, 'memory'] as const;
    const checks = Object.fromEntries(
      kinds.map((kind): [CheckKind, DeclaredCheck] => [kind, checkOf(kind, at)]),
    );
    if (page === 'consistency-proof' && !earlier) checks['consistency'] = TWO_HEADS;
    return {
      page,
      at: earlier ? 1 : undefined,
      checks: missing === null ? checks : { ...checks, [missing]: instead },
    };
  });

const event = weighted<Event>(
  [3, fc.record({ do: fc.constant('publish'), head })],
  [2, fc.record({ do: fc.constant('setHead'), head: usually })],
  [20, fc.record({ do: fc.constant('report'), check, verdict })],
  // A failed comparison is reported like any check; its result only by reportMemory.
  [1, memoryCheck.map((one) => ({ do: 'report', check: one, verdict: CANNOT }))],
  [1, fc.record({ do: fc.constant('withdraw'), check: weighted([3, check], [1, memoryCheck]) })],
  [
    5,
    fc.record({
      do: fc.constant('reportMemory'),
      head: usually,
      finding: weighted(
        [6, fc.constantFrom(HOLDS, FIRST_VISIT, REFUSED).map((one) => finding(one))],
        [1, fc.constantFrom(finding(MISMATCH), finding(CANNOT), finding(UNREAD))],
      ),
    }),
  ],
  [4, fc.record({ do: fc.constant('declare'), declaration })],
  [1, fc.record({ do: fc.constant('mark'), checks: fc.array(check, { maxLength: 2 }) })],
  [1, fc.record({ do: fc.constantFrom('undeclare', 'unmark'), at: fc.nat(3) })],
  [1, fc.constant({ do: 'restart' })],
);

/** Events that make every page green in any order, mixed with others, then others. */
const aVisit = fc
  .tuple(
    declaration.map((one): Event => ({ do: 'declare', declaration: one })),
    fc.constantFrom(HOLDS, HOLDS, FIRST_VISIT),
    fc.array(event, { maxLength: 3 }),
    fc.array(event, { maxLength: 15 }),
  )
  .chain(([declare, memory, among, after]) => {
    const good: Event[] = [...REPORTED.map((kind) => checkOf(kind)), TWO_HEADS].map((one) => ({
      do: 'report',
      check: one,
      verdict: HOLDS,
    }));
    good.push({ do: 'setHead', head: HEAD }, { do: 'publish', head: HEAD }, declare);
    good.push({ do: 'reportMemory', head: HEAD, finding: finding(memory) });
    const all = [...good, ...among];
    return fc
      .shuffledSubarray(all, { minLength: all.length - 1, maxLength: all.length })
      .map((begun) => begun.concat(after));
  });

/** Applies the event to the store; `left` holds the functions that remove declarations and marks later. */
function happen(trust: TrustStore, left: Record<'declare' | 'mark', (() => void)[]>, given: Event): void {
  if (given.do === 'publish') publish(trust, given.head);
  if (given.do === 'setHead') trust.heads.set(given.head);
  if (given.do === 'report') report(trust, given.check, given.verdict);
  if (given.do === 'withdraw') trust.withdraw(given.check);
  if (given.do === 'reportMemory') trust.reportMemory(given.head, given.finding);
  if (given.do === 'declare') left.declare.push(trust.declare(given.declaration));
  if (given.do === 'mark') left.mark.push(trust.mark(given.checks));
  if (given.do === 'undeclare') left.declare.splice(given.at, 1)[0]?.();
  if (given.do === 'unmark') left.mark.splice(given.at, 1)[0]?.();
  if (given.do === 'restart') trust.restart();
}

const written = memoize((one: object) => JSON.stringify(one));

/** The expected state after these events, computed from the first one on without the store. */
function secondOpinion(events: readonly Event[]) {
  const since = events.slice(events.findLastIndex((one) => one.do === 'restart') + 1);
  const same = (one?: object, other?: object): boolean =>
    one === other || (one !== undefined && other !== undefined && written(one) === written(other));
  const left = (what: 'declare' | 'mark') => {
    const list: (readonly Check[] | Declaration)[] = [];
    for (const one of events) {
      if (one.do === 'declare' && what === 'declare') list.push(one.declaration);
      if (one.do === 'mark' && what === 'mark') list.push(one.checks);
      if ((one.do === 'undeclare' || one.do === 'unmark') && one.do === `un${what}`) list.splice(one.at, 1);
    }
    return list;
  };
  const at = events.flatMap((one) => (one.do === 'setHead' ? [one.head] : [])).at(-1);
  const roots = (size: number) =>
    new Set(
      since.flatMap((one) => (one.do === 'publish' && one.head.logSize === size ? [one.head.rootHash] : [])),
    );
  const memory = (of: Checkpoint) =>
    since.findLast((one) => one.do === 'reportMemory' && same(one.head, of)) as
      | { finding: MemoryFinding }
      | undefined;
  const result = (of: Check): Verdict | undefined => {
    let last: Verdict | undefined;
    for (const one of since) {
      if (one.do === 'reportMemory' && of.kind === 'memory' && same(one.head, of.head))
        last = one.finding.verdict;
      if (!('check' in one) || !same(one.check, of)) continue;
      if (one.do === 'report') last = one.verdict;
      else if (one.do === 'withdraw' || last?.outcome === 'cannot-check') last = undefined;
    }
    return last;
  };
  const state = (of: Check): CheckState => {
    if (of.head !== undefined && !same(of.head, at)) return 'checking';
    const found = result(of);
    const isForked = of.head !== undefined && roots(of.head.logSize).size > 1;
    if (of.kind === 'memory' && isForked && /holds|not-checked/.test(found?.outcome ?? ''))
      return 'does-not-match';
    if (of.kind === 'memory' && /first-visit|storage-refused/.test(JSON.stringify(found) ?? ''))
      return 'holds';
    if (found?.outcome !== 'holds' || of.head === undefined) return found?.outcome ?? 'checking';
    if (isForked) return 'does-not-match';
    if (of.kind === 'memory') return 'holds';
    const compared = memory(of.head)?.finding;
    if (compared === undefined) return 'checking';
    return /holds|not-checked|storage-unread/.test(JSON.stringify(compared.verdict))
      ? 'holds'
      : 'cannot-check';
  };
  const declared = left('declare').at(-1) as Declaration | undefined;
  const kinds = declared && PAGE_CHECKS[declared.page];
  const all = kinds?.length
    ? [...new Set([...kinds, ...(declared?.at ? ['consistency' as const] : [])])]
    : [];
  const named = all.map((kind) => declared?.checks[kind] as Check | Verdict | undefined);
  const states = new Set(
    named.map((one) => (!one ? 'checking' : 'outcome' in one ? one.outcome : state(one))),
  );
  const isBad = (left('mark') as Check[][]).flat().some((one) => state(one) === 'does-not-match');
  const worst = (['does-not-match', 'cannot-check', 'checking', 'not-checked', 'holds'] as const).find(
    (one) => (isBad ? one === 'does-not-match' : states.has(one)),
  );
  const mismatched =
    since.some((one) => 'verdict' in one && one.verdict.outcome === 'does-not-match') ||
    since.some((one) => 'finding' in one && one.finding.verdict.outcome === 'does-not-match') ||
    [HEAD, LATER].some(({ logSize }) => roots(logSize).size > 1);
  const page: CheckState | undefined =
    declared === undefined ? 'checking' : all.length === 0 ? undefined : worst;
  return { at, page, named, roots, memory, result, mismatched };
}

test('green is shown, and a head remembered, only where every declared check holds against the head of the page', () => {
  const seen = { green: 0, remembered: 0, states: new Set<string>() };
  fc.assert(
    fc.property(aVisit, (events) => {
      const trust = new TrustStore();
      const left = { declare: [], mark: [] };
      for (const [index, given] of events.entries()) {
        happen(trust, left, given);
        const { at, page, named, roots, memory, result, mismatched } = secondOpinion(
          events.slice(0, index + 1),
        );
        assert.equal(trust.page().state, page);
        seen.states.add(String(page));
        const confirmed = trust.confirmed();
        if (page !== 'holds') {
          assert.equal(confirmed, undefined);
          continue;
        }
        seen.green += 1;
        // Repeated without the code of the second opinion.
        expect(at).toBeDefined();
        for (const one of named) {
          const isMemory = one !== undefined && 'kind' in one && one.kind === 'memory';
          const check = one as Check;
          expect(check.head ?? at).toEqual(at);
          expect(result(check)?.outcome).toMatch(isMemory ? /^(holds|not-checked)$/ : /^holds$/);
        }
        expect(memory(at as Checkpoint)?.finding.verdict.outcome).toMatch(/^(holds|not-checked)$/);
        expect(roots(at?.logSize ?? 0).size).toBeLessThanOrEqual(1);
        const isProved = (['inclusion', 'whole-log'] as const).some(
          (kind) => result(checkOf(kind, at))?.outcome === 'holds',
        );
        expect(confirmed).toEqual(isProved && !mismatched ? at : undefined);
        if (confirmed !== undefined) seen.remembered += 1;
      }
    }),
    { numRuns: 500 },
  );
  // A property that never reaches a green page would show nothing.
  expect(seen.green).toBeGreaterThan(100);
  expect(seen.remembered).toBeGreaterThan(100);
  expect([...seen.states].toSorted()).toEqual([
    'cannot-check',
    'checking',
    'does-not-match',
    'holds',
    'not-checked',
    'undefined',
  ]);
});
