import type { EntryRange } from '../../core/verdict.ts';
import { countOf, formatNumber } from '../format.ts';
import type { Coverage } from './coverage.ts';

const MOST_RUNS = 3;

const MOST_BAD = 5;

/** coverageWords says in a sentence or two what the coverage strip shows. */
export function coverageWords(coverage: Coverage): string {
  return `${readWords(coverage)}${badWords(coverage)}`;
}

function badWords({ bad }: Coverage): string {
  if (bad.length === 0) return '';
  const shown = bad.slice(0, MOST_BAD).map((entry) => formatNumber(entry));
  const more = bad.length - shown.length;
  const last = more > 0 ? `${formatNumber(more)} more` : shown.length > 1 ? shown.pop() : undefined;
  const list = last === undefined ? shown.join() : `${shown.join(', ')} and ${last}`;
  return ` What does not match is at ${bad.length === 1 ? 'entry' : 'entries'} ${list}.`;
}

function readWords(coverage: Coverage): string {
  const { logSize, audited, visited, auditedCount, visitedCount, provedCount, unseenCount } = coverage;
  if (auditedCount === logSize)
    return logSize === 1
      ? 'The one entry was read and hashed here.'
      : `All ${countOf(logSize, 'entry', 'entries')} were read and hashed here.`;
  if (visitedCount === logSize)
    return logSize === 1
      ? 'The one entry was read and hashed in this visit.'
      : `All ${countOf(logSize, 'entry', 'entries')} were read and hashed in this visit.`;
  if (auditedCount === 0 && visitedCount === 0 && provedCount === 0)
    return `None of the ${countOf(logSize, 'entry', 'entries')} has been verified in this browser.`;
  const parts: string[] = [];
  if (auditedCount > 0)
    parts.push(`${runs(audited)} ${auditedCount === 1 ? 'was' : 'were'} read and hashed here`);
  if (visitedCount > 0)
    parts.push(
      `${inSentence(runs(visited), parts)} ${visitedCount === 1 ? 'was' : 'were'} read and hashed in this visit`,
    );
  if (provedCount > 0)
    parts.push(
      provedCount === 1
        ? '1 entry was proved by itself in this visit'
        : `${countOf(provedCount, 'entry', 'entries')} were proved one by one in this visit`,
    );
  if (unseenCount > 0)
    parts.push(
      `${countOf(unseenCount, 'entry', 'entries')} of ${formatNumber(logSize)} ${unseenCount === 1 ? 'was' : 'were'} not looked at`,
    );
  return `${parts.join('; ')}.`;
}

function inSentence(words: string, before: readonly string[]): string {
  return before.length === 0 ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

function runs(ranges: readonly EntryRange[]): string {
  const shown = ranges
    .slice(0, MOST_RUNS)
    .map(({ first, last }) =>
      first === last ? formatNumber(first) : `${formatNumber(first)}–${formatNumber(last)}`,
    );
  const more = ranges.length - shown.length;
  const single = ranges.length === 1 && ranges[0]?.first === ranges[0]?.last;
  return `${single ? 'Entry' : 'Entries'} ${shown.join(', ')}${more > 0 ? ` and ${more} more runs` : ''}`;
}
