import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { MomentContext } from '../ui/at.ts';
import { Link } from '../ui/link.tsx';
import { Notice } from '../ui/notice.tsx';
import { useLocation } from 'react-router';
import { registerQuery } from '../query/register-queries.ts';
import { SessionContext, useSession } from '../query/session.ts';
import { formatNumber } from '../ui/format.ts';
import { pathTo, type RegisterPlace } from '../ui/paths.ts';
import { FindBox } from './find-box.tsx';
import { Footer } from './footer.tsx';
import { RegisterMenu } from './register-menu.tsx';
import { Brand } from './brand.tsx';
import { FileGate } from './file-gate.tsx';
import { OpenGate } from './open-gate.tsx';
import { Remember } from './remember.tsx';
import { sessionFor } from './sessions.ts';
import { Seal } from './seal.tsx';
import styles from './frame.module.css';

// Remembering and its alarms come after what the page is opened for: nothing is called proved before the comparison that each proof waits for.
const Watch = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, WATCH_AFTER_MS));
  return { default: (await import('./watch.tsx')).Watch };
});

const WATCH_AFTER_MS = 600;

/** RegisterFrame is the head, the tabs and the foot around every view of one register. */
export function RegisterFrame({ place, children }: { place: RegisterPlace; children: ReactNode }) {
  const session = sessionFor(place.register);
  const at = new URLSearchParams(useLocation().search).get('at');
  const address = pathTo({ view: 'overview', register: place.register });
  return (
    <FileGate register={place.register}>
      <SessionContext value={session}>
        <MomentContext value={at === null ? undefined : { register: address, at }}>
          <a className={styles['skip']} href="#content">
            Skip to the content
          </a>
          <Remember />
          <header className={styles['head']}>
            <div className={styles['bar']}>
              <Brand />
              <RegisterMenu place={place} />
              <FindBox register={place.register} />
              <Seal register={place.register} />
            </div>
            <Tabs place={place} />
          </header>
          <main id="content" className={styles['main']} tabIndex={-1}>
            <Suspense>
              <Watch />
            </Suspense>
            <AskedSize place={place} />
            {place.view === 'api' ? children : <OpenGate>{children}</OpenGate>}
          </main>
          <Footer />
        </MomentContext>
      </SessionContext>
    </FileGate>
  );
}

/** AskedSize says that an address asks for the register as it was at a size, and that what is shown is the present: never the one in the place of the other. */
function AskedSize({ place }: { place: RegisterPlace }) {
  const { pathname, search } = useLocation();
  const at = new URLSearchParams(search).get('at');
  if (at === null || place.view === 'entries') return null;
  return (
    <Notice title={`Shown is the present, not the register at size ${at}`}>
      <p>
        This page cannot show earlier states yet.{' '}
        <Link present to={pathname}>
          Without the size in the address
        </Link>
      </p>
    </Notice>
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
};

function Tabs({ place }: { place: RegisterPlace }) {
  const session = useSession();
  const { data: register } = useQuery(registerQuery(session));
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
  useEffect(() => {
    const label = tabs.find((tab) => tab.view === current)?.label ?? '';
    document.title = `${titleOf(place) ?? label} · ${register?.title ?? register?.name ?? session.id} · Register Explorer`;
  });
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
          {'count' in tab && tab.count !== undefined && (
            <span className={styles['count']}>
              <span className="visually-hidden">: </span>
              {formatNumber(tab.count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function titleOf(place: RegisterPlace): string | undefined {
  if (place.view === 'record') return place.key;
  if (place.view === 'entry') return `Entry ${place.entryNumber}`;
  if (place.view === 'lab') return 'Tamper lab';
  if (place.view === 'compare') return 'Compare roots';
  if (place.view === 'item') return `Item ${place.hash.slice(0, 16)}…`;
  return undefined;
}
