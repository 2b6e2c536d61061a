import type { AuditProgress } from '../../verify/audit/audit-types.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** remainingWords says how much longer, in steps coarse enough not to flicker: `a moment left`, `about 20 s left`, `about 3 min left`. Empty where nobody knows. */
export function remainingWords(remainingMs: number | undefined): string {
  if (remainingMs === undefined || !Number.isFinite(remainingMs)) return '';
  if (remainingMs < 1.5 * SECOND) return 'a moment left';
  if (remainingMs <= 10 * SECOND) return `about ${Math.ceil(remainingMs / SECOND)} s left`;
  if (remainingMs <= 55 * SECOND) return `about ${Math.ceil(remainingMs / (5 * SECOND)) * 5} s left`;
  if (remainingMs < 59.5 * MINUTE) return `about ${Math.ceil(remainingMs / MINUTE)} min left`;
  const hours = Math.floor(remainingMs / HOUR);
  const minutes = Math.round((remainingMs - hours * HOUR) / (10 * MINUTE)) * 10;
  const whole = minutes === 60 ? hours + 1 : hours;
  return `about ${countOf(whole, 'hour')}${minutes === 0 || minutes === 60 ? '' : ` ${minutes} min`} left`;
}

/** rateWords writes a rate with two digits that mean something: `41,000 entries a second`. Empty where there is none yet. */
export function rateWords(perSecond: number, noun: string): string {
  if (!(perSecond > 0)) return '';
  const step = 10 ** Math.max(0, Math.floor(Math.log10(perSecond)) - 1);
  return `${formatNumber(Math.max(1, Math.round(perSecond / step) * step))} ${noun} a second`;
}

/**
 * shareDone is how much of an audit is done, 0 to 1. How many items there are is known only when all entries have been read; until then the server's count is
 * taken, or as many as there are entries.
 */
export function shareDone(progress: AuditProgress, itemsSaid: number | undefined): number {
  const { phase, logSize, entriesDone, itemsDone, itemsTotal } = progress;
  if (phase === 'comparing') return 1;
  const items = phase === 'entries' ? Math.max(itemsTotal, itemsSaid ?? logSize) : itemsTotal;
  const all = logSize + items;
  return all === 0 ? 1 : Math.min(1, (entriesDone + itemsDone) / all);
}

/** phaseWords says in a few words what is being done, and that an answer is waited for as long as none of its kind has come. */
export function phaseWords(progress: AuditProgress, items: 'items' | 'blobs'): string {
  const { phase, bytes, itemsDone, itemsTotal } = progress;
  switch (phase) {
    case 'entries':
      return bytes === 0 ? 'Waiting for the first answer' : 'Reading and hashing the entries';
    case 'items':
      return itemsDone === 0 && itemsTotal > 0
        ? `Waiting for the first ${items}`
        : `Reading and hashing the ${items}`;
    case 'comparing':
      return 'The roots differ: looking for the entry';
  }
}

const QUARTERS = ['just begun', 'a quarter done', 'half done', 'three quarters done', 'nearly done'] as const;

/** spokenProgress is what a screen reader is told while an audit runs: it changes four times in all. */
export function spokenProgress(share: number): string {
  return `Audit ${QUARTERS[Math.min(4, Math.floor(share * 4))] ?? ''}`;
}
