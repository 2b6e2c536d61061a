import { describe, expect, test, vi } from 'vitest';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck } from '../core/verdict.ts';
import {
  HEAD,
  OTHER,
  LATER,
  HOLDS,
  MISMATCH,
  CANNOT,
  NOT_MADE,
  FIRST_VISIT,
  UNREAD,
  finding,
  checkOf,
  publish,
  report,
  ON_LOG,
  onLog,
} from '../testing/trust-builders.ts';
import type { ListedRow } from './page-checks.ts';
import { TrustStore } from './trust-store.ts';

const ENTRY = { indexEntryNumber: 1, timestamp: '', itemHashes: [] };

test('entries count as proved at the page’s head, or at one that it continues', () => {
  const trust = onLog();
  const prove = (entryNumber: number, key: string, head: Checkpoint, verdict = HOLDS) =>
    report(trust, { kind: 'inclusion', subject: `${entryNumber}`, head }, verdict, {
      proves: { entries: [{ ...ENTRY, entryNumber, key }], head },
    });
  prove(7, 'FR', HEAD);
  prove(3, 'FR', HEAD);
  prove(4, 'FR', HEAD, CANNOT);
  prove(5, 'GB', HEAD);
  prove(6, 'FR', OTHER);
  expect(trust.provedEntries('FR')).toEqual([3, 7]);
  expect(trust.provedEntries('GB')).toEqual([5]);
  trust.heads.set(LATER, true);
  expect(trust.provedEntries('FR')).toEqual([3, 7]);
  trust.heads.set(HEAD);
  trust.heads.set(LATER);
  expect(trust.provedEntries('FR')).toEqual([]);
  // At a head that was not compared nothing counts yet.
  prove(8, 'FR', LATER);
  expect(trust.provedEntries('FR')).toEqual([]);
});

describe('a check', () => {
  test('keeps each verdict until the next one', () => {
    const trust = onLog();
    const check = checkOf('inclusion');
    for (const verdict of [CANNOT, HOLDS, MISMATCH, NOT_MADE]) {
      report(trust, check, verdict);
      expect(trust.verdictOf(check)).toEqual(verdict);
      expect(trust.page().state).toBe(verdict.outcome);
    }
    trust.withdraw(check);
    expect(trust.verdictOf(check)).toBeUndefined();
  });

  test('against a head holds only once that head was compared, and no longer when it does not fit', () => {
    const trust = new TrustStore();
    const check = checkOf('inclusion');
    report(trust, check, HOLDS);
    expect([trust.verdictOf(check), trust.judge(HEAD, HOLDS)]).toEqual([undefined, undefined]);
    expect(trust.judge(HEAD, MISMATCH)).toEqual(MISMATCH);
    expect(trust.seenHead()).toBeUndefined();
    trust.reportMemory(HEAD, finding(FIRST_VISIT));
    expect(trust.verdictOf(check)).toEqual(HOLDS);
    expect(trust.seenHead()).toMatchObject(HEAD);
    for (const [found, code] of [
      [finding(MISMATCH), 'head-contradicted'],
      [finding(CANNOT), 'head-not-compared'],
    ] as const) {
      trust.reportMemory(HEAD, found);
      expect(trust.verdictOf(check)).toMatchObject({ outcome: 'cannot-check', code });
    }
    trust.reportMemory(HEAD, finding(cannotCheck('request-failed', 'it failed. Try again', 'it failed')));
    expect(trust.verdictOf(check)).toMatchObject({ summary: expect.stringMatching(/it failed$/) });
    // Where storage gave no answer, a single proof counts; the page as a whole does not.
    trust.reportMemory(HEAD, finding(UNREAD));
    expect(trust.verdictOf(check)).toEqual(HOLDS);
    publish(trust, HEAD);
    publish(trust, OTHER);
    for (const head of [HEAD, OTHER]) expect(trust.judge(head, HOLDS)).toMatchObject({ code: 'two-roots' });
  });

  test('has the same verdict object until something changes, also where what holds is withheld', () => {
    const trust = onLog();
    trust.reportMemory(HEAD, finding(CANNOT));
    const verdict = trust.verdictOf(checkOf('inclusion'));
    expect(verdict?.outcome).toBe('cannot-check');
    expect(trust.verdictOf(checkOf('inclusion'))).toBe(verdict);
    trust.reportMemory(HEAD, finding(HOLDS));
    expect(trust.verdictOf(checkOf('inclusion'))).toEqual(HOLDS);
  });
});

