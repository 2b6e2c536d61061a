import { type MouseEvent, useSyncExternalStore } from 'react';
import type { CheckKind } from '../core/check-result.ts';
import type { Checkpoint } from '../core/model.ts';
import { useSession } from '../query/session.ts';
import type { PageVerdict, UncomparedReason } from '../trust/page-checks.ts';
import { CheckBadge, stateInWords } from '../ui/check-badge.tsx';
import { allVerified } from '../ui/check-text.ts';
import { countOf, formatNumber } from '../ui/format.ts';
import { abbreviate } from '../ui/hash/hash-text.tsx';
import { Link } from '../ui/link.tsx';
import { usePaths } from '../ui/register-paths.ts';
import { verifiedWords } from '../views/shared/page-verdict.tsx';
import styles from './header-verdict.module.css';

/**
 * HeaderVerdict is the verdict on the page on view, in its header: the worst of the checks that the page
 * declares, and the head they were made against; on paper with the whole root hash.
 */
export function HeaderVerdict() {
  const paths = usePaths();
  const { trust, base } = useSession();
  const page = useSyncExternalStore(trust.subscribe, trust.page);
  const head = useSyncExternalStore(trust.subscribe, trust.head);
  const state = page.state ?? page.copy?.state ?? 'not-checked';
  const [long, short] = verdictWords(page, head, paths.register.kind === 'file');
  // A copy that matches is no reason to trust the register.
  const tone = page.copy?.state === 'holds' ? 'not-checked' : state;
  return (
    <>
      <Link
        to={paths.view('proofs')}
        onClick={openChecks}
        className={`toned ${styles.verdict}`}
        data-tone={tone}
        {...(page.state !== undefined && { 'data-outcome': page.state })}
      >
        <CheckBadge state={tone} size={28} label="" />
        <span className={styles.text}>
          <strong role="status">
            <span className={styles.long}>{long}</span>
            <span className={styles.short}>{short}</span>
          </strong>
          <span className={styles.head}>{headWords(page, head)}</span>
        </span>
      </Link>
      {head !== undefined && (
        <p className="printed">
          Root hash {head.rootHash} of {countOf(head.logSize, 'entry')}, published at {base}
        </p>
      )}
    </>
  );
}

/**
 * openChecks opens the list of the page's declared checks, if it has one; else the link leads
 * to the register's proofs.
 */
function openChecks(event: MouseEvent): void {
  const list = document.querySelector<HTMLDetailsElement>('#content details[data-checks]');
  if (list === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  list.open = true;
  list.scrollIntoView({ block: 'nearest' });
  list.querySelector('summary')?.focus();
}

/** verdictWords returns the verdict, and in at most two words for a narrow page. */
function verdictWords(
  page: PageVerdict,
  head: Checkpoint | undefined,
  isFile: boolean,
): readonly [long: string, short: string] {
  const { state, copy, checks } = page;
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
    return [verifiedWords(page, isFile, whole), isLog ? whole : isFile ? 'Consistent' : 'Verified'];
  }
  const words = stateInWords(state);
  return [state === 'checking' && isLog ? `${rows} checked` : words, words];
}

function wholeWords({ page, checks }: PageVerdict, size: number): string {
  const has = (wanted: CheckKind): boolean => checks.some(({ kind }) => kind === wanted);
  if (page === 'overview' && has('consistency')) return 'Last entry at this size verified';
  return page !== 'overview' || has('whole-log')
    ? allVerified(size)
    : `Newest entry (${formatNumber(size)}) verified`;
}

/** UNCOMPARED has the words for what was compared with nothing, but for a first visit. */
const UNCOMPARED: Partial<Readonly<Record<UncomparedReason, string>>> = {
  'seen-this-visit': 'seen in this visit',
  'root-trusted': 'root hash you chose to trust',
};

function headWords({ uncompared, state, copy }: PageVerdict, head: Checkpoint | undefined): string {
  if (copy !== undefined) return 'your changes do not affect the register';
  if (head === undefined) return 'no register proof read yet';
  const log = `${countOf(head.logSize, 'entry')} · root ${abbreviate(head.rootHash)}`;
  if (state !== 'holds') return log;
  return uncompared === undefined
    ? `in a log of ${log}`
    : `${UNCOMPARED[uncompared] ?? 'first visit'} · ${log}`;
}
