import { NavigationType } from 'react-router';
import { keepPlace, placeOf, writePlaces } from './kept-places.ts';
import { readMarks } from './marks.ts';
import { restorePlace } from './restore-place.ts';

/** QUIET_MS is how long nothing must have moved before a place is kept. */
const QUIET_MS = 120;

/** The entry of the history whose view is in the document. */
let here: string | undefined;
/** Ends the bringing back that is under way. */
let endRestoring: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * arrive keeps the place of the view on show from now on, and brings back the one that it had where the reader has returned to it: by going back or forward, or by
 * loading the page anew.
 */
export function arrive(type: NavigationType): void {
  const isFirst = here === undefined;
  const before = here;
  here = entryOf(history.state);
  if (isFirst) listen();
  else if (before === here) return;
  // The same view under another address: what is being brought back may have written that itself.
  if (type === NavigationType.Replace) return keepNow();
  endRestoring?.();
  const isReturn = isFirst ? isLoadedAnew() : type === NavigationType.Pop;
  const place = isReturn ? placeOf(here, address()) : undefined;
  if (place !== undefined) endRestoring = restorePlace(place, () => (endRestoring = undefined));
}

/** A document that was opened by a link or typed begins at its top, whatever this tab once showed under its address. */
function isLoadedAnew(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate';
  return type === 'reload' || type === 'back_forward';
}

function listen(): void {
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keepNow, QUIET_MS);
  };
  // Before anything leads away, the way back included; a browser that does not tell may lose what was done in the last moment.
  if ('navigation' in window) window.navigation.addEventListener('navigate', keepNow);
  document.addEventListener('click', keepNow, { capture: true });
  // What scrolls within the page, and folds, do not bubble.
  for (const type of ['scroll', 'toggle', 'input', 'click'])
    document.addEventListener(type, soon, { capture: true, passive: true });
  const leave = (): void => {
    keepNow();
    writePlaces();
  };
  window.addEventListener('pagehide', leave);
  // A page that is put away may be ended without a word.
  document.addEventListener('visibilitychange', leave);
}

/** The address changes before the view does: what is moved in between is nobody's place. */
function keepNow(): void {
  clearTimeout(timer);
  if (here === undefined || endRestoring !== undefined || here !== entryOf(history.state)) return;
  const content = document.getElementById('content');
  const marks = content === null ? [] : readMarks(content);
  keepPlace(here, { address: address(), top: window.scrollY, marks });
}

function address(): string {
  return location.pathname + location.search;
}

/** entryOf names an entry of the history as the router does; the first one of a document has no name there. */
function entryOf(state: unknown): string {
  const { key, idx } = typeof state === 'object' && state !== null ? { ...(state as RouterState) } : {};
  return `${typeof key === 'string' ? key : 'first'} ${typeof idx === 'number' ? idx : 0}`;
}

interface RouterState {
  readonly key?: unknown;
  readonly idx?: unknown;
}
