import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memoize } from '../core/memoize.ts';
import type { Checkpoint } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import type { AuditProgress } from '../log/audit.ts';
import { notifyTabs } from '../trust/root-news.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import { clientOf } from './client-query.ts';
import { describeFailure, type Failure } from './failure.ts';
import { noteStored, rereadAudit } from './stored-audit.ts';
import type { LogTools } from './log-tools.ts';
import { type RegisterSession, useSession } from './session.ts';

/** AuditRun is the state of an audit that was begun in this page. A new object after every change. */
export interface AuditRun {
  readonly state: 'running' | 'done' | 'failed';
  readonly head: Checkpoint;
  /** Undefined until the log is open. */
  readonly progress?: AuditProgress | undefined;
  readonly result?: AuditResult;
  /** Set while storage has not yet taken the result. */
  readonly isStoring?: true;
  /** Why it stopped without a result. It says nothing about the register. */
  readonly failure?: Failure;
}

const controllerOf = memoize((session: RegisterSession, queries: QueryClient) =>
  createAuditController(session, queries, async () => (await import('./log-tools.ts')).logTools),
);

/**
 * useAudit follows the audit of the register on view, if one was begun in this page, and returns the
 * controller that starts and stops it.
 */
export function useAudit(): { readonly controller: AuditController; readonly run: AuditRun | undefined } {
  const session = useSession();
  const controller = controllerOf(session, useQueryClient());
  const run = useSyncExternalStore(controller.subscribe, controller.run);
  return { controller, run };
}

/**
 * AuditController starts and follows a register's audit. It lasts as long as the page: an audit goes on
 * while other views are shown.
 */
export interface AuditController {
  /** run is the state of the audit; undefined if none was begun in this page. */
  readonly run: () => AuditRun | undefined;
  /** subscribe calls the listener after every change; returns the function to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
  /** begin starts an audit of this head. Ignored while one is running. */
  begin(head: Checkpoint): void;
  /** stop ends the audit and forgets what it read; a finished one stays stored. */
  stop(): void;
}

/**
 * createAuditController makes the controller of one register; `load` fetches the code of the
 * audit when one is begun.
 */
export function createAuditController(
  session: RegisterSession,
  queries: QueryClient,
  load: () => Promise<Pick<LogTools, 'audit' | 'start' | 'source' | 'storage'>>,
): AuditController {
  const shown = createStore<AuditRun | undefined>(undefined);
  let current = new AbortController();
  let working: Promise<void> = Promise.resolve();

  const show = (change: Pick<AuditRun, 'state'> & Partial<AuditRun>): void => {
    const run = shown.get();
    if (run === undefined) return;
    const { result, state } = change;
    if (result?.leafRule !== undefined && result.computedRoot === result.head.rootHash)
      session.trust.learnLeafRule(result.leafRule);
    if (state === 'done') rereadAudit(queries, session);
    shown.set({ head: run.head, progress: run.progress, ...change });
  };
  const work = async (head: Checkpoint, { signal }: AbortController): Promise<void> => {
    try {
      signal.throwIfAborted();
      const [tools, api] = await Promise.all([load(), clientOf(queries, session)]);
      signal.throwIfAborted();
      const result = await tools.audit({
        ...tools.source({ session, queries, api, signal }, head),
        registerId: session.id,
        head,
        storage: tools.storage,
        start: tools.start,
        report(progress) {
          if (!signal.aborted) show({ state: 'running', progress });
        },
        storing(late) {
          if (!signal.aborted) show({ state: 'done', result: late, isStoring: true });
        },
      });
      notifyTabs(session.memory.id);
      // It may have been stopped, or another one begun, while it was stored.
      if (signal === current.signal && !signal.aborted) show({ state: 'done', result });
      else rereadAudit(queries, session);
    } catch (error) {
      if (!signal.aborted) show({ state: 'failed', failure: describeFailure(error) });
    }
  };
  return {
    run: shown.get,
    subscribe: shown.subscribe,
    begin(head) {
      if (shown.get()?.state === 'running') return;
      noteStored('audit', session.id);
      shown.set({ state: 'running', head });
      // Each begins after the one before has ended, so that two never work on one log.
      const mine = (current = new AbortController());
      working = working.then(() => work(head, mine));
    },
    stop() {
      current.abort();
      shown.set(undefined);
    },
  };
}
