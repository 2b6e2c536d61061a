import type { Checkpoint } from '../core/model.ts';
import { useMemory } from './use-memory.ts';

/** SinceVisit is the size of the log when this browser last saw it, before it grew to what it is now. */
export interface SinceVisit {
  readonly logSize: number;
  /** When that was, in milliseconds since 1970. */
  readonly seenAtMs: number;
  /** It was taken over from a file: another browser was there then. */
  readonly fromFile?: boolean;
}

/** useSinceVisit finds what "since your last visit" means: what an earlier sitting remembered, where the log has grown from it. Undefined where there is none. */
export function useSinceVisit(head: Checkpoint | undefined): SinceVisit | undefined {
  const { verdict, finding } = useMemory(head);
  const { since, fromFile = false } = finding ?? {};
  if (head === undefined || since === undefined || verdict?.outcome !== 'holds') return undefined;
  return since.logSize < head.logSize ? { ...since, fromFile } : undefined;
}
