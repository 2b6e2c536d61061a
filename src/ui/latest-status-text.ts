import type { LatestStatus } from '../core/check-result.ts';
import type { Verdict } from '../core/verdict.ts';
import { type CheckText, newestText, sentenceOf } from './check-text.ts';
import { countOf, formatNumber, formatTimestamp } from './format.ts';
import { isolated } from './literal.tsx';
import type { Source } from './source.ts';

/** Status is the position of an entry among those of its key, by an audit stored in this browser. */
interface KnownStatus {
  readonly verdict: Verdict;
  readonly status: LatestStatus;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: { readonly logSize: number };
  readonly audited?: { readonly logSize: number };
  readonly auditedAt?: number | undefined;
  readonly latest?: { readonly entryNumber: number; readonly count: number } | undefined;
}

/** latestStatusText describes the claim that a record is the latest version of its key. Undefined if only its source claims it. */
export function latestStatusText(check: KnownStatus, source: Source = 'server'): CheckText | undefined {
  const { status, verdict } = check;
  // No claim about an outdated answer; the newer one has its own check.
  if ('code' in verdict && verdict.code === 'newer-answer' && status !== 'deferred') return undefined;
  const words = wordsOf(check, source);
  return words && { state: verdict.outcome, title: words[0], detail: words[1] };
}

function wordsOf(check: KnownStatus, source: Source): readonly [title: string, detail: string] | undefined {
  const { status, verdict, latest } = check;
  const key = isolated(check.key);
  const number = formatNumber(check.entryNumber);
  const newest = formatNumber(latest?.entryNumber ?? 0);
  if (verdict.outcome === 'cannot-check' && status !== 'grown')
    return [`Could not check whether this is the latest version of ${key}`, sentenceOf(check)];
  switch (status) {
    case 'deferred':
      return [
        `Entry ${newest} is a newer version of ${key}`,
        `It was added while you were reading entry ${number}, which stays on view until you ask for the new one. That it is the newest is not verified.`,
      ];
    case 'unread':
    case 'ahead':
    case 'elsewhere':
      return undefined;
    case 'latest':
      return [
        `Entry ${number} is the latest version of ${key}`,
        `${wholeLog(check)}, and none after entry ${number} has this key.${versions(check)}`,
      ];
    case 'superseded':
      return [
        `Entry ${number} is not the latest version of ${key}`,
        `${wholeLog(check)}, and entry ${newest} has this key, too: the ${source} gave an older version.`,
      ];
    case 'not-in-log':
      return [
        `The log has no such version of ${key}`,
        `${wholeLog(check)}. ${
          latest === undefined ? 'None has this key' : `The last one with this key is entry ${newest}`
        }, and the ${source} gave entry ${number}.`,
      ];
    case 'trail':
      return [
        `The trail of ${key} is not the one in the log`,
        `${wholeLog(check)}, and ${countOf(latest?.count ?? 0, 'entry has', 'entries have')} this key. The trail from the ${source} has another number of them.`,
      ];
    case 'grown':
      return grownWords(check, key, source);
  }
}

function grownWords(
  check: KnownStatus,
  key: string,
  source: Source,
): readonly [title: string, detail: string] {
  const { verdict, latest, audited, entryNumber, head } = check;
  const known = audited?.logSize ?? 0;
  const number = formatNumber(entryNumber);
  const until = `An audit read the log up to entry ${formatNumber(known)}${when(check)}`;
  const since = `${countOf(head.logSize - known, 'entry was', 'entries were')} added since, and not read here.`;
  if (verdict.outcome === 'cannot-check')
    return [
      `Could not check whether this is the latest version of ${key}`,
      `${until}, and read entry ${formatNumber(latest?.entryNumber ?? 0)} of this key; the ${source} gave entry ${number}. The log has grown since: check the new entries.`,
    ];
  return entryNumber <= known
    ? [
        `No newer entry for ${key} up to entry ${formatNumber(known)}`,
        `${until}, and nothing newer has this key up to there. ${since}`,
      ]
    : [newestText(source).title, `${until}; entry ${number} came later. ${since}`];
}

/** entryStatusText describes the position of a single entry among the versions of its key. Undefined without an audit. */
export function entryStatusText(check: KnownStatus, source: Source): CheckText | undefined {
  const { status, verdict, latest, key } = check;
  if (verdict.outcome !== 'holds' || status !== 'superseded') return latestStatusText(check, source);
  const newer = formatNumber(latest?.entryNumber ?? 0);
  return {
    state: 'holds',
    title: `Superseded by entry ${newer}`,
    detail: `${wholeLog(check)}: entry ${newer} is the latest version of ${isolated(key)}.${versions(check)}`,
  };
}

function wholeLog(check: KnownStatus): string {
  return `Every entry of the log, ${formatNumber(check.head.logSize)} in all, was read in this browser${when(check)}`;
}

function when({ auditedAt }: KnownStatus): string {
  return auditedAt === undefined ? '' : ` on ${formatTimestamp(new Date(auditedAt).toISOString())} UTC`;
}

function versions({ latest }: KnownStatus): string {
  if (latest === undefined) return '';
  return latest.count === 1 ? ' It has one version.' : ` It has ${formatNumber(latest.count)} versions.`;
}
