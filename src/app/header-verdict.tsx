import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useSyncExternalStore } from 'react';
import { rootAtQuery } from '../query/inclusion-queries.ts';
import { useSummary } from '../query/register-queries.ts';
import { NO_HEAD, useSession } from '../query/session.ts';
import { usePageVerdict } from '../query/use-page-checks.ts';
import { CheckBadge } from '../ui/check-badge.tsx';
import { countOf } from '../ui/format.ts';
import { Link, usePaths } from '../ui/link.tsx';
import { Literal } from '../ui/literal.tsx';
import { useSource } from '../ui/source.ts';
import { headerText } from './header-text.ts';
import styles from './header-verdict.module.css';

/**
 * HeaderVerdict is the verdict on the page on view, in its header: the worst of the checks that the page
 * declares; on paper with the name of the register and the head they were made against, or the earlier size
 * on view with its root once that is proved.
 */
export function HeaderVerdict() {
  const paths = usePaths();
  const session = useSession();
  const { data: summary } = useSummary();
  const { trust, base } = session;
  const page = usePageVerdict();
  const head = useSyncExternalStore(trust.subscribe, () => trust.heads.current());
  const query = rootAtQuery(session, page.at ?? 0, head ?? NO_HEAD);
  // The time banner makes this check.
  const { data: earlier } = useQuery({ ...query, enabled: false });
  const isProved = page.checks.some(({ kind, state }) => kind === 'consistency' && state === 'holds');
  const rootThen = isProved ? earlier?.checkpoint.rootHash : undefined;
  const source = useSource();
  const { tone, words } = headerText(page, source);
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
        {/* Other pages say it themselves. */}
        <strong data-announce={/^(?:log|list)$/.test(page.page) && tone !== 'checking' ? '' : undefined}>
          {words}
        </strong>
      </Link>
      {head !== undefined && (
        <p className="printed">
          Register <Literal text={summary?.title ?? summary?.name ?? session.id} most={200} />
          {source === 'server' && ` at ${base}`}.{' '}
          {rootThen && `Root hash ${rootThen} of ${countOf(page.at ?? 0, 'entry')}, computed here. `}
          Root hash {head.rootHash} of {countOf(head.logSize, 'entry')},{' '}
          {{ server: 'published', file: 'stated in the file', computed: 'computed here' }[source]}.
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
