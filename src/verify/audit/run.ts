import type { LeafRuleId } from '../../core/leaf-rule-names.ts';
import type { Checkpoint, Variant } from '../../core/model.ts';
import type { BaseMark } from './audit-records.ts';
import type { AuditFinding, AuditPages, AuditPhase, ItemsRef, RawPage } from './audit-types.ts';
import type { Books, Noted } from './books.ts';
import type { Findings } from './findings.ts';
import type { AnswerTo, Job } from './job-types.ts';
import type { LogRebuild } from './log-rebuild.ts';
import { JobLost, type WorkerPool } from './worker-pool.ts';

/** Run is one audit under way: what the phases work on. All of it but `links` is saved and taken up again. */
export interface Run {
  readonly head: Checkpoint;
  readonly variant: Variant;
  leafRule: LeafRuleId | undefined;
  /** Entries up to this one were read by an earlier audit. */
  readonly continuedFrom: number;
  /** That audit; undefined where this one reads all. */
  readonly base: BaseMark | undefined;
  readonly tree: LogRebuild;
  readonly books: Books;
  readonly findings: Findings;
  /** See AuditResult. */
  readonly remarks: string[];
  phase: AuditPhase;
  /** Where in the item list to go on. */
  itemsAt: ItemsRef;
  /** Whether the list has been read, or is not to be: what is still unseen is then asked for one by one. */
  listDone: boolean;
  /** Bytes read. */
  bytes: number;
}

/** Links is what a run works with, as long as it is not stopped. */
export interface Links {
  readonly pages: AuditPages;
  readonly pool: WorkerPool;
  readonly workers: number;
  readonly signal: AbortSignal;
  /** entered hears of entries that are now in the tree and the books. */
  entered(noted: Noted): void;
  /** changed hears that there is progress. */
  changed(): void;
}

/** Trouble is why an audit cannot go on for now: it says nothing about the register. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
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

/** digest fetches a page and has a worker look at it; once more for each time that a worker was lost with it. Throws what fetching throws, and Trouble for a page that is not what the API document describes. */
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
      if (answer.outcome === 'refused') throw new Trouble(answer.problem, address);
      return { answer: answer as Exclude<AnswerTo<J>, { outcome: 'refused' }>, address };
    } catch (error) {
      if (!(error instanceof JobLost)) throw error;
    }
  }
}
