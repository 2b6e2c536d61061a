import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Part } from '../ui/part.tsx';
import { useLocation } from 'react-router';
import { clientQuery } from '../query/client-query.ts';
import { noteLeft, useCountsAt } from '../query/copy.ts';
import { describeFailure } from '../query/failure.ts';
import { useHead, useSummary } from '../query/register-queries.ts';
import { useTotals } from '../query/summary-totals.ts';
import { SessionContext, useRetry, useSession } from '../query/session.ts';
import { DeclareFailure } from '../query/use-page-checks.ts';
import { formatNumber } from '../ui/format.ts';
import { Link, AtContext, RegisterContext, useAt, useRegister } from '../ui/link.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { fileAddress, pathTo, type RegisterId, type RegisterPlace } from '../ui/paths.ts';
import { SeenContext, seenPart } from '../ui/seen-part.ts';
import type { TrustStore } from '../trust/trust-store.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { FindBox } from './find-box.tsx';
import { Brand, Footer, SkipLink } from './frame.tsx';
import styles from './frame.module.css';
import { openedBefore } from './local-storage.ts';
import { nameIn } from './links/link-target.ts';
import { LinkedValues } from './links/linked-values.tsx';
import { MovedNote } from './moved.tsx';
import { PageTitle } from './page-title.tsx';
import { FileNotes, OpenedFile, StillKnown, TimeTravel, UnknownRegister } from './parts.ts';
import { RegisterMenu } from './register-menu.tsx';
import { HeaderVerdict } from './header-verdict.tsx';
import { sessionFor } from './sessions.ts';
import { Watch } from './watch.tsx';

// The code that reads files is fetched when an address names one, or may.

/** RegisterFrame is the header, tabs and footer around every view of one register. */
export function RegisterFrame({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  const session = sessionFor(place.register);
  const queries = useQueryClient();
  useEffect(() => () => noteLeft(queries, session), [queries, session]);
  const { trust } = session;
  const seen = useSyncExternalStore(trust.subscribe, () => seenIn(trust, place.register));
  const { pathname, search } = useLocation();
  const at = new URLSearchParams(search).get('at');
  const address = pathTo({ view: 'overview', register: place.register });
  const shown =
    at === null ? (
      children
    ) : (
      <Suspense>
        <TimeTravel view={place.view}>{children}</TimeTravel>
      </Suspense>
    );
  return (
    <RequireFile place={place}>
      <RegisterContext value={place.register}>
        <SessionContext value={session}>
          <SeenContext value={seen}>
            <AtContext value={at === null ? undefined : { register: address, at }}>
              <SkipLink />
              <Remember />
              <header className={styles.head}>
                <div className={styles.bar}>
                  <Brand />
                  <RegisterMenu register={place.register} />
                  <FindBox />
                  <HeaderVerdict />
                </div>
                <Tabs place={place} />
              </header>
              <main id="content" className={styles.main} tabIndex={-1}>
                <MovedNote />
                <Watch />
                {place.register.kind === 'file' && (
                  <Part>
                    <FileNotes file={place.register.file} view={place.view} />
                  </Part>
                )}
                <CrashBoundary resetKey={`${pathname} ${at}`}>
                  <LinkedValues>
                    <RequireRegister unless={place.view === 'api'}>{shown}</RequireRegister>
                  </LinkedValues>
                </CrashBoundary>
              </main>
              <Footer />
            </AtContext>
          </SeenContext>
        </SessionContext>
      </RegisterContext>
    </RequireFile>
  );
}

/** seenIn returns what links to a page carry: the head that a page in the plain green state has proved. */
function seenIn(trust: TrustStore, register: RegisterId): string {
  const opensElsewhere = register.kind !== 'file' || fileAddress(register) !== undefined;
  const { state, listed } = trust.page();
  const head = opensElsewhere && state === 'holds' && listed === undefined ? trust.confirmed() : undefined;
  return head === undefined ? '' : seenPart(head);
}

/** SECTION is the tab of each view that has none of its own. */
const SECTION: Partial<Record<RegisterPlace['view'], string>> = {
  record: 'records',
  entry: 'entries',
  items: 'entries',
  item: 'entries',
  'entry-proof': 'proofs',
  'consistency-proof': 'proofs',
  changes: 'compare',
  witnesses: 'compare',
};

function Tabs({ place }: { place: RegisterPlace }) {
  const { data: register } = useSummary();
  const counts = useTabCounts();
  const tabs = [
    { view: 'overview', label: 'Overview' },
    { view: 'records', label: 'Records', count: counts.records },
    { view: 'entries', label: 'Entries', count: counts.entries },
    { view: 'proofs', label: 'Proofs' },
    { view: 'audit', label: 'Audit' },
    { view: 'compare', label: 'Compare' },
    { view: 'api', label: 'Developer' },
  ] as const;
  const current = SECTION[place.view] ?? place.view;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow page the tabs scroll sideways; they grow by their counts. An observer tells where the tab is
    // once the page is laid out, which asking for it would force.
    const tab = nav.current?.querySelector('[aria-current]');
    if (!tab) return undefined;
    const observer = new IntersectionObserver(
      ([seen]) => {
        observer.disconnect();
        if (seen?.rootBounds && seen.intersectionRatio < 1)
          nav.current?.scrollBy(seen.boundingClientRect.left - seen.rootBounds.left - 48, 0);
      },
      { root: nav.current },
    );
    observer.observe(tab);
    return () => observer.disconnect();
  }, [current, register]);
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Views of this register">
      {tabs.map((tab) => (
        <Link
          key={tab.view}
          to={pathTo({ view: tab.view, register: place.register })}
          aria-current={current === tab.view ? 'page' : undefined}
          tabIndex={current === tab.view ? 0 : -1}
          onKeyDown={walkTabs}
          className={styles.tab ?? ''}
        >
          {tab.label}
          {'count' in tab && <TabCount count={tab.count} />}
        </Link>
      ))}
      <PageTitle place={place} register={register?.title ?? register?.name ?? nameIn(place.register)} />
    </nav>
  );
}

