import type { CheckState } from '../core/check-result.ts';
import type { PageVerdict } from '../trust/page-checks.ts';
import { stateInWords } from '../ui/check-badge.tsx';
import { formatClock, formatNumber } from '../ui/format.ts';
import type { Source } from '../ui/source.ts';
import { isUnnamed } from '../views/shared/verdict-words.ts';

/** HeaderText is what the header says of the page on view. */
interface HeaderText {
  /** Decides colour and symbol. */
  readonly tone: CheckState;
  readonly words: string;
}

/** headerText returns what the header says of a page with this verdict, which the page itself says in full. */
export function headerText(page: PageVerdict, source: Source): HeaderText {
  const state = page.state ?? page.copy ?? 'not-checked';
  // A copy that matches is not a reason to trust the register.
  const tone = page.copy === 'holds' ? 'not-checked' : state;
  return { tone, words: verdictWords(page, source) };
}

function verdictWords(page: PageVerdict, source: Source): string {
  const { state, copy, checks, listed, unprovedSinceMs } = page;
  if (copy !== undefined) return copy === 'does-not-match' ? 'Copy: no match' : 'Your copy';
  if (state === undefined) return 'No checks';
  const words = stateInWords(state);
  // The log has no sentence of its own.
  if (page.page === 'log' && (state === 'holds' || state === 'checking')) {
    const of = checks.find(({ kind }) => kind === 'inclusion');
    const rows = `${formatNumber(of?.held ?? 0)} of ${formatNumber(of?.of ?? 0)} rows`;
    return `${rows} ${state === 'holds' ? 'verified' : 'checked'}`;
  }
  // Only the file states its root hash.
  if (state === 'holds') return source === 'server' ? words : 'Consistent';
  if (listed) return 'Partly verified';
  if (isUnnamed(page)) return 'Not in log?';
  return unprovedSinceMs === undefined ? words : `${words} since ${formatClock(unprovedSinceMs)}`;
}
