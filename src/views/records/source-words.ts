import type { Verdict } from '../../core/verdict.ts';
import type { Replica } from '../../query/replica-desk.ts';
import type { Source } from './use-replica-records.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/** sourceWords says where the records come from and what that is worth. */
export function sourceWords({ replica, at }: Source, of: number): string {
  const count = countOf(of, 'record');
  const moment = at === undefined ? '' : ` as of entry ${formatNumber(at)}`;
  const entries = replica.size === 1 ? 'its only entry' : `all ${formatNumber(replica.size)} entries`;
  return [`${count}${moment}. ${standing(replica, entries)}`, gaps(replica)].filter(Boolean).join(' ');
}

function standing({ verdict }: Replica, entries: string): string {
  switch (verdict.outcome) {
    case 'holds':
      return `Computed here from ${entries}, whose root is the published one.`;
    case 'does-not-match':
      return 'reason' in verdict
        ? `Computed from ${entries} as the server sent them, and they do not match: ${verdict.reason}.`
        : `Computed from ${entries} as the server sent them, and their root does not match the published one.`;
    case 'cannot-check':
    case 'not-checked':
      return `Computed from ${entries} as the server sent them, not proved: ${verdict.reason}.`;
  }
}

function gaps({ missing, verdict }: Replica): string {
  if (missing === 0) return '';
  // Data that was sent and did not hash to its name is among it.
  const why = verdict.outcome === 'does-not-match' ? 'is left out' : 'could not be had';
  return `The data of ${countOf(missing, 'version')} ${why}.`;
}

/** serverWords says whose word the list is while the register has not been read whole; how many, where all of them were `read`. */
export function serverWords(read: number, more: boolean, filtered: boolean): string {
  if (filtered)
    return more
      ? 'Records with this value, as the server filters them. Open one to check it.'
      : `${countOf(read, 'record')} with this value, as the server filters them. Open one to check it.`;
  return more
    ? 'As the server lists them. Open one to check it.'
    : `${countOf(read, 'record')}, as the server lists them. Open one to check it.`;
}

/** snapshotWords says whose word the records of an earlier size are while the log has not been read. */
export function snapshotWords(of: number, at: number): string {
  return `${countOf(of, 'record')} as of entry ${formatNumber(at)}, as the server's own snapshot lists them. Not checked against the log yet.`;
}

/** comparedWords says what came of it when the log was read. */
export function comparedWords(verdict: Verdict): string {
  if (verdict.outcome === 'holds') return "The server's own snapshot lists the same.";
  const reason = 'reason' in verdict ? `: ${verdict.reason}` : '';
  return verdict.outcome === 'does-not-match'
    ? `The server's own snapshot does not match the log${reason}.`
    : `The server's own snapshot could not be checked${reason}.`;
}
