import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Check, type CheckKind, type CheckState, worstOf } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { cannotCheck, type Verdict } from '../core/verdict.ts';
import {
  type Declaration,
  type DeclaredCheck,
  type DeclaredState,
  lacksAnswer,
  type ListedRow,
  PAGE_CHECKS,
  type PageKind,
  type PageVerdict,
} from '../trust/page-checks.ts';
import { beginningCheck } from './inclusion-queries.ts';
import { memoryCheckQuery } from './memory-queries.ts';
import { headQuery } from './register-queries.ts';
import { type CheckQuery, failed } from './report-check.ts';
import { useSession, checkOf, NO_HEAD } from './session.ts';

/**
 * PageChecks are the checks of a page by their kinds. `memory`, and `consistency` on a page of an earlier
 * size, are declared without being named.
 */
type PageChecks = Declaration['checks'];

/** CheckStates are the states of the declared checks of a page; other kinds are absent. */
export type CheckStates = Partial<Readonly<Record<CheckKind, DeclaredState>>>;

/**
 * usePageChecks declares the checks of the page on view to the trust store, and returns their states. An
 * unnamed check counts as under way, because a page that does not know yet what it shows cannot be green.
 * `at` is the size shown; if it is an earlier one, the time banner checks that it begins the published log.
 * `more` are further kinds of checks than those of PAGE_CHECKS.
 */
export function usePageChecks(
  page: PageKind,
  checks: PageChecks = NOTHING,
  at?: number,
  more: readonly CheckKind[] = [],
): CheckStates {
  const session = useSession();
  const { trust } = session;
  const claims = PAGE_CHECKS[page].includes('memory');
  const { data: head, error } = useQuery({ ...headQuery(session), enabled: claims });
  const known = head ?? NO_HEAD;
  const memory = memoryCheckQuery(session, known);
  const earlier = at === head?.logSize ? undefined : at;
  useQuery({ ...memory, enabled: claims && head !== undefined, notifyOnChangeProps: [] });
  // Without a head nothing can be compared. A head that was read before a failed request still counts.
  const unread = head === undefined && error !== null ? failed(error) : undefined;
  const against = (check: Check | undefined): DeclaredCheck =>
    unread ?? (head === undefined ? undefined : check);
  const declared: PageChecks = {
    ...checks,
    memory: against(checkOf(memory)),
    ...(earlier !== undefined && {
      consistency: [checks.consistency ?? [], against(beginningCheck(earlier, known))].flat(),
    }),
  };
  const declaration: Declaration = useUnchanged({ page, at: earlier, checks: declared, more });
  useLayoutEffect(() => trust.declare(declaration), [trust, declaration]);
  const states = useSyncExternalStore(trust.subscribe, () => trust.statesOf(declaration));
  return useMemo(() => Object.fromEntries(states.map((state) => [state.kind, state])), [states]);
}

interface DeclarationProps {
  page: PageKind;
  checks?: PageChecks;
  at?: number | undefined;
}

/** DeclarePage is usePageChecks as a component. */
export function DeclarePage({ page, checks, at }: DeclarationProps): null {
  usePageChecks(page, checks, at);
  return null;
}

/** DeclareFailure declares that nothing could be checked, for a page that shows only a failure. */
export function DeclareFailure({
  error,
  page = 'unopened',
  at,
}: Pick<DeclarationProps, 'at'> & { error: unknown; page?: PageKind | undefined }) {
  const verdict = failed(error);
  return DeclarePage({ page, at, checks: { key: verdict, data: verdict, inclusion: verdict } });
}

/**
 * useMarks gives the trust store the checks that the page shows but does not declare. A mismatch among them
 * turns the header red; nothing else of them counts.
 */
export function useMarks(marks: readonly Check[]): void {
  const { trust } = useSession();
  const marked = useUnchanged(marks);
  useEffect(() => trust.mark(marked), [trust, marked]);
}

/**
 * useUnread keeps every page of the register from being green while something stored here is not read, which may
 * contradict it; `problem` is why it could not be read.
 */
export function useUnread(check: Check, isUnread: boolean, problem: string | undefined): void {
  const { trust } = useSession();
  useLayoutEffect(() => {
    if (!isUnread) return undefined;
    if (problem !== undefined)
      trust.report({ ...check, verdict: cannotCheck('storage-unread', problem), checkedAt: Date.now() });
    const end = trust.require(check);
    return () => {
      end();
      trust.withdraw(check);
    };
  }, [trust, check, isUnread, problem]);
}

