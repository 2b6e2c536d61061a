import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { memoize } from '../core/memoize.ts';
import type { Checkpoint } from '../core/model.ts';
import { createStore } from '../core/store.ts';
import { type AuditSnapshot, nothingRead } from '../log/audit-types.ts';
import type { Audit } from '../log/audit.ts';
import { noteKept } from './kept-audit.ts';
import type { LogTools } from './log-tools.ts';
import { clientOf } from './client-query.ts';
import { describeFailure } from './failure.ts';
import { CHECK } from './keys.ts';
import { type RegisterSession, useSession } from './session.ts';

const controllerOf = memoize((session: RegisterSession, queries: QueryClient) =>
  createAuditController(session, queries, async () => (await import('./log-tools.ts')).logTools),
);

/** useAudit follows the audit of the register on view, if one was begun in this page, and returns the controller that starts and stops it. */
export function useAudit(): {
  readonly controller: AuditController;
  readonly run: AuditSnapshot | undefined;
} {
  const session = useSession();
  const controller = controllerOf(session, useQueryClient());
  const run = useSyncExternalStore(controller.subscribe, controller.snapshot);
  return { controller, run };
}

/** createAuditController makes the controller of one register; `load` fetches the code of the audit when one is begun. */
export function createAuditController(
  session: RegisterSession,
  queries: QueryClient,
  load: () => Promise<Pick<LogTools, 'audit' | 'prepare' | 'discard'>>,
) {
  let audit: Audit | undefined;
  const shown = createStore<AuditSnapshot | undefined>(undefined);
  let wanted: Checkpoint | undefined;
  let attempt = 0;

  const show = (next: AuditSnapshot | undefined): void => {
    const before = shown.get()?.state;
    if (next !== undefined && (next.state !== before || next.state === 'done'))
      stateChanged(session, queries, next);
    shown.set(next);
  };

  const open = async (head: Checkpoint, mine: number): Promise<void> => {
    const [tools, client] = await Promise.all([load(), clientOf(queries, session)]);
    if (mine !== attempt) return;
    const opened = tools.audit({ session, queries, api: client, signal: new AbortController().signal }, head);
    audit = opened;
    opened.subscribe(() => {
      if (mine === attempt) show(opened.snapshot());
    });
    opened.start();
    show(opened.snapshot());
  };

  const begin = (head: Checkpoint): void => {
    const state = shown.get()?.state;
    if (state === 'running' || state === 'paused') return;
    attempt += 1;
    const mine = attempt;
    audit?.dispose();
    audit = undefined;
    wanted = head;
    noteKept('audit', session.id);
    show({ state: 'running', progress: nothingRead(head) });
    open(head, mine).catch((error: unknown) => {
      if (mine === attempt)
        show({ state: 'failed', progress: nothingRead(head), failure: describeFailure(error) });
    });
  };

  return {
    /** snapshot is the state of the run; undefined if none was begun in this page. A new object after every change. */
    snapshot: shown.get,
    /** subscribe calls the listener after every change; returns the function to unsubscribe. */
    subscribe: shown.subscribe,
    /** prepare loads the code and starts the worker of an audit, for a view from which one may be begun; returns the function that releases them. */
    prepare(): () => void {
      let release: (() => void) | undefined;
      let wanted = true;
      load().then(
        (tools) => void (wanted && (release = tools.prepare())),
        // Reported when an audit is begun.
        () => undefined,
      );
      return () => {
        wanted = false;
        release?.();
      };
    },
    /** begin starts an audit of this head, or resumes a saved one. Ignored while one is running or paused. */
    begin,
    pause: () => audit?.pause(),
    /** resume continues after a pause or a failure. */
    resume(): void {
      if (audit !== undefined) audit.resume();
      else if (wanted !== undefined) begin(wanted);
    },
    /** cancel stops the run and deletes its saved state. */
    cancel(): void {
      const now = shown.get();
      if (audit === undefined && now !== undefined) {
        attempt += 1;
        show({ ...now, state: 'cancelled' });
      } else audit?.cancel();
    },
    /** discard deletes a saved unfinished run. */
    discard: () =>
      void load()
        .then((tools) => tools.discard(session.id))
        .finally(() => refresh(session, queries)),
  };
}

/** AuditController starts and follows a register's audit. It lasts as long as the page: an audit goes on while other views are shown. */
export type AuditController = ReturnType<typeof createAuditController>;

/** stateChanged refreshes the cached audits of the register. A finished audit reports twice: with its result, and once that is stored. */
function stateChanged(
  session: RegisterSession,
  queries: QueryClient,
  { state, result }: AuditSnapshot,
): void {
  if (state === 'running') return;
  if (result?.leafRule !== undefined && result.computedRoot === result.head.rootHash)
    session.trust.learnLeafRule(result.leafRule);
  refresh(session, queries);
}

function refresh(session: RegisterSession, queries: QueryClient): void {
  for (const kind of [['trail-index'], ['kept-audit'], [CHECK, 'latest']])
    void queries.invalidateQueries({ queryKey: [session.id, ...kind] });
}
