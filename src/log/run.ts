import type { LeafRuleId } from '../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../core/model.ts';
import type { AuditFinding } from '../verify/audit-result.ts';
import { WorkerLost } from '../verify/worker-bridge.ts';
import type { AuditPhase, ItemsRef, LogPages, RawPage } from './audit-types.ts';
import type { Findings } from './findings.ts';
import type { AnswerTo, Job } from './jobs.ts';
import type { IndexedPage, LogIndex } from './log-index.ts';
import type { LogTree } from './log-tree.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Run is one reading of a log under way. All of it but `postponed` is saved and taken up again. */
export interface Run {
  readonly head: Checkpoint;
  readonly variant: Variant;
  leafRule: LeafRuleId | undefined;
  /** The head of the audit that this one continues: entries up to there were read then. Undefined where this one reads all. */
  readonly base: Checkpoint | undefined;
  readonly tree: LogTree;
  readonly index: LogIndex;
  readonly findings: Findings;
  /** See AuditResult. */
  readonly remarks: string[];
  phase: AuditPhase;
  /** Where in the item list to go on. */
  itemsAt: ItemsRef;
  /** Whether the list has been read, or is not to be: what is still unseen is then asked for by other ways. */
  listDone: boolean;
  /** Bytes read. */
  bytes: number;
  /** Findings that wait until all entries are read; they are not saved, but made again. */
  readonly postponed: (() => void)[];
}

/** Links is what a run works with, as long as it is not stopped. */
export interface Links {
  readonly pages: LogPages;
  readonly pool: WorkerPool;
  readonly signal: AbortSignal;
  /** entered hears of entries that are now in the tree and the index. */
  entered(page: IndexedPage): void;
  /** changed hears that there is progress. */
  changed(): void;
}

/** PendingError is why a run cannot go on for now: it says nothing about the register. */
export class PendingError extends Error {
  override readonly name = 'PendingError';
  readonly address: string | undefined;

  constructor(message: string, address?: string) {
    super(message);
    this.address = address;
  }
}

/** CannotGoOn carries the finding that makes it impossible to rebuild the root. */
export class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn';
  readonly finding: AuditFinding;

  constructor(finding: AuditFinding) {
    super(finding.text);
    this.finding = finding;
  }
}

/** digest fetches a page and has a worker look at it; once more for each time that a worker was lost with it. Throws what fetching throws, and PendingError for a page that is not what the API document describes. */
export async function digest<J extends Job>(
  run: Run,
  { pool, signal }: Links,
  fetch: () => Promise<RawPage>,
  jobFor: (bytes: Uint8Array) => J,
): Promise<{ answer: Exclude<AnswerTo<J>, { outcome: 'refused' }>; address: string }> {
  for (;;) {
    const { bytes, address } = await fetch();
    signal.throwIfAborted();
    run.bytes += bytes.length;
    try {
      const answer: AnswerTo<Job> = await pool.run(jobFor(bytes));
      if (answer.outcome === 'refused') throw new PendingError(answer.problem, address);
      return { answer: answer as Exclude<AnswerTo<J>, { outcome: 'refused' }>, address };
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
    }
  }
}

/**
 * workThrough does tasks, at most `limit` at a time, until none is under way and `next` has none to give: it is asked again after each that is done.
 * After a failure no task is begun; when those under way have ended, it rejects with the first error.
 */
export async function workThrough<T>(
  next: () => T | undefined,
  limit: number,
  work: (task: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const begin = (task: T): void => {
    const own: Promise<void> = work(task)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(own));
    running.add(own);
  };
  for (;;) {
    while (errors.length === 0 && running.size < limit) {
      const task = next();
      if (task === undefined) break;
      begin(task);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (errors.length > 0) throw errors[0];
}
