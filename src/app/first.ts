import { parsePlace, type Place } from '../ui/paths.ts';
import { beginPlace } from './early-requests.ts';
import { askOf, baseAddressOf, variantOf } from './register-address.ts';
import { BUILD_ID } from './site-keeper.ts';
import { allowOwnWorkers } from './trusted-types.ts';
import { prepareWorker } from './verifier-worker.ts';

declare const __SINGLE_FILE__: boolean;

/*
 * This script runs before the page's own one has come, which is forty times as large: it reads the address and begins all that its place needs.
 */

// The files of code that views are in, as vite.config.ts groups them. Each list has what its last file imports, too: a browser learns of imports only once it has that file.
const RECORD = ['record'];
const OVERVIEW = ['overview'];
const LISTS = [...RECORD, ...OVERVIEW, 'time-gate', 'lists'];
// Parts with a file of their own that tools.js imports.
const PARTS = [
  'start',
  'read-address',
  'hashing',
  'alarms',
  'endpoints',
  'evidence',
  'site-file',
  'log-tools',
  'tamper-card',
];
const TOOLS = [...RECORD, ...OVERVIEW, 'time-gate', ...PARTS, 'tools'];

/** FILES are the files that each view needs; views that are small and rare have none. */
const FILES: Partial<Record<Place['view'], readonly string[]>> = {
  start: ['start'],
  overview: OVERVIEW,
  records: LISTS,
  record: RECORD,
  entries: LISTS,
  entry: LISTS,
  items: LISTS,
  item: LISTS,
  proofs: TOOLS,
  'entry-proof': TOOLS,
  'consistency-proof': TOOLS,
  changes: TOOLS,
  audit: TOOLS,
  lab: TOOLS,
  compare: TOOLS,
  witnesses: TOOLS,
  api: TOOLS,
  check: TOOLS,
  settings: TOOLS,
};

/** prepare fetches the code of the view, and starts the worker that checks. The fonts can wait: what is shown until they come is as wide. */
function prepare(place: Place): void {
  if ('register' in place || place.view === 'start') prepareWorker();
  // The dev server has a file for each module.
  if (BUILD_ID === undefined) return;
  for (const file of FILES[place.view] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = import.meta.url.replace(/[^/]*$/, `${file}.js`);
    document.head.append(link);
  }
}

// The edition in one file has everything in itself, a policy for its own workers (src/build/single-file.ts), and no server to wait for.
if (!__SINGLE_FILE__) {
  allowOwnWorkers();
  const { pathname, search } = window.location;
  const place = parsePlace(pathname.slice(import.meta.env.BASE_URL.length - 1), search);
  if ('register' in place && place.register.kind !== 'file') {
    const { register } = place;
    const variant = variantOf(register);
    const reach = { ask: askOf(register), base: baseAddressOf(register) };
    if (variant !== undefined) beginPlace({ ...reach, variant }, place, search);
  }
  // A host of HTTP/1 is asked for six things at a time: for those that another answer waits for first.
  setTimeout(prepare, 0, place);
}
