import type { LatestStatus } from '../../core/check-result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type CheckText, sentenceOf } from '../../ui/check-list.tsx';
import { countOf, formatNumber, formatTimestamp } from '../../ui/format.ts';
import { isolated } from '../../ui/literal.tsx';
import type { Source } from '../../ui/source.ts';

/**
 * newestText describes the claim that a trail ends with the current version: stated by its source until
 * a full scan verifies it.
 */
export function newestText(source: Source): CheckText {
  return {
    state: 'not-checked',
    title:
      source === 'server'
        ? 'Only the server says this is the newest version'
        : 'Only the file says this is the newest version',
    detail: 'Not verified. Check every entry to be sure.',
  };
}

/**
 * KnownStatus is the position of an entry among those of its key, as far as this browser has read the log.
 */
interface KnownStatus {
  readonly verdict: Verdict;
  readonly status: LatestStatus;
  readonly key: string;
  readonly entryNumber: number;
  readonly head: { readonly logSize: number };
  /** The head of the log that was read, and when an audit read it. */
  readonly audited?: { readonly logSize: number };
  readonly auditedAt?: number | undefined;
  /** The newest entry of the key that was read, and how many entries the key has. */
  readonly latest?: { readonly entryNumber: number; readonly count: number } | undefined;
}

/**
 * latestStatusText describes the claim that a record is the latest version of its key. Undefined if
 * only its source claims it.
 */
export function latestStatusText(check: KnownStatus, source: Source = 'server'): CheckText | undefined {
  const { status, verdict, latest, audited, head } = check;
  const key = isolated(check.key);
  const number = formatNumber(check.entryNumber);
  const newest = `entry ${formatNumber(latest?.entryNumber ?? 0)}`;
  const versions = countOf(latest?.count ?? 0, 'version');
  const size = audited?.logSize ?? 0;
  const when = check.auditedAt === undefined ? '' : ` on ${formatTimestamp(check.auditedAt)} UTC`;
  const read = `This browser read the log up to entry ${formatNumber(audited?.logSize ?? head.logSize)}${when}`;
  // No claim about an outdated answer; the newer one has its own check.
  if ('code' in verdict && verdict.code === 'newer-answer') return undefined;
  const words: Partial<Record<LatestStatus, readonly [title: string, detail: string]>> = {
    latest: [
      `Entry ${number} is the latest version of ${key}`,
      `${read}; none after entry ${number} has this key. It has ${versions}.`,
    ],
    // An older version on a page of its own is not a mismatch.
    superseded:
      verdict.outcome === 'holds'
        ? [`Superseded by ${newest}`, `${read}, and ${newest} is the latest version of ${key}.`]
        : [
            `Entry ${number} is not the latest version of ${key}`,
            `${read}, and ${newest} has this key, too: the ${source} gave an older version.`,
          ],
    'not-in-log': [
      `The log has no such version of ${key}`,
      `${read}. ${latest === undefined ? 'None has this key' : `The last one with this key is ${newest}`}, and the ${source} gave entry ${number}.`,
    ],
    trail: [
      `The trail of ${key} is not the one in the log`,
      `${read} and found ${versions}. The trail from the ${source} has another number of them.`,
    ],
    grown: [
      check.entryNumber <= size
        ? `No newer entry for ${key} up to entry ${formatNumber(size)}`
        : newestText(source).title,
      `${read}. ${countOf(head.logSize - size, 'entry was', 'entries were')} added since, and not read here.`,
    ],
  };
  const [title, detail] =
    verdict.outcome === 'cannot-check'
      ? [`Could not check whether this is the latest version of ${key}`, sentenceOf(check)]
      : (words[status] ?? []);
  return title === undefined || detail === undefined ? undefined : { state: verdict.outcome, title, detail };
}
