import { firstPlace as place } from './first.ts';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/shared.css';
import '../ui/print.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { prefetchRecord } from '../query/record-needs.ts';
import { App, queries } from './app.tsx';
import { readyView } from './view-routes.tsx';
import { formatTimestamp } from '../ui/format.ts';
import { hasVisited } from './local-storage.ts';
import { keepSite, whenQuiet } from './site-keeper.ts';
import { sessionFor } from './sessions.ts';
import { followTranslators } from './translated.ts';

addEventListener('beforeprint', () => {
  const now = formatTimestamp(Date.now());
  // What the sender of a link saw is theirs.
  const address = location.href.replace(/[#&]seen=.*/i, '');
  document.body.dataset['printed'] = `Printed ${now} from ${address}`;
});
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
followTranslators();
void keepSite();
if (hasVisited())
  void whenQuiet()
    .then(async () => (await import('./removed-storage.ts')).deleteRemovedStorage())
    // Without that code it is done at the next visit.
    .catch(() => undefined);
// What effects change, the verdict in the header above all, is drawn in the same frame.
const draw = (): void =>
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
const query = new URLSearchParams(location.search);
const isCurrent = !query.has('at') && !query.has('version');
const checks =
  place.view === 'record' && place.register.kind !== 'file' && isCurrent
    ? prefetchRecord(queries, sessionFor(place.register), place.key)
    : undefined;
void readyView(place, checks).then(draw);
