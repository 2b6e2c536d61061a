import { type ComponentType, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { capital } from '../ui/format.ts';
import { isolated } from '../ui/literal.tsx';
import { parsePlace, type Place } from '../ui/paths.ts';
import { lazy } from '../ui/part.tsx';
import { Skeleton } from '../ui/notice.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { RegisterFrame } from './register-frame.tsx';
import { PlainFrame } from './frame.tsx';
import { Moved } from './moved.tsx';

/** isDrawn is set once the page is drawn, with or without its first view. */
let isDrawn = false;

/** view returns a component that is loaded when first shown; `ready` loads it in advance. */
function view<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Lazy = lazy(load);
  let Ready: ComponentType<Props> | undefined;
  function View(props: Props) {
    return Ready ? <Ready {...props} /> : <Lazy {...props} />;
  }
  const ready = async (): Promise<void> => {
    const Loaded = await load();
    // Keep the component of a view that may be mounted.
    if (!isDrawn) Ready = Loaded;
  };
  return Object.assign(View, { ready });
}

const ProofsView = view(async () => (await import('../views/proofs/proofs-view.tsx')).ProofsView);

const VIEWS = {
  start: view(async () => (await import('../views/start/start-view.tsx')).StartView),
  settings: view(async () => (await import('../views/settings/settings-view.tsx')).SettingsView),
  overview: view(async () => (await import('../views/overview/overview-view.tsx')).OverviewView),
  records: view(async () => (await import('../views/records/records-view.tsx')).RecordsView),
  record: view(async () => (await import('../views/record/record-view.tsx')).RecordView),
  entries: view(async () => (await import('../views/entries/entries-view.tsx')).EntriesView),
  entry: view(async () => (await import('../views/entry/entry-view.tsx')).EntryView),
  items: view(async () => (await import('../views/items/items-view.tsx')).ItemsView),
  item: view(async () => (await import('../views/item/item-view.tsx')).ItemView),
  proofs: ProofsView,
  'entry-proof': ProofsView,
  'consistency-proof': ProofsView,
  changes: view(async () => (await import('../views/changes/changes-view.tsx')).ChangesView),
  audit: view(async () => (await import('../views/audit/audit-view.tsx')).AuditView),
  compare: view(async () => (await import('../views/compare/compare-view.tsx')).CompareView),
  witnesses: view(async () => (await import('../views/witnesses/witnesses-view.tsx')).WitnessesView),
  api: view(async () => (await import('../views/api/api-view.tsx')).ApiView),
  check: view(async () => (await import('../views/check/check-view.tsx')).CheckView),
  help: view(async () => (await import('../views/help/help-view.tsx')).HelpView),
  nowhere: view(async () => (await import('../views/not-found/not-found-view.tsx')).NotFoundView),
};

/**
 * WAIT_MS is how long the page waits for its first view and its checks. React shows a placeholder for at
 * least as long, so waiting costs nothing.
 */
const WAIT_MS = 300;

/**
 * readyView resolves when the view of a place is loaded and `checks` are made, or after WAIT_MS. Showing a
 * view that failed to load tries again.
 */
export async function readyView({ view: name }: Place, checks: Promise<void> | undefined): Promise<void> {
  const late = new Promise<void>((resolve) => void setTimeout(resolve, WAIT_MS));
  await Promise.race([Promise.all([VIEWS[name].ready().catch(() => {}), checks]), late]);
  isDrawn = true;
}

/** ViewRoutes shows the view of the address inside its frame. */
export function ViewRoutes() {
  const location = useLocation();
  const place = parsePlace(location.pathname, location.search);
  const shown = (
    // Keyed by the register: no content of one register may stay on a page of another.
    <Suspense
      key={location.pathname.split('/')[1]}
      fallback={
        <Skeleton
          title={'key' in place ? isolated(place.key) : capital(place.view)}
          lines={6}
          label="Loading this view"
        />
      }
    >
      {viewOf(place)}
    </Suspense>
  );
  return (
    <Moved>
      {'register' in place ? (
        <CrashBoundary frame={PlainFrame} resetKey={location.pathname}>
          <RegisterFrame place={place}>{shown}</RegisterFrame>
        </CrashBoundary>
      ) : (
        <PlainFrame place={place}>{shown}</PlainFrame>
      )}
    </Moved>
  );
}

function viewOf(place: Place): ReactNode {
  if (place.view === 'record')
    return <VIEWS.record register={place.register} key={place.key} recordKey={place.key} />;
  if (place.view === 'entry') return <VIEWS.entry key={place.entryNumber} entryNumber={place.entryNumber} />;
  if (place.view === 'item') return <VIEWS.item key={place.hash} hash={place.hash} />;
  if (place.view === 'entry-proof')
    return <ProofsView request={{ kind: 'entry', numbers: [place.entryNumber, place.logSize] }} />;
  if (place.view === 'consistency-proof')
    return <ProofsView request={{ kind: 'consistency', numbers: [place.from, place.to] }} />;
  if (place.view === 'changes') return <VIEWS.changes {...place} />;
  const View = VIEWS[place.view];
  return <View />;
}