describe('a visit', () => {
  test('knows its largest proved head, and where each head was read', () => {
    const trust = new TrustStore();
    const first: Checkpoint = { ...HEAD, logSize: 1 };
    trust.reportMemory(first, finding(FIRST_VISIT));
    report(trust, checkOf('inclusion', first), HOLDS, { checkedAt: 60 });
    expect(trust.seenHead()).toEqual({ ...first, seenAtMs: 60 });
    for (const head of [HEAD, LATER]) {
      publish(trust, head, `https://r.example/${head.logSize}`);
      trust.reportMemory(head, finding(FIRST_VISIT));
    }
    // That one log begins another shows no entry of either.
    report(trust, checkOf('consistency', LATER), HOLDS, { checkedAt: 65 });
    report(trust, { ...checkOf('inclusion', LATER), subject: '7' }, HOLDS, { checkedAt: 70 });
    report(trust, { ...checkOf('inclusion'), subject: '3' }, HOLDS, { checkedAt: 80 });
    // Proved again later: it was seen the first time.
    report(trust, checkOf('whole-log', LATER), HOLDS, { checkedAt: 90 });
    expect(trust.seenHead()).toEqual({ ...LATER, seenAtMs: 70 });
    expect(trust.heads.published()).toEqual([HEAD, LATER]);
    expect([HEAD, LATER, OTHER, first].map((head) => trust.heads.addressOf(head))).toEqual([
      'https://r.example/9',
      'https://r.example/12',
      undefined,
      undefined,
    ]);
    trust.learnLeafRule('item-json');
    trust.learnLeafRule('item-json-2016');
    expect(trust.leafRule()).toBe('item-json');
  });

  test('begins anew once the reader has replaced the remembered root: nothing found before counts', () => {
    const trust = onLog(MISMATCH);
    publish(trust, OTHER);
    const found = () => [trust.mismatched(), trust.seenHead(), trust.memoryOf(HEAD), trust.heads.published()];
    expect(found()).toEqual([true, expect.objectContaining(HEAD), finding(HOLDS), [HEAD, OTHER]]);
    trust.heads.remembered = HEAD;
    const [required, other] = [checkOf('others'), checkOf('key')];
    const release = trust.require(required);
    for (const check of [required, other]) report(trust, check, CANNOT);
    trust.restart();
    expect(trust.heads.remembered).toBeUndefined();
    // What is required is not made of what is read.
    expect([required, other].map(trust.verdictOf, trust)).toEqual([CANNOT, undefined]);
    release();
    expect(found()).toEqual([false, undefined, undefined, []]);
    report(trust, checkOf('inclusion'), HOLDS);
    expect(trust.page().state).toBe('checking');
    trust.reportMemory(HEAD, finding(HOLDS));
    expect([trust.page().state, trust.confirmed()]).toEqual(['holds', HEAD]);
  });

  test('is not green before what is stored of others is read, and red while they contradict it; the root is remembered as without them', () => {
    const trust = onLog();
    const shown = (others: Parameters<typeof trust.setOthers>[0]) => {
      trust.setOthers(others);
      return [trust.page().state, trust.page().others, trust.confirmed()];
    };
    expect(shown(undefined)).toEqual(['holds', undefined, HEAD]);
    expect(shown('reading')).toEqual(['checking', undefined, HEAD]);
    expect(trust.page()).toMatchObject({ page: 'log', checks: [{}, {}] });
    for (const others of ['another-log', 'wrong-proof'] as const)
      expect(shown(others)).toEqual(['does-not-match', others, HEAD]);
    expect(trust.page()).toMatchObject({ page: 'log', checks: [{}, {}] });
    // On pages that claim nothing, too; a reader's copy and what the register itself contradicts say so.
    const leave = trust.declare({ page: 'none', checks: {} });
    expect(shown('another-log')).toEqual(['does-not-match', 'another-log', undefined]);
    leave();
    report(trust, checkOf('inclusion'), MISMATCH);
    expect(shown('another-log')).toEqual(['does-not-match', undefined, undefined]);
    trust.declare({ page: 'copy', checks: {}, copy: 'holds' });
    expect(shown('another-log')).toEqual([undefined, undefined, undefined]);
  });

  test('is not green before what the sender of the link saw is compared, nor unless it is the same; the root is remembered as without it', () => {
    const trust = onLog();
    const shown = (sender: Parameters<typeof trust.setSender>[0]) => {
      trust.setSender(sender);
      return [trust.page().state, trust.page().sender, trust.confirmed()];
    };
    expect(shown(undefined)).toEqual(['holds', undefined, HEAD]);
    expect(shown('checking')).toEqual(['checking', undefined, HEAD]);
    expect(shown(HOLDS)).toEqual(['holds', HOLDS, HEAD]);
    expect(shown(CANNOT)).toEqual(['cannot-check', CANNOT, HEAD]);
    expect(shown(MISMATCH)).toEqual(['does-not-match', MISMATCH, HEAD]);
    expect(trust.mismatched()).toBe(false);
    report(trust, checkOf('inclusion'), MISMATCH);
    expect(shown(HOLDS)).toEqual(['does-not-match', HOLDS, undefined]);
  });

  test('is as good as what is required of every page, until that is not required any more', () => {
    const trust = onLog();
    const required = checkOf('newest');
    const end = trust.require(required);
    expect(trust.page().state).toBe('checking');
    for (const verdict of [HOLDS, CANNOT, MISMATCH]) {
      report(trust, required, verdict);
      // Where it holds, nothing is said of it.
      const { state, checks } = trust.page();
      expect([state, checks.slice(2)]).toMatchObject([
        verdict.outcome,
        verdict === HOLDS ? [] : [{ verdict }],
      ]);
    }
    const leave = trust.declare({ page: 'none', checks: {} });
    expect(trust.page().state).toBeUndefined();
    leave();
    end();
    expect(trust.page().state).toBe('holds');
  });

  test('is verified in part while a version that it lists is not checked, and its root is remembered', () => {
    const trust = onLog();
    const row = (entryNumber: number, state: ListedRow['state']) => ({ entryNumber, state });
    const unlist = trust.list([row(3, 'checked'), row(15, 'open')]);
    expect(trust.page()).toMatchObject({ state: 'checking', listed: { of: 2, failed: [], open: [15] } });
    const unlistMore = trust.list([row(15, 'failed'), row(25, 'checked')]);
    expect(trust.page()).toMatchObject({ state: 'cannot-check', listed: { of: 3, failed: [15], open: [] } });
    expect(trust.confirmed()).toEqual(HEAD);
    trust.setOthers('reading');
    expect([trust.page().state, trust.page().listed]).toEqual(['checking', undefined]);
    trust.setOthers(undefined);
    report(trust, checkOf('inclusion'), MISMATCH);
    expect(trust.page().state).toBe('does-not-match');
    expect(trust.page().listed).toBeUndefined();
    report(trust, checkOf('inclusion'), HOLDS);
    unlist();
    unlistMore();
    expect(trust.page().state).toBe('holds');
  });

  test('shows a reader’s copy before all that a page declares of the register, whichever came first', () => {
    const trust = onLog();
    const restore = trust.declare({ page: 'copy', checks: {}, copy: 'holds' });
    expect(trust.page()).toMatchObject({ page: 'copy', state: undefined });
    trust.declare({ ...ON_LOG });
    expect(trust.page()).toMatchObject({ page: 'copy', state: undefined });
    expect(trust.confirmed()).toBeUndefined();
    restore();
    expect(trust.page()).toMatchObject({ page: 'log', state: 'holds' });
  });

  test('notifies listeners of another page at once, so that it never shows the previous verdict', () => {
    const trust = onLog();
    const seen: (string | undefined)[] = [];
    trust.subscribe(() => seen.push(trust.page().state));
    const undeclare = trust.declare({ page: 'entry', checks: { data: checkOf('data') } });
    expect(seen).toEqual(['checking']);
    undeclare();
    expect(seen).toEqual(['checking', 'holds']);
  });

  test('notifies listeners once for each batch of changes, and returns the same objects until then', async () => {
    const trust = onLog();
    await Promise.resolve();
    const [ended, active] = [vi.fn(), vi.fn()];
    const unsubscribe = trust.subscribe(ended);
    trust.subscribe(active);
    trust.subscribe(active);
    const before = trust.page();
    expect(trust.page()).toBe(before);
    for (const subject of ['1', '2', '3']) report(trust, { ...checkOf('inclusion'), subject }, HOLDS);
    expect(trust.page()).not.toBe(before);
    const states = trust.statesOf(ON_LOG);
    expect(states).toEqual(trust.page().checks);
    expect(trust.statesOf(ON_LOG)).toBe(states);
    trust.mark([checkOf('data')]);
    expect(active).not.toHaveBeenCalled();
    unsubscribe();
    await Promise.resolve();
    expect([ended.mock.calls.length, active.mock.calls.length]).toEqual([0, 2]);
    trust.heads.set(HEAD);
    trust.withdraw(checkOf('others'));
    trust.setOthers(undefined);
    trust.setSender(undefined);
    await Promise.resolve();
    expect(active).toHaveBeenCalledTimes(2);
  });
});

