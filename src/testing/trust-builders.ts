import type { Check, CheckKind } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { Verdict } from '../core/verdict.ts';
import {
  type Declaration,
  PAGE_CHECKS,
  type PageKind,
  pageVerdict,
  type PageVerdict,
} from '../trust/page-checks.ts';
import type { MemoryFinding } from '../trust/head-verdicts.ts';
import { TrustStore } from '../trust/trust-store.ts';

/** HEAD is the page's head; OTHER another root for its size, LATER a head of a longer log. */
export const HEAD: Checkpoint = { logSize: 9, rootHash: 'a'.repeat(64) as Hash };
export const OTHER: Checkpoint = { ...HEAD, rootHash: 'b'.repeat(64) as Hash };
export const LATER: Checkpoint = { logSize: 12, rootHash: 'c'.repeat(64) as Hash };

/** Verdicts of each outcome. */
export const HOLDS: Verdict = { outcome: 'holds' };
export const MISMATCH: Verdict = { outcome: 'does-not-match', code: 'data-differs', reason: 'x' };
export const CANNOT: Verdict = { outcome: 'cannot-check', code: 'request-failed', reason: 'x' };
export const NOT_MADE: Verdict = { outcome: 'not-checked', code: 'not-made', reason: 'x' };
export const FIRST_VISIT: Verdict = { outcome: 'not-checked', code: 'first-visit', reason: 'x' };
export const REFUSED: Verdict = { outcome: 'not-checked', code: 'storage-refused', reason: 'x' };
export const UNREAD: Verdict = { outcome: 'cannot-check', code: 'storage-unread', reason: 'x' };

/** finding returns the comparison of a head with the remembered root. */
export const finding = (verdict: Verdict): MemoryFinding => ({ verdict, recalled: { kind: 'first-visit' } });

/** The checks that are made of bytes alone; all others are made against a head. */
const HEADLESS: ReadonlySet<CheckKind> = new Set(['key', 'data']);
/** checkOf returns a check of that kind, against the head if the kind has one. */
export const checkOf = (kind: CheckKind, head: Checkpoint = HEAD): Check =>
  HEADLESS.has(kind) ? { kind, subject: 'it' } : { kind, subject: '', head };
/** publish publishes a head. */
export const publish = (trust: TrustStore, head: Checkpoint, address = 'https://r.example/proof/register') =>
  trust.heads.publish({ ...head, address });
/** report reports that verdict of a check. */
export const report = (trust: TrustStore, check: Check, verdict: Verdict, more = {}) =>
  trust.report({ ...check, verdict, checkedAt: Date.now(), ...more });

/** ON_LOG declares the checks of a page of the log. */
export const ON_LOG: Declaration = {
  page: 'log',
  checks: { inclusion: checkOf('inclusion'), memory: checkOf('memory') },
};

/** onLog is the store of a green page of the log, with this verdict of a check that the page does not declare. */
export function onLog(data: Verdict = HOLDS): TrustStore {
  const trust = new TrustStore();
  publish(trust, HEAD);
  trust.heads.set(HEAD);
  trust.reportMemory(HEAD, finding(HOLDS));
  report(trust, checkOf('inclusion'), HOLDS);
  report(trust, checkOf('data'), data);
  trust.declare(ON_LOG);
  return trust;
}

/** Verdicts are those of the checks of a page, by their kinds. */
export type Verdicts = Readonly<Record<string, Verdict | undefined>>;

/** pageOf is the verdict on a page whose checks hold, but for these; a log has three rows, of which `rows` hold. */
export function pageOf(
  page: PageKind,
  found: Verdicts = {},
  more: Partial<Declaration> = {},
  rows = 3,
): PageVerdict {
  const beginning = more.at === undefined ? [] : (['consistency'] as const);
  const kinds = [...PAGE_CHECKS[page], ...(more.more ?? []), ...beginning];
  const checks = Object.fromEntries(kinds.map((kind) => [kind, checkOf(kind)]));
  const ofRows = ['1', '2', '3'].map((subject): Check => ({ kind: 'inclusion', subject, head: HEAD }));
  const declared = { ...checks, ...(page === 'log' && { inclusion: ofRows }) };
  return pageVerdict({ page, checks: declared, ...more }, [], ({ kind, subject }) => {
    if (kind in found) return found[kind];
    return kind === 'inclusion' && Number(subject) > rows ? undefined : HOLDS;
  });
}
