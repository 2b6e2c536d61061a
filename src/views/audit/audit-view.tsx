import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { CoverageStrip } from '../../ui/coverage-strip/coverage-strip.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Instant } from '../../ui/time.tsx';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type AuditCheck, auditCheckQuery } from '../../query/audit-check.ts';
import { useAudit } from '../../query/audit-desk.ts';
import { badEntriesOf, type KeptAudit, keptAuditQuery } from '../../query/kept-audit.ts';
import { useProvedEntries, useReadInVisit } from '../../query/use-whole-log.ts';
import { describeFailure } from '../../query/failure.ts';
import { checkOf } from '../../query/keys.ts';
import { headQuery } from '../../query/register-queries.ts';
import { failed } from '../../query/report-check.ts';
import { useRetry, useSession } from '../../query/session.ts';
import { DeclarePage, usePageChecks } from '../../query/use-page-checks.ts';
import { coverageOf } from '../../ui/coverage-strip/coverage.ts';
import { AuditCard } from './audit-card.tsx';
import styles from './audit.module.css';

/** AuditView reads the whole log and every item, rebuilds the root from them, and says what that came to. */
export function AuditView() {
  const session = useSession();
  const retry = useRetry();
  const head = useQuery(headQuery(session));
  const kept = useQuery(keptAuditQuery(session));
  const failing = head.isError && head.data === undefined ? head : kept.isError ? kept : undefined;
  return (
    <>
      <PageHead
        title="Audit"
        note="Read every entry and all data, hash them in this browser, and combine the hashes to the root."
      />
      {failing !== undefined ? (
        <>
          <DeclarePage page="audit" checks={{ 'whole-log': failed(failing.error) }} />
          <FailureNotice
            failure={describeFailure(failing.error)}
            retrying={failing.isFetching}
            onRetry={retry}
          />
        </>
      ) : head.data === undefined || kept.data === undefined ? (
        <Skeleton lines={8} label="Reading the register proof" />
      ) : head.data.logSize === 0 ? (
        <Notice title="This log is empty">
          <DeclarePage page="audit" checks={{ 'whole-log': EMPTY }} />
          <p>There is nothing to check yet.</p>
        </Notice>
      ) : (
        <Desk head={head.data} kept={kept.data} />
      )}
    </>
  );
}

const EMPTY: Verdict = { outcome: 'not-checked', code: 'empty-log', reason: 'the log is empty' };

/** Desk finds the run if there is one, and what is kept of an earlier one. */
function Desk({ head, kept }: { head: Checkpoint; kept: KeptAudit }) {
  const { desk, run } = useAudit();
  const isUnderWay = run !== undefined && ['running', 'paused', 'failed'].includes(run.state);
  const active = isUnderWay ? run : undefined;
  const result = run?.state === 'done' ? (run.result ?? kept.result) : kept.result;
  const session = useSession();
  const audited = auditCheckQuery(session, result, head);
  const { data, error } = useQuery(audited);
  // A run that cannot go on has no result to check.
  const stopped = active?.state === 'failed' ? active.failure?.message : undefined;
  usePageChecks('audit', {
    'whole-log':
      stopped === undefined
        ? active === undefined
          ? checkOf(audited)
          : undefined
        : { outcome: 'cannot-check', code: 'request-failed', reason: stopped },
  });
  const check: AuditCheck = data ?? {
    ofAnotherHead: false,
    verdict:
      error === null
        ? { outcome: 'not-checked', code: 'not-made', reason: 'it is being looked at' }
        : { outcome: 'cannot-check', code: 'request-failed', reason: describeFailure(error).message },
  };
  const known = data !== undefined || error !== null;
  const isIdle = active === undefined;
  useEffect(() => (isIdle ? desk.prepare() : undefined), [desk, isIdle]);
  const stack = useFocusKept(run?.state, active !== undefined || known);
  return (
    <div className={styles['stack']} ref={stack}>
      {active === undefined && !known ? (
        <Skeleton lines={8} label="Reading what is kept" />
      ) : (
        <AuditCard
          head={head}
          active={active}
          keeping={run?.keeping}
          desk={desk}
          result={result}
          check={check}
          unfinished={run === undefined ? kept.unfinished : undefined}
        />
      )}
      <CoverageCard head={head} kept={kept} badEntries={badEntriesOf(result)} />
    </div>
  );
}

function CoverageCard({
  head,
  kept,
  badEntries,
}: {
  head: Checkpoint;
  kept: KeptAudit;
  badEntries: readonly number[];
}) {
  const proved = useProvedEntries();
  const coverage = coverageOf(head.logSize, kept.coverage, proved, badEntries, useReadInVisit());
  const last = kept.coverage.at(-1);
  const other = last !== undefined && last.head.rootHash !== head.rootHash;
  return (
    <Card title="Verified so far" note="all visits">
      <CoverageStrip coverage={coverage} />
      {last !== undefined && (
        <p className={styles['quiet']}>
          Last read on <Instant at={last.at} />
          {other && ', against an earlier root; whether the log has only grown since is a check of its own'}.
        </p>
      )}
    </Card>
  );
}

/**
 * useFocusKept gives the focus back when `state` changes and the button that had it is gone, as after "Start the audit": to what is marked data-outcome once
 * the audit is done, so that a key meant for Pause begins nothing, else to the first button. It waits until what replaces the button is `ready`.
 */
function useFocusKept(state: string | undefined, ready: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  const changed = useRef(false);
  useEffect(() => {
    if (before.current !== state) changed.current = true;
    before.current = state;
    if (!changed.current || !ready) return;
    changed.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const outcome =
      state === 'done' ? element.current?.querySelector<HTMLElement>('[data-outcome]') : undefined;
    (outcome ?? element.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  }, [state, ready]);
  return element;
}