/** walkTabs goes from tab to tab by the arrow keys: together they are one stop. */
function walkTabs({ key, currentTarget }: KeyboardEvent): void {
  const { previousElementSibling, nextElementSibling } = currentTarget;
  const next = { ArrowLeft: previousElementSibling, ArrowRight: nextElementSibling }[key];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * useTabCounts returns how many records and entries the register has at the size on view; null for records that
 * were not counted at an earlier one.
 */
function useTabCounts(): {
  readonly records?: number | null | undefined;
  readonly entries?: number | undefined;
} {
  const { totals } = useTotals();
  const isPast = use(AtContext) !== undefined;
  const at = useAt() ?? 0;
  const { data: head } = useHead();
  const counts = useCountsAt(isPast ? at : undefined);
  if (!isPast) return totals;
  const isReached = at > 0 && head !== undefined && at <= head.logSize;
  return isReached ? { entries: at, records: counts?.records ?? null } : {};
}

/** TabCount is the number in a tab, empty until known; a dash for what was not counted. */
function TabCount({ count }: { count: number | null | undefined }) {
  if (count === undefined) return null;
  if (count === null)
    return (
      <span className={styles.count} title="Not counted at this size: the log has not been read here">
        <span aria-hidden="true">–</span>
      </span>
    );
  return (
    <span className={styles.count}>
      <span className="visually-hidden">: </span>
      {formatNumber(count)}
    </span>
  );
}

/** Remember adds an opened register to the list on the start page. */
function Remember() {
  const session = useSession();
  const { data } = useSummary();
  const { entries } = useTotals().totals;
  useEffect(() => {
    if (data === undefined) return;
    const { name, title = name ?? session.id } = data;
    openedBefore.add({ id: session.id, title, name, openedAt: Date.now(), entries });
  }, [session.id, data, entries]);
  return null;
}

/**
 * RequireRegister shows the failure to open a register in place of any view (a missing register is not a
 * missing record), `unless` the view helps to see why. The failure stays from view to view while it is asked again.
 */
function RequireRegister({ unless, children }: { unless: boolean; children: ReactNode }) {
  const register = useRegister();
  const session = useSession();
  const retry = useRetry();
  const client = useQuery(clientQuery(session));
  const { error } = client;
  if (error === null || unless) return children;
  const failure = describeFailure(error);
  if (register.kind === 'bundled' && failure.notFound)
    return (
      <>
        <DeclareFailure error={error} />
        <Suspense>
          <UnknownRegister register={register} />
        </Suspense>
      </>
    );
  return (
    <>
      <DeclareFailure error={error} />
      <FailureNotice page failure={failure} retrying={client.isFetching} onRetry={retry}>
        <Part missing={null}>
          <StillKnown register={register} />
        </Part>
      </FailureNotice>
    </>
  );
}

/** RequireFile shows a register from a file only once the file is read. */
function RequireFile({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  if (place.register.kind !== 'file') return children;
  return (
    <Suspense>
      <OpenedFile register={place.register}>{children}</OpenedFile>
    </Suspense>
  );
}
