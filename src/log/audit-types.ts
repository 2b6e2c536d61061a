import type { Checkpoint } from '../core/model.ts';
import type { AuditResult } from '../verify/audit-result.ts';
import type { Phase } from './read-log.ts';

/** AuditProgress is the progress of a run. */
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
  /** An estimate of the remaining time in milliseconds; undefined before there is one. */
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

/** AuditState is the state of a run. A 'new' one was not started; a 'failed' one can be resumed. */
export type AuditState = 'new' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** AuditFailure is why a run stopped without a result: a request that failed, or a worker. It says nothing about the register. */
export interface AuditFailure {
  readonly message: string;
  readonly address?: string;
}

/** Keeping says whether storage of a finished run's result is under way or was tried. */
export type Keeping = 'under-way' | 'tried';

/** AuditSnapshot is the visible state of a run. It is a new object after every change, as useSyncExternalStore needs. */
export interface AuditSnapshot {
  readonly state: AuditState;
  readonly progress: AuditProgress;
  readonly result?: AuditResult;
  readonly failure?: AuditFailure;
  /** Only for a finished run. A page closed before storage was tried loses the result. */
  readonly keeping?: Keeping;
}
