import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type AuditRun, useAudit } from '../../query/audit-controller.ts';
import { auditCheckQuery, storedAuditQuery, useAuditRefusal } from '../../query/stored-audit.ts';
import { useHead, useSummary } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useSession, checkOf } from '../../query/session.ts';
import { EMPTY_LOG } from '../../query/use-entry-check.ts';
import {
  DeclarePage,
  useCheck,
  usePageChecks,
  usePageVerdict,
  useVerdict,
} from '../../query/use-page-checks.ts';
import { Card } from '../../ui/card.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { countOf, formatBytes, formatMilliseconds } from '../../ui/format.ts';
import { Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Instant } from '../../ui/time.tsx';
import type { AuditResult } from '../../verify/audit-result.ts';
import { useOthersLine } from '../shared/check-lines.tsx';
import { QueryFailure, TryAgain } from '../shared/page-failure.tsx';
import { limitsOf } from '../shared/verdict-words.ts';
import { useSource } from '../../ui/source.ts';
import { copyCheck } from '../../query/copy-controller.ts';
import { useVerifiedCopy } from '../../query/copy.ts';
import { Findings, plannedChecks, resultChecks } from './audit-result.tsx';
import {
  copyHeadline,
  type Data,
  idleHeadline,
  planOf,
  runHeadline,
  RunningAudit,
  StartAudit,
} from './audit-run.tsx';

/** AuditView reads the whole log and every item, computes the root from them, and shows the result. */
export function AuditView() {
  const session = useSession();
  const head = useHead();
  const stored = useQuery(storedAuditQuery(session));
  // Storage that does not give an audit is no reason not to make one.
  const isStopped = stored.isError && !(stored.error instanceof DOMException);
  const failing = head.isError && head.data === undefined ? head : isStopped ? stored : undefined;
  return (
    <>
      <PageHead
        title="Audit"
        note="Read every entry and all data, hash them in this browser, and combine the hashes to the root."
      />
      {failing !== undefined ? (
        <>
          <DeclarePage page="audit" checks={{ 'whole-log': failed(failing.error) }} />
          <QueryFailure query={failing} />
        </>
      ) : head.data === undefined || stored.isPending ? (
        <Skeleton lines={8} label="Reading the register proof" />
      ) : head.data.logSize === 0 ? (
        <Notice title="This log is empty">
          <DeclarePage page="audit" checks={{ 'whole-log': EMPTY_LOG }} />
        </Notice>
      ) : (
        <AuditPanel head={head.data} stored={stored.data ?? null} />
      )}
    </>
  );
}

const PENDING: Verdict = { outcome: 'not-checked', code: 'not-made', reason: 'it is being looked at' };

/**
 * AuditPanel shows in one sentence what is known of the whole log; below it the run, or how to begin
 * one, and the last findings.
 */
function AuditPanel({ head, stored }: { head: Checkpoint; stored: AuditResult | null }) {
  const session = useSession();
  const { controller, run } = useAudit();
  const source = useSource();
  const others = useOthersLine();
  const active = run?.state === 'done' ? undefined : run;
  const result = run?.result ?? stored ?? undefined;
  const audited = auditCheckQuery(session, result, head);
  const {
    found,
    made: { error },
  } = useCheck(audited);
  const isKnown = active !== undefined || found !== undefined || error !== null;
  // One reading of the whole log counts wherever it is asked for, though only an audit is kept.
  const plan = planOf(head, result);
  const isUnaudited = active === undefined && (result === undefined || plan.kind === 'grown');
  const isMatch = useVerifiedCopy(head) !== undefined;
  const isMismatch = useVerdict(copyCheck(head))?.outcome === 'does-not-match';
  const isCopied = (isMatch || isMismatch) && isUnaudited;
  const known = isCopied ? copyCheck(head) : checkOf(audited);
  // A run that cannot go on has no result to check.
  const stopped = active?.failure && failed(new Error(active.failure.message));
  usePageChecks('audit', { 'whole-log': stopped ?? (active ? undefined : known) });
  const stack = useRestoredFocus(run?.state, isKnown);

  const { data: about } = useSummary();
  const data: Data = { nouns: about?.variant === 'blob' ? 'blobs' : 'items', total: about?.totalItems };
  const shown = active === undefined ? result : undefined;
  const verdict = found?.verdict ?? (error === null ? PENDING : failed(error));
  const { state, title, detail } = active
    ? runHeadline(active, data.nouns)
    : isCopied
      ? copyHeadline(head, isMatch, data.nouns, source)
      : idleHeadline(plan, result, verdict, source);
  const parts = shown
    ? resultChecks(shown, found?.leafRuleTitle, source)
    : plannedChecks(state, data.nouns, source);
  const checks = [...(isCopied ? [] : parts), others];
  const page = usePageVerdict();
  if (!isKnown) return <Skeleton lines={8} label="Reading what is kept" />;
  return (
    <div className="stack" ref={stack}>
      <CheckStrip
        checks={checks}
        verdict={{ state, words: title, by: { id: 'whole', kind: 'whole-log', state, title, detail } }}
        limits={limitsOf(page, checks)}
      />
      <TryAgain onRetry={active?.failure && (() => controller.begin(head))} />
      <Card title="The whole log" note={countOf((active?.head ?? head).logSize, 'entry')}>
        <div className="stack">
          <p className="measure">{detail}</p>
          {active ? (
            <RunningAudit run={active} {...{ data, controller }} />
          ) : (
            <StartAudit key={plan.kind} {...{ head, plan, data, controller }} />
          )}
          {shown && shown.findings.length > 0 && <Findings result={shown} />}
          {shown && found?.ofAnotherHead && (
            <p className="quiet">Found in the log as it was, with {countOf(shown.head.logSize, 'entry')}.</p>
          )}
          {shown && <AuditCost result={shown} run={run} />}
        </div>
      </Card>
    </div>
  );
}

/**
 * useRestoredFocus restores the focus when `state` changes and the focused button is gone, as after "Start
 * the audit": to the verdict once the audit is done, so that a key press for Stop starts nothing, else to
 * the first button. It waits until the replacement is `ready`.
 */
function useRestoredFocus(state: string | undefined, ready: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  const changed = useRef(false);
  useEffect(() => {
    if (before.current !== state) changed.current = true;
    before.current = state;
    if (!changed.current || !ready) return;
    changed.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const wanted = state === 'done' ? '[data-checks] > summary' : 'section button';
    element.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [state, ready]);
  return element;
}

/**
 * AuditCost says what an audit read and how long that took, and whether the result is kept;
 * `run` is that of this page.
 */
function AuditCost({
  result: { entries, continuedFrom, items, variant, bytes, elapsedMs, hasher, finishedAt },
  run,
}: {
  result: AuditResult;
  run: AuditRun | undefined;
}) {
  const refusal = useAuditRefusal();
  return (
    <div className="quiet">
      <p>
        Finished on <Instant at={finishedAt} />: {countOf(entries - continuedFrom, 'entry')} and{' '}
        {countOf(items, variant)} ({formatBytes(bytes)}) in {formatMilliseconds(elapsedMs)}, hashed by{' '}
        {hasher}.{continuedFrom > 0 && ` An earlier audit read the first ${countOf(continuedFrom, 'entry')}.`}
      </p>
      <p>
        {run?.isStoring
          ? 'The result is being stored in this browser, which takes long.'
          : run?.result && refusal
            ? `The result lasts until this page is closed: ${refusal}.`
            : 'The result is kept in this browser.'}
      </p>
    </div>
  );
}
