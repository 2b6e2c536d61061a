import { expect, test, vi } from 'vitest';
import { cannotCheck, doesNotMatch, type Verdict } from '../core/verdict.ts';
import { HEAD, HOLDS, onLog } from '../testing/trust-builders.ts';
import { twoRoots, withholdUnlessConsistent } from './head-verdicts.ts';
import { TrustStore } from './trust-store.ts';

test('a page is not verified any more once the log was read larger three times without a proof', () => {
  const trust = onLog();
  const look = (growth: 'unproved' | 'none') => {
    trust.heads.noteGrowth(growth);
    return [trust.page().state, trust.page().unprovedSinceMs !== undefined, trust.confirmed()];
  };
  const green = ['holds', false, HEAD];
  expect([look('none'), look('unproved'), look('unproved')]).toEqual([green, green, green]);
  expect(look('unproved')).toEqual(['cannot-check', true, HEAD]);
  expect(trust.page()).toMatchObject({ page: 'log', checks: [{}, {}] });
  expect(look('none')).toEqual(green);
  for (let times = 0; times < 3; times += 1) look('unproved');
  // What is open stays open.
  const leave = trust.declare({ page: 'entry', checks: {} });
  expect([trust.page().state, trust.page().unprovedSinceMs]).toEqual(['checking', undefined]);
  leave();
  // A head that was read, and is proved to continue it or the same, ends it too.
  trust.heads.set(HEAD);
  expect(trust.page().state).toBe('holds');
});

test('three rereadings of the head are allowed in ten seconds', () => {
  vi.useFakeTimers();
  const trust = new TrustStore();
  const ask = (times: number): readonly boolean[] =>
    Array.from({ length: times }, () => trust.heads.mayReread());
  expect(ask(4)).toEqual([true, true, true, false]);
  vi.advanceTimersByTime(9_999);
  expect(ask(1)).toEqual([false]);
  vi.advanceTimersByTime(1);
  expect(ask(1)).toEqual([true]);
  vi.useRealTimers();
});

test('what is withheld says why, and two roots name their size', () => {
  const withheld = (memory: Verdict): unknown => withholdUnlessConsistent(memory, HOLDS);
  expect(twoRoots(HEAD)).toMatchObject({ reason: expect.stringContaining(`${HEAD.logSize} entries`) });
  expect(withheld(doesNotMatch('two-roots', 'x'))).toMatchObject({
    code: 'head-contradicted',
    reason: expect.stringContaining('contradicts'),
  });
  expect(withheld(cannotCheck('request-failed', 'no answer', 'none'))).toMatchObject({
    code: 'head-not-compared',
    reason: expect.stringMatching(/not compared .*: no answer$/),
    summary: expect.stringMatching(/not compared .*: none$/),
  });
});
