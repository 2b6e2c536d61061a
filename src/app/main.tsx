import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, beginFirstPlace } from './app.tsx';
import { formatTimestamp } from '../ui/format.ts';
import { readTheme, showTheme } from './theme.ts';
import { allowOwnWorkers } from './trusted-types.ts';

declare const __SINGLE_FILE__: boolean;

// The edition in one file has its workers in itself, and a policy for them (src/build/single-file.ts).
if (!__SINGLE_FILE__) allowOwnWorkers();
beginFirstPlace();
showTheme(readTheme());
addEventListener('beforeprint', () => {
  const now = formatTimestamp(new Date().toISOString());
  document.body.dataset['printed'] = `Printed ${now} from ${location.href}`;
});
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
