import { describe, expect, test } from 'vitest';
import type { CheckKind } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
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
  HEADLESS,
  checkOf,
  publish,
  report,
} from '../testing/trust-builders.ts';
import { PAGE_CHECKS, type Declared, type PageKind } from './page-checks.ts';
import { createTrustStore, type MemoryFinding, type TrustStore } from './trust-store.ts';

// Which page shows which fault. Any mixture of results, in any order: arbitrary-order.test.ts.

/** How a fault changes the results of an honest register: undefined leaves a check open. */
interface Fault {
  readonly found?: Partial<Record<CheckKind, Verdict | undefined>>;
  readonly memory?: MemoryFinding | undefined;
  /** What else happens after all results are reported. */
  readonly besides?: (trust: TrustStore) => void;
  /** There is no head: checks against one are declared as this verdict. */
  readonly headless?: Declared;
}

/** The store of a page of an honest register with this fault. */
function seen(page: PageKind, fault: Fault, earlier = false): TrustStore {
  const trust = createTrustStore();
  const kinds: readonly CheckKind[] = [...PAGE_CHECKS[page], ...(earlier ? ['consistency' as const] : [])];
  const isHeadless = 'headless' in fault;
  if (!isHeadless) {
    publish(trust, HEAD);
    trust.setHead(HEAD);
    const memory = 'memory' in fault ? fault.memory : finding(HOLDS);
    if (memory !== undefined) trust.reportMemory(HEAD, memory);
  }
  for (const kind of ['key', 'data', 'inclusion', 'consistency', 'whole-log'] as const) {
    const verdict = fault.found !== undefined && kind in fault.found ? fault.found[kind] : HOLDS;
    if (verdict !== undefined && (HEADLESS.has(kind) || !isHeadless)) report(trust, checkOf(kind), verdict);
  }
  const checks = Object.fromEntries(
    kinds.map((kind) => [kind, isHeadless && !HEADLESS.has(kind) ? fault.headless : checkOf(kind)]),
  );
  trust.declare({ page, checks, earlier });
  fault.besides?.(trust);
  return trust;
}

const LETTERS = {
  holds: 'H',
  'does-not-match': 'X',
  'cannot-check': '?',
  checking: '.',
  'not-checked': '-',
} as const;

const FAULTS: Readonly<Record<string, Fault>> = {
  none: {},
  'first visit': { memory: finding(FIRST_VISIT) },
  'another key': { found: { key: MISMATCH } },
  'data mismatch': { found: { data: MISMATCH } },
  'inclusion mismatch': { found: { inclusion: MISMATCH } },
  'inclusion failed': { found: { inclusion: CANNOT } },
  'inclusion open': { found: { inclusion: undefined } },
  'log mismatch': { found: { 'whole-log': MISMATCH } },
  'log not asked for': { found: { 'whole-log': NOT_MADE } },
  'consistency mismatch': { found: { consistency: MISMATCH } },
  'memory mismatch': { memory: finding(MISMATCH) },
  'memory open': { memory: undefined },
  'memory unread': { memory: finding(UNREAD) },
  'two roots for the size': { besides: (trust) => publish(trust, OTHER) },
  'a newer head shown': { besides: (trust) => trust.setHead(LATER) },
  'a newer head contradicted': { besides: (trust) => trust.reportMemory(LATER, finding(MISMATCH)) },
  'head late': { headless: undefined },
  'head failed': { headless: CANNOT },
  'newest mismatch, not shown': { besides: (trust) => report(trust, checkOf('newest'), MISMATCH) },
  'newest mismatch among the marks': {
    besides(trust) {
      report(trust, checkOf('newest'), MISMATCH);
      trust.mark([checkOf('others'), checkOf('newest')]);
    },
  },
};

/**
 * HEADERS is what the header says: green (H), does not match (X), could not check (?), checking (.), not checked (-). The columns are the pages in the order of
 * PAGE_CHECKS: record, entry, item; overview, log; list, audit, missing; entry proof, consistency proof. The second group of ten is the same pages of an earlier size.
 */
const HEADERS = `
none                            HHH HH HHH HH  HHH HH HHH HH
first visit                     HHH HH HHH HH  HHH HH HHH HH
another key                     XHH HH HHH HH  XHH HH HHH HH
data mismatch                   XXX HH HHH HH  XXX HH HHH HH
inclusion mismatch              XXX XX HHH XH  XXX XX HHH XH
inclusion failed                ??? ?? HHH ?H  ??? ?? HHH ?H
inclusion open                  ... .. HHH .H  ... .. HHH .H
log mismatch                    HHH HH XXX HH  HHH HH XXX HH
log not asked for               HHH HH --- HH  HHH HH --- HH
consistency mismatch            HHH HH HHH HX  XXX XX XXX XX
memory mismatch                 XXX XX XXX XX  XXX XX XXX XX
memory open                     ... .. ... ..  ... .. ... ..
memory unread                   ??? ?? ??? ??  ??? ?? ??? ??
two roots for the size          XXX XX XXX XX  XXX XX XXX XX
a newer head shown              ... .. ... ..  ... .. ... ..
a newer head contradicted       HHH HH HHH HH  HHH HH HHH HH
head late                       ... .. ... ..  ... .. ... ..
head failed                     ??? ?? ??? ??  ??? ?? ??? ??
newest mismatch, not shown      HHH HH HHH HH  HHH HH HHH HH
newest mismatch among the marks XXX XX XXX XX  XXX XX XXX XX
`;

const COLUMNS = (Object.keys(PAGE_CHECKS) as PageKind[]).filter((page) =>
  PAGE_CHECKS[page].includes('memory'),
);

describe('every fault on every page', () => {
  const rows = HEADERS.trim()
    .split('\n')
    .map((line) => [line.slice(0, 32).trim(), line.slice(32).replaceAll(' ', '')] as const);

  test('has a row, and no other', () => expect(rows.map(([name]) => name)).toEqual(Object.keys(FAULTS)));

  test.each(rows)('%s', (name, row) => {
    const states = [false, true].flatMap((earlier) =>
      COLUMNS.map((page) => seen(page, FAULTS[name] ?? {}, earlier).page().state ?? 'none'),
    );
    expect(states.map((state) => (state === 'none' ? ' ' : LETTERS[state])).join('')).toBe(row);
  });
});

describe('the head to remember', () => {
  const page = 'consistency-proof';
  const unproved: Fault = { found: { inclusion: undefined, 'whole-log': undefined } };

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
    const trust = seen(page, { ...unproved, besides: then });
    expect(trust.page().state).toBe('holds');
    expect(trust.confirmed()).toEqual(expected);
  });

  test('is none of an empty log, and none without a page that rests on it', () => {
    const empty: Checkpoint = { logSize: 0, rootHash: HEAD.rootHash };
    const trust = createTrustStore();
    trust.setHead(empty);
    trust.reportMemory(empty, finding(FIRST_VISIT));
    report(trust, checkOf('whole-log', empty), HOLDS);
    const checks = { 'whole-log': checkOf('whole-log', empty), memory: checkOf('memory', empty) };
    trust.declare({ page: 'audit', checks, earlier: false });
    expect(trust.page().state).toBe('holds');
    expect(trust.confirmed()).toBeUndefined();
    const left = seen('log', {});
    left.declare({ page: 'none', checks: {}, earlier: false });
    expect(left.page().state).toBeUndefined();
    expect(left.confirmed()).toBeUndefined();
  });
});
