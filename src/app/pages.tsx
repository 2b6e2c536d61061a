import { type ComponentType, lazy, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { parsePlace, type Place } from '../ui/paths.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { RegisterFrame } from './register-frame.tsx';
import { PlainFrame } from './plain-frame.tsx';

/** page is a component that is fetched when it is first shown. */
function page<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}

const StartPage = page(async () => (await import('./start-page.tsx')).StartPage);
const SettingsPage = page(async () => (await import('./settings-page.tsx')).SettingsPage);
const OverviewView = page(async () => (await import('../views/overview/overview-view.tsx')).OverviewView);
const RecordsView = page(async () => (await import('../views/records/records-view.tsx')).RecordsView);
const RecordView = page(async () => (await import('../views/record/record-view.tsx')).RecordView);
const EntriesView = page(async () => (await import('../views/entries/entries-view.tsx')).EntriesView);
const EntryView = page(async () => (await import('../views/entry/entry-view.tsx')).EntryView);
const ItemsView = page(async () => (await import('../views/items/items-view.tsx')).ItemsView);
const ItemView = page(async () => (await import('../views/item/item-view.tsx')).ItemView);
const ProofsView = page(async () => (await import('../views/proofs/proofs-view.tsx')).ProofsView);
const ChangesView = page(async () => (await import('../views/changes/changes-view.tsx')).ChangesView);
const AuditView = page(async () => (await import('../views/audit/audit-view.tsx')).AuditView);
const LabView = page(async () => (await import('../views/lab/lab-view.tsx')).LabView);
const CompareView = page(async () => (await import('../views/compare/compare-view.tsx')).CompareView);
const WitnessesView = page(async () => (await import('../views/witnesses/witnesses-view.tsx')).WitnessesView);
const CheckView = page(async () => (await import('../views/check/check-view.tsx')).CheckView);
const ConformancePage = page(async () => (await import('./conformance-page.tsx')).ConformancePage);
const TourPage = page(async () => (await import('./tour-page.tsx')).TourPage);
const HelpView = page(async () => (await import('../views/help/help-view.tsx')).HelpView);
const ApiView = page(async () => (await import('../views/api/api-view.tsx')).ApiView);
const NowhereView = page(async () => (await import('../views/nowhere/nowhere-view.tsx')).NowhereView);

/** Pages shows the view that the address names, inside the frame it belongs to. */
export function Pages() {
  const location = useLocation();
  const place = parsePlace(location.pathname, location.search);
  const view = (
    // Another register, by the first part of the path, is another view: nothing that one of them said may stand under the name of the other.
    <CrashBoundary key={location.pathname.split('/')[1]} resetKey={location.pathname}>
      <Suspense fallback={<Skeleton lines={6} label="Loading this view" />}>{viewOf(place)}</Suspense>
    </CrashBoundary>
  );
  if (!('register' in place)) return <PlainFrame place={place}>{view}</PlainFrame>;
  return <RegisterFrame place={place}>{view}</RegisterFrame>;
}

function viewOf(place: Place): ReactNode {
  switch (place.view) {
    case 'start':
      return <StartPage />;
    case 'overview':
      return <OverviewView />;
    case 'records':
      return <RecordsView />;
    case 'record':
      return <RecordView register={place.register} key={place.key} recordKey={place.key} />;
    case 'entries':
      return <EntriesView />;
    case 'entry':
      return <EntryView key={place.entryNumber} entryNumber={place.entryNumber} />;
    case 'items':
      return <ItemsView />;
    case 'item':
      return <ItemView key={place.hash} hash={place.hash} />;
    case 'proofs':
      return <ProofsView />;
    case 'entry-proof':
      return <ProofsView asked={{ kind: 'entry', numbers: [place.entryNumber, place.logSize] }} />;
    case 'consistency-proof':
      return <ProofsView asked={{ kind: 'consistency', numbers: [place.from, place.to] }} />;
    case 'changes':
      return <ChangesView {...place} />;
    case 'audit':
      return <AuditView />;
    case 'lab':
      return <LabView />;
    case 'compare':
      return <CompareView />;
    case 'witnesses':
      return <WitnessesView />;
    case 'api':
      return <ApiView />;
    case 'check':
      return <CheckView />;
    case 'conformance':
      return <ConformancePage />;
    case 'settings':
      return <SettingsPage />;
    case 'tour':
      return <TourPage />;
    case 'help':
      return <HelpView />;
    case 'nowhere':
      return <NowhereView />;
  }
}
