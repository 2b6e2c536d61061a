import type { Checkpoint } from '../core/model.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { Phase } from './read-log.ts';

/** AuditProgress is how far a run has come. */
export interface AuditProgress {
  readonly phase: Phase;
  readonly logSize: number;
  /** Entries whose leaves are in the rebuilt tree, those of an earlier run included. */
  readonly entriesDone: number;
  /** Different items found to have the hash that an entry names. */
  readonly itemsDone: number;
  /** Different items that the entries read so far name: final once all entries are read. */
  readonly itemsTotal: number;
  /** Bytes of JSON read, those before a pause or reload included. */
  readonly bytes: number;
  /** Working time in milliseconds; pauses and the time between visits do not count. */
  readonly elapsedMs: number;
  /** A guess at the rest, in milliseconds; undefined while there is nothing to guess from. */
  readonly remainingMs: number | undefined;
}

/** nothingRead is the progress of a run that has not begun. */
export function nothingRead({ logSize }: Checkpoint): AuditProgress {
  return {
    phase: 'entries',
    logSize,
    entriesDone: 0,
    itemsDone: 0,
    itemsTotal: 0,
    bytes: 0,
    elapsedMs: 0,
    remainingMs: undefined,
  };
}

/** AuditState is where a run stands. 'new' has not been started; 'failed' may be taken up again with resume(). */
export type AuditState = 'new' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** AuditFailure is why a run stopped without a result: a request that failed, or a worker. It says nothing about the register. */
export interface AuditFailure {
  readonly message: string;
  readonly address?: string;
}

/** Keeping is whether what a finished run found is still being written to storage, or all has been tried. */
export type Keeping = 'under-way' | 'tried';

/** AuditSnapshot is all that can be seen of a run at one moment; a new object after every change, so that it fits useSyncExternalStore. */
export interface AuditSnapshot {
  readonly state: AuditState;
  readonly progress: AuditProgress;
  readonly result?: AuditResult;
  readonly failure?: AuditFailure;
  /** Only of a run that is done: until it was tried, a page that is closed loses what was found. */
  readonly keeping?: Keeping;
}
