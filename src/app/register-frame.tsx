import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { MomentContext } from '../ui/at.ts';
import { Link } from '../ui/link.tsx';
import { useLocation } from 'react-router';
import { registerQuery } from '../query/register-queries.ts';
import { SessionContext, useSession } from '../query/session.ts';
import { pathTo, type RegisterPlace } from '../ui/paths.ts';
import { FindBox } from './find-box.tsx';
import { Footer } from './footer.tsx';
import { RegisterMenu } from './register-menu.tsx';
import { Brand } from './brand.tsx';
import { FileGate } from './file-gate.tsx';
import { OpenGate } from './open-gate.tsx';
import { PageTitle } from './page-title.tsx';
import { Remember } from './remember.tsx';
import { sessionFor } from './sessions.ts';
import { ValueGate } from './value-gate.tsx';
import { Seal } from './seal.tsx';
import { Watch } from './watch.tsx';
import { TabCount } from './tab-count.tsx';
import styles from './frame.module.css';

const TimeGate = lazy(async () => ({ default: (await import('./time-gate.tsx')).TimeGate }));
const TimeCount = lazy(async () => ({ default: (await import('./time-count.tsx')).TimeCount }));

declare const __SINGLE_FILE__: boolean;

/** Where the place is behind the #, a fragment of the page is none. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

/** RegisterFrame is the head, the tabs and the foot around every view of one register. */
export function RegisterFrame({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  const session = sessionFor(place.register);
  const at = new URLSearchParams(useLocation().search).get('at');
  const address = pathTo({ view: 'overview', register: place.register });
  const shown =
    at === null ? (
      children
    ) : (
      <Suspense>
        <TimeGate place={place}>{children}</TimeGate>
      </Suspense>
    );
  return (
    <FileGate register={place.register}>
      <SessionContext value={session}>
        <MomentContext value={at === null ? undefined : { register: address, at }}>
          <a className={styles['skip']} href="#content" onClick={__SINGLE_FILE__ ? skip : undefined}>
            Skip to the content
          </a>
          <Remember />
          <header className={styles['head']}>
            <div className={styles['bar']}>
              <Brand />
              <RegisterMenu place={place} />
              <FindBox />
              <Seal register={place.register} />
            </div>
            <Tabs place={place} />
          </header>
          <main id="content" className={styles['main']} tabIndex={-1}>
            <Watch />
            <ValueGate register={place.register}>
              {place.view === 'api' ? shown : <OpenGate>{shown}</OpenGate>}
            </ValueGate>
          </main>
          <Footer />
        </MomentContext>
      </SessionContext>
    </FileGate>
  );
}

const SECTION: Record<
  RegisterPlace['view'],
  'overview' | 'records' | 'entries' | 'items' | 'proofs' | 'audit' | 'api'
> = {
  overview: 'overview',
  records: 'records',
  record: 'records',
  entries: 'entries',
  entry: 'entries',
  items: 'items',
  item: 'items',
  proofs: 'proofs',
  'entry-proof': 'proofs',
  'consistency-proof': 'proofs',
  compare: 'proofs',
  lab: 'proofs',
  audit: 'audit',
  api: 'api',
  changes: 'entries',
};

function Tabs({ place }: { place: RegisterPlace }) {
  const session = useSession();
  const { data: register } = useQuery(registerQuery(session));
  const past = use(MomentContext);
  const blob = register?.variant === 'blob';
  const tabs = [
    { view: 'overview', label: 'Overview' },
    { view: 'records', label: 'Records', count: register?.totalRecords },
    { view: 'entries', label: 'Entries', count: register?.totalEntries },
    { view: 'items', label: blob ? 'Blobs' : 'Items', count: register?.totalItems },
    { view: 'proofs', label: 'Proofs' },
    { view: 'audit', label: 'Audit' },
    { view: 'api', label: 'API' },
  ] as const;
  const current = SECTION[place.view];
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow page the tabs scroll sideways; they grow by their counts.
    const bar = nav.current;
    const tab = bar?.querySelector<HTMLElement>('[aria-current]');
    if (bar && tab) bar.scrollLeft = tab.offsetLeft - 48;
  }, [current, register]);
  return (
    <nav ref={nav} className={styles['tabs']} aria-label="Views of this register">
      {tabs.map((tab) => (
        <Link
          key={tab.view}
          to={pathTo({ view: tab.view, register: place.register })}
          aria-current={current === tab.view ? 'page' : undefined}
          className={styles['tab'] ?? ''}
        >
          {tab.label}
          {'count' in tab && (
            <Suspense>{past ? <TimeCount of={tab.view} /> : <TabCount count={tab.count} />}</Suspense>
          )}
        </Link>
      ))}
      <PageTitle place={place} register={register?.title ?? register?.name ?? session.id} />
    </nav>
  );
}
