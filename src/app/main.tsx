import './first.ts';
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/shared.css';
import '../ui/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { parsePlace } from '../ui/paths.ts';
import { App } from './app.tsx';
import { readyView } from './pages.tsx';
import { formatTimestamp } from '../ui/format.ts';
import { keepSite } from './site-keeper.ts';
import { readTheme, showTheme } from './local-storage.ts';

showTheme(readTheme());
addEventListener('beforeprint', () => {
  const now = formatTimestamp(Date.now());
  document.body.dataset['printed'] = `Printed ${now} from ${location.href}`;
});
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
void keepSite();
const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
const { pathname, search } = location;
void readyView(parsePlace(pathname.slice(import.meta.env.BASE_URL.length - 1), search)).then(draw);
