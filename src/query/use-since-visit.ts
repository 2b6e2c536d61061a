import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Checkpoint } from '../core/model.ts';
import { memoryQuery } from './growth-query.ts';
import { useSession } from './session.ts';
import { useGrowth } from './use-growth.ts';

/** SinceVisit is the size of the log when this browser last saw it, before it grew to what it is now. */
export interface SinceVisit {
  readonly logSize: number;
  /** When that was, in milliseconds since 1970. */
  readonly seenAtMs: number;
  /** It was taken over from a file: another browser was there then. */
  readonly fromFile?: boolean;
}

/**
 * useSinceVisit finds what "since your last visit" means: the remembered root where the log has grown from it in this visit; else the one from which it grew
 * when it last did. The latter is only a size to begin from, noted beside the remembered root, which has moved on. Undefined where there is none.
 */
export function useSinceVisit(head: Checkpoint | undefined): SinceVisit | undefined {
  const session = useSession();
  const { memory } = session;
  const growth = useGrowth(head);
  const { data: recalled } = useQuery(memoryQuery(session));
  const { since } = growth;
  const grown =
    head !== undefined &&
    since !== undefined &&
    since.logSize < head.logSize &&
    growth.verdict?.outcome === 'holds';
  const first = recalled?.kind === 'first-visit';
  const from = grown && !since.fromFile ? since.logSize : undefined;
  const seenAtMs = grown ? since.seenAtMs : undefined;
  useEffect(() => {
    if (from !== undefined && seenAtMs !== undefined) note(memory.id, { logSize: from, seenAtMs });
    // What was forgotten leaves no trace here.
    else if (first) note(memory.id, undefined);
  }, [memory.id, first, from, seenAtMs]);
  if (grown) return since;
  if (head === undefined || first) return undefined;
  const noted = readNote(memory.id);
  return noted !== undefined && noted.logSize < head.logSize ? noted : undefined;
}

function keyOf(id: string): string {
  return `register-explorer:before:${id}`;
}

function note(id: string, visit: SinceVisit | undefined): void {
  try {
    if (visit === undefined) localStorage.removeItem(keyOf(id));
    else localStorage.setItem(keyOf(id), JSON.stringify(visit));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function readNote(id: string): SinceVisit | undefined {
  try {
    const { logSize, seenAtMs } = JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') as Record<
      string,
      unknown
    >;
    const fits = isWhole(logSize) && logSize >= 1 && isWhole(seenAtMs) && seenAtMs < 8.64e15;
    return fits ? { logSize, seenAtMs } : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
