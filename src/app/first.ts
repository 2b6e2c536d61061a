import { parsePlace, type Place } from '../ui/paths.ts';
import { beginPlace, prepareWorker } from './early-requests.ts';
import { fetchOf, baseAddressOf, variantOf } from './register-address.ts';
import { readTheme, showTheme } from './local-storage.ts';
import { BUILD_ID } from './build-id.ts';
import { allowOwnWorkers } from './trusted-types.ts';

declare const __SINGLE_FILE__: boolean;

/*
 * This script runs before the page's main script, which is much larger, has loaded: it reads the address and
 * begins all that its place needs.
 */

/**
 * The files of code that each view needs, as src/build/finish-build.ts finds them: a browser learns of a
 * file's imports only once it has the file.
 */
declare const __VIEW_FILES__: Readonly<Record<string, readonly string[]>>;

/**
 * prepare fetches the code of the view, and starts the worker that checks. The fonts can wait: what is shown
 * until they come is as wide.
 */
function prepare(place: Place): void {
  if ('register' in place || place.view === 'start') prepareWorker();
  // The dev server has a file for each module.
  if (BUILD_ID === undefined) return;
  for (const file of __VIEW_FILES__[place.view.replace(/.*-proof$/, 'proofs')] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = import.meta.url.replace(/[^/]*$/, `${file}.js`);
    document.head.append(link);
  }
}

/** firstPlace is the place of the address with which the page was opened. */
export const firstPlace = parsePlace(
  location.pathname.slice(import.meta.env.BASE_URL.length - 1),
  location.search,
);

showTheme(readTheme());

// The edition in one file has everything in itself, a policy for its own workers (src/build/single-file.ts),
// and no server to wait for.
if (!__SINGLE_FILE__) {
  allowOwnWorkers();
  if ('register' in firstPlace && firstPlace.register.kind !== 'file') {
    const { register } = firstPlace;
    const variant = variantOf(register);
    const reach = { fetch: fetchOf(register), base: baseAddressOf(register) };
    if (variant !== undefined) beginPlace({ ...reach, variant }, firstPlace, location.search);
  }
  // An HTTP/1 host answers six requests at a time: make those first that others wait for. A timer would come
  // after the libraries have run.
  queueMicrotask(() => prepare(firstPlace));
}
