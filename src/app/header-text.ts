import type { CheckKind, CheckState } from '../core/check-result.ts';
import type { Hash } from '../core/hash.ts';
import type { Checkpoint } from '../core/model.ts';
import type { PageVerdict, UncomparedReason } from '../trust/page-checks.ts';
import { stateInWords } from '../ui/check-badge.tsx';
import { allVerified } from '../ui/check-text.ts';
import { countOf, formatClock, formatNumber } from '../ui/format.ts';
import { abbreviate } from '../ui/hash/hash-text.tsx';
import type { Source } from '../ui/source.ts';
import { isUnnamed, listedWords, UNNAMED, verifiedWords } from '../views/shared/page-verdict.tsx';

/** HeaderText is what the header says of the page on view. */
interface HeaderText {
  /** Decides colour and symbol. */
  readonly tone: CheckState;
  /** The verdict, and in at most two words for a narrow page. */
  readonly long: string;
  readonly short: string;
  /** The head that the checks were made against, or the earlier size. */
  readonly detail: string;
}

/**
 * headerText returns what the header says of a page with this verdict and head. A page of an earlier size is
 * named by that size, and by `rootThen`, its root once that is proved.
 */
export function headerText(
  page: PageVerdict,
  head: Checkpoint | undefined,
  source: Source,
  rootThen?: Hash,
): HeaderText {
  const state = page.state ?? page.copy?.state ?? 'not-checked';
  const [long, short] = verdictWords(page, head, source);
  // A copy that matches is not a reason to trust the register.
  const tone = page.copy?.state === 'holds' ? 'not-checked' : state;
  return { tone, long, short, detail: headWords(page, head, rootThen) };
}

function verdictWords(
  page: PageVerdict,
  head: Checkpoint | undefined,
  source: Source,
): readonly [long: string, short: string] {
  const { state, copy, checks, listed, others, unprovedSinceMs } = page;
  if (copy !== undefined) {
    const words = copy.state === 'holds' ? 'all checks match' : stateInWords(copy.state).toLowerCase();
    const isOne = copy.state !== 'holds' && copy.state !== 'checking';
    const short = copy.state === 'does-not-match' ? 'Copy: no match' : 'Your copy';
    return [`Your copy: ${isOne ? `${copy.by} ` : ''}${words}`, short];
  }
  if (state === undefined) return ['Nothing to check here', 'No checks'];
  const of = checks.find(({ kind }) => kind === 'inclusion');
  const rows = `${formatNumber(of?.held ?? 0)} of ${formatNumber(of?.of ?? 0)} rows`;
  const isLog = page.page === 'log';
  if (state === 'holds') {
    const whole = isLog ? `${rows} verified` : wholeWords(page, head?.logSize ?? 0);
    // Only the file states its root hash.
    return [
      verifiedWords(page, source, whole),
      isLog ? whole : source === 'server' ? 'Verified' : 'Consistent',
    ];
  }
  if (listed) return [`${verifiedWords(page, source, '')}; ${listedWords(listed)}`, 'Partly verified'];
  if (isUnnamed(page)) return [UNNAMED, 'Not in log?'];
  const words = stateInWords(state);
  if (unprovedSinceMs !== undefined) return [`${words} since ${formatClock(unprovedSinceMs)}`, words];
  if (others === 'another-log') return ['Someone else was shown another log', words];
  return [state === 'checking' && isLog ? `${rows} checked` : words, words];
}

function wholeWords({ page, checks }: PageVerdict, size: number): string {
  const has = (wanted: CheckKind): boolean => checks.some(({ kind }) => kind === wanted);
  if (page === 'overview' && has('consistency')) return 'Last entry at this size verified';
  return page !== 'overview' || has('whole-log')
    ? allVerified(size)
    : `Newest entry (${formatNumber(size)}) verified`;
}

/** UNCOMPARED has the words for what was compared with nothing. */
const UNCOMPARED: Readonly<Record<UncomparedReason, string>> = {
  'first-visit': 'first visit',
  'storage-refused': 'nothing could be kept',
  'seen-this-visit': 'seen in this visit',
  'root-trusted': 'root hash you chose to trust',
};

function headWords(
  { uncompared, state, copy, at }: PageVerdict,
  head: Checkpoint | undefined,
  rootThen: Hash | undefined,
): string {
  if (copy !== undefined) return 'your changes do not affect the register';
  if (head === undefined) return 'no register proof read yet';
  const [size, root] =
    at === undefined
      ? [countOf(head.logSize, 'entry'), head.rootHash]
      : [`size ${formatNumber(at)} of ${formatNumber(head.logSize)}`, rootThen];
  const log = root === undefined ? size : `${size} · root ${abbreviate(root)}`;
  if (state !== 'holds') return log;
  return uncompared === undefined
    ? `${at === undefined ? 'in a log of ' : ''}${log}`
    : `${UNCOMPARED[uncompared]} · ${log}`;
}