describe('the head to remember', () => {
  /** The store of a green page of a consistency proof, which needs no proof of an entry. */
  function onProof(): TrustStore {
    const trust = new TrustStore();
    publish(trust, HEAD);
    trust.heads.set(HEAD);
    trust.reportMemory(HEAD, finding(HOLDS));
    report(trust, checkOf('consistency'), HOLDS);
    const checks = { consistency: checkOf('consistency'), memory: checkOf('memory') };
    trust.declare({ page: 'consistency-proof', checks });
    return trust;
  }

  test.each<[string, (trust: TrustStore) => void, Checkpoint | undefined]>([
    ['an entry of it', (trust) => report(trust, checkOf('inclusion'), HOLDS), HEAD],
    [
      'an entry of it, beside two roots for another size',
      (trust) => {
        report(trust, checkOf('inclusion'), HOLDS);
        publish(trust, LATER);
        publish(trust, { ...LATER, rootHash: OTHER.rootHash });
      },
      undefined,
    ],
    ['an earlier visit', (trust) => report(trust, checkOf('whole-log'), HOLDS, { checkedAt: 1 }), undefined],
  ])('is one that a proof of this visit led to: %s', (_, then, expected) => {
    const trust = onProof();
    then(trust);
    expect([trust.page().state, trust.confirmed()]).toEqual(['holds', expected]);
  });

  test('is none of an empty log, and none without a page that rests on it', () => {
    const empty: Checkpoint = { logSize: 0, rootHash: HEAD.rootHash };
    const trust = new TrustStore();
    trust.heads.set(empty);
    trust.reportMemory(empty, finding(FIRST_VISIT));
    report(trust, checkOf('whole-log', empty), HOLDS);
    const checks = { 'whole-log': checkOf('whole-log', empty), memory: checkOf('memory', empty) };
    trust.declare({ page: 'audit', checks });
    expect([trust.page().state, trust.confirmed()]).toEqual(['holds', undefined]);
    const left = onLog();
    left.declare({ page: 'none', checks: {} });
    expect([left.page().state, left.confirmed()]).toEqual([undefined, undefined]);
  });
});