/**
 * useListed gives the trust store versions that the page lists: while one of them is not checked, the page is
 * verified only in part.
 */
export function useListed(rows: readonly ListedRow[]): void {
  const { trust } = useSession();
  const listed = useUnchanged(rows);
  useEffect(() => (listed.length > 0 ? trust.list(listed) : undefined), [trust, listed]);
}

/**
 * useUnchanged returns the previous render's value while the new one is equal, so that no effect runs again.
 */
function useUnchanged<T>(value: T): T {
  const [current, setCurrent] = useState(value);
  const next = replaceEqualDeep(current, value);
  if (next !== current) setCurrent(() => next);
  return next;
}

/**
 * useFinding reports and marks a view's verdict from comparing answers, and returns it as judged against the
 * head; undefined without check or verdict.
 */
export function useFinding(
  check: (Check & { readonly head: Checkpoint }) | undefined,
  verdict: Verdict | undefined,
): Verdict | undefined {
  const { trust } = useSession();
  const found = useUnchanged(check && verdict && { ...check, verdict });
  useEffect(() => {
    if (found === undefined) return;
    trust.report({ ...found, checkedAt: Date.now() });
    const unmark = trust.mark([found]);
    return () => {
      unmark();
      trust.withdraw(found);
    };
  }, [trust, found]);
  // Judged here as well, because the report follows the render.
  const judged = useRef<Verdict>(undefined);
  return useSyncExternalStore(trust.subscribe, () => {
    const next = found && trust.judge(found.head, found.verdict);
    return (judged.current = replaceEqualDeep(judged.current, next));
  });
}

/**
 * useCheck makes a check, if it is `enabled`, and follows it: `made` is its query, `found` what it found with the
 * verdict of the trust store, which alone counts. Nothing is found before there is one.
 */
export function useCheck<Found extends { readonly verdict: Verdict }>(
  query: CheckQuery<Found>,
  enabled = true,
) {
  const made = useQuery({ ...query, enabled });
  const verdict = useVerdict(checkOf(query));
  const { data } = made;
  const found = useMemo(() => data && verdict && { ...data, verdict }, [data, verdict]);
  return { made, found };
}

/** useVerdict follows the verdict of a check; undefined while it is open. */
export function useVerdict(check: Check | undefined): Verdict | undefined {
  const { trust } = useSession();
  const verdict = () => check && trust.verdictOf(check);
  return useSyncExternalStore(trust.subscribe, verdict, verdict);
}

/** useVerdicts follows the verdicts of checks, in their order. */
export function useVerdicts(checks: readonly Check[]): readonly (Verdict | undefined)[] {
  const { trust } = useSession();
  const before = useRef<readonly (Verdict | undefined)[]>([]);
  return useSyncExternalStore(trust.subscribe, () => {
    const verdicts = checks.map((check) => trust.verdictOf(check));
    return (before.current = replaceEqualDeep(before.current, verdicts));
  });
}

/** usePageVerdict follows the verdict on the page on view. */
export function usePageVerdict(): PageVerdict {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, () => trust.page());
}

/** useLacksAnswer reports whether something on the page on view could not be checked for want of an answer. */
export function useLacksAnswer(): boolean {
  return lacksAnswer(usePageVerdict());
}

/** useWorstVerdict follows the worst verdict of several checks; undefined until one fails or all hold. */
export function useWorstVerdict(checks: readonly DeclaredCheck[]): Verdict | undefined {
  const { trust } = useSession();
  return useSyncExternalStore(trust.subscribe, () => {
    const verdicts = checks.map((one) => (one && 'kind' in one ? trust.verdictOf(one) : one));
    const worst = worstOf(verdicts.flatMap((verdict) => verdict?.outcome ?? []));
    const found = verdicts.find((verdict) => verdict?.outcome === worst);
    return worst === 'holds' && verdicts.includes(undefined) ? undefined : found;
  });
}

const NOTHING: PageChecks = {};

/** useCopyPage declares the state of a reader's copy, on a page that claims nothing about the register. */
export function useCopyPage(copy: CheckState): void {
  const { trust } = useSession();
  useLayoutEffect(() => trust.declare({ page: 'copy', checks: {}, copy }), [trust, copy]);
}
