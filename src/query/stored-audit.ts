import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { AuditResult } from '../verify/audit-result.ts';
import { useMarks } from './use-page-checks.ts';
import { type RegisterSession, useSession, CHECK, checkOf, NO_HEAD, queryKey } from './session.ts';
import type { Checkpoint } from '../core/model.ts';
import { useSyncExternalStore } from 'react';
import { describeFailure } from './failure.ts';
import { REFUSAL_WORDS, unreadWords } from '../trust/refusal-words.ts';
import { onRefusedStorage, readRefusedStorage } from '../trust/storage-refusals.ts';
import { createStore } from '../core/store.ts';
import { type Check, isSameHead } from '../core/check-result.ts';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import { notChecked, type Verdict } from '../core/verdict.ts';
import { memoryOf } from './memory-queries.ts';
import { checkQuery } from './report-check.ts';

/** storedAuditQuery reads the result of the register's latest audit in this browser; null if there is none. */
export function storedAuditQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'stored-audit'),
    queryFn: async () => (await (await import('./log-tools.ts')).logTools.storedAudit(session.id)) ?? null,
    staleTime: Infinity,
  });
}

/** trailIndexQuery reads the newest entry of every key from the stored audit; null if there is none. */
export function trailIndexQuery(session: RegisterSession) {
  return queryOptions({
    queryKey: queryKey(session, 'trail-index'),
    queryFn: async () => (await (await import('./log-tools.ts')).logTools.trailIndex(session.id)) ?? null,
    staleTime: Infinity,
  });
}

/** rereadAudit reads again what an audit that was stored just now makes out of date. */
export function rereadAudit(queries: QueryClient, session: RegisterSession): void {
  for (const kind of [['trail-index'], ['stored-audit'], [CHECK, 'latest']])
    void queries.invalidateQueries({ queryKey: queryKey(session, ...kind) });
}

/** StoredFinding is what is known of the stored audit of a register. */
interface StoredFinding {
  /** The audit, if it found a mismatch. */
  readonly result: AuditResult | undefined;
  /** Whether there is an audit whose result is not known yet, or not yet counted. */
  readonly isUnread: boolean;
  /** Why it could not be read: a sentence. */
  readonly problem: string | undefined;
}

/**
 * useStoredFinding follows the stored audit of the register on view. A mismatch is marked, so that the header of
 * every page counts it. An audit that held does not count as a check of the page on view.
 */
export function useStoredFinding(head: Checkpoint | undefined): StoredFinding {
  const session = useSession();
  const isStored = useHasStored('audit', session.id);
  const stored = useQuery({ ...storedAuditQuery(session), enabled: isStored });
  const result = isStored && stored.data?.verdict.outcome === 'does-not-match' ? stored.data : undefined;
  const isFound = result !== undefined && head !== undefined;
  const audit = auditCheckQuery(session, result, head ?? NO_HEAD);
  const made = useQuery({ ...audit, enabled: isFound });
  const check = checkOf(audit);
  useMarks(isFound && check ? [check] : []);
  return {
    result,
    isUnread: isStored && !(stored.isSuccess && (!isFound || made.isSuccess)),
    problem: isStored && stored.error !== null ? problemOf(stored.error) : undefined,
  };
}

function problemOf(error: Error): string {
  const unread = unreadWords('What the latest audit in this browser found', error);
  return unread === undefined ? describeFailure(error).message : `${unread}.`;
}

/**
 * badEntriesOf lists the entries, ascending, that the findings of an audit name because they or their data do
 * not match. The number of findings is limited.
 */
export function badEntriesOf(result: AuditResult | undefined): readonly number[] {
  const bad = new Set<number>();
  for (const { kind, entryNumber, entries } of result?.findings ?? []) {
    if (kind !== 'entry' && kind !== 'item') continue;
    if (entryNumber !== undefined) bad.add(entryNumber);
    for (const entry of entries ?? []) bad.add(entry);
  }
  return [...bad].sort((one, other) => one - other);
}

/**
 * useAuditRefusal returns why this browser does not store audits, as a clause; undefined if
 * it does or has not tried.
 */
export function useAuditRefusal(): string | undefined {
  const refusal = useSyncExternalStore(onRefusedStorage, () => readRefusedStorage().get('audits'));
  return refusal && REFUSAL_WORDS[refusal];
}

/**
 * StoredKind is what this browser may store about a register in addition to its root: audits, and the
 * witnesses and mirrors that the reader named.
 */
type StoredKind = 'audit' | 'witnesses';

const nameOf = (kind: StoredKind, registerId: string): string => `register-explorer:${kind}:${registerId}`;
const inThisPage = createStore<ReadonlySet<string>>(new Set());

/**
 * hasStored reports whether an audit of this register was ever begun in this browser, or a witness or mirror
 * named. It is cheap and loads no code.
 */
export function hasStored(kind: StoredKind, registerId: string): boolean {
  const name = nameOf(kind, registerId);
  if (inThisPage.get().has(name)) return true;
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

/** useHasStored is hasStored as a hook: an audit may be begun on the page that uses it, or in another tab. */
export function useHasStored(kind: StoredKind, registerId: string): boolean {
  return useSyncExternalStore(onStored, () => hasStored(kind, registerId));
}

function onStored(listener: () => void): () => void {
  const unsubscribe = inThisPage.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/**
 * noteStored records that an audit of this register was begun here, or a witness or mirror named; only
 * for this page if storage is refused.
 */
export function noteStored(kind: StoredKind, registerId: string): void {
  const name = nameOf(kind, registerId);
  try {
    localStorage.setItem(name, '1');
  } catch {
    // Storage is full or refused.
  }
  inThisPage.set(new Set([...inThisPage.get(), name]));
}

/** AuditCheck is the verdict of an audit on the log with the current head. */
interface AuditCheck {
  readonly verdict: Verdict;
  /** Whether the audit was of another head: what held then is not checked now. */
  readonly ofAnotherHead: boolean;
  /** The leaf rule in plain English, if found. */
  readonly leafRuleTitle?: string | undefined;
}

/**
 * auditCheckQuery judges an audit against a head. It holds only for the head that it covered, and only if
 * that does not contradict the root this browser remembers; a mismatch remains whatever was published since.
 */
export function auditCheckQuery(session: RegisterSession, result: AuditResult | undefined, head: Checkpoint) {
  const check: Check = { kind: 'whole-log', subject: `audit ${result?.finishedAt ?? ''}`, head };
  const make = async (queries: QueryClient): Promise<AuditCheck> => {
    if (result === undefined)
      return { ofAnotherHead: false, verdict: notChecked('not-made', 'no audit was made here') };
    const leafRuleTitle = LEAF_RULE_NAMES.find(({ id }) => id === result.leafRule)?.title;
    const found: AuditCheck = { ...auditCheck(result, head), leafRuleTitle };
    if (found.verdict.outcome === 'holds') await memoryOf(queries, session, head);
    return found;
  };
  return checkQuery(session, check, make, {
    key: [JSON.stringify(result?.head ?? null)],
    // An audit of an earlier visit does not count as read in this one.
    facts: () => (result === undefined ? {} : { checkedAt: result.finishedAt }),
  });
}

/** auditCheck does so ignoring the remembered root. */
function auditCheck({ verdict, head: audited }: AuditResult, head: Checkpoint): AuditCheck {
  const ofAnotherHead = !isSameHead(audited, head);
  if (!ofAnotherHead || verdict.outcome === 'does-not-match') return { verdict, ofAnotherHead };
  return { ofAnotherHead, verdict: notChecked('other-head', 'the audit was of another head of the log') };
}
