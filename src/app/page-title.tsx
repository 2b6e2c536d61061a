import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isolated } from '../core/unseen.ts';
import { formatNumber } from '../ui/format.ts';
import { type Place, readVersions } from '../ui/paths.ts';

/** PageTitle names the page after the heading on view, whenever that changes: so both say the same, and no view can forget it. `register` is what the register is called, where there is one. */
export function PageTitle({ place, register }: { place: Place | undefined; register?: string | undefined }) {
  const { search } = useLocation();
  useEffect(() => {
    const content = document.getElementById('content');
    const follow = (): void => {
      const heading = content?.querySelector('h1')?.textContent ?? undefined;
      const title = titleWords(place, search, heading, register);
      if (document.title !== title) document.title = title;
    };
    follow();
    if (content === null) return undefined;
    const observer = new MutationObserver(follow);
    observer.observe(content, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [place, search, register]);
  return null;
}

/** LETTERS is how much of a text from a register goes into a title: a tab shows less, a list of tabs little more. */
const LETTERS = 80;

/** Signs that turn the direction of a line: Hebrew, Arabic and the other scripts written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * titleWords names a view for the browser's tab, its history and its bookmarks: what the heading on view says, and what tells one such view from another. Texts of a
 * register are cut short, and characters that cannot be seen are named by their code.
 */
export function titleWords(
  place: Place | undefined,
  search: string,
  heading: string | undefined,
  register = '',
): string {
  const query = new URLSearchParams(search);
  const at = place !== undefined && 'register' in place ? query.get('at') : null;
  const own = viewWords(place, query, heading === undefined ? undefined : readable(heading));
  return [
    own && at !== null ? `${own} at size ${numberOf(at)}` : own,
    // The overview is headed by the name of the register.
    own !== '' && place?.view === 'overview' ? '' : readable(register),
    'Register Explorer',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function viewWords(place: Place | undefined, query: URLSearchParams, heading: string | undefined): string {
  if (place === undefined) return heading ?? '';
  switch (place.view) {
    case 'start':
      return '';
    case 'record': {
      const key = readable(place.key);
      const name = heading === undefined || heading.includes(key) ? (heading ?? key) : `${heading} (${key})`;
      const { version, compare } = readVersions(query.toString());
      const entries = [compare, version].flatMap((entry = Number.NaN) =>
        Number.isSafeInteger(entry) ? entry : [],
      );
      const numbers = entries.sort((a, b) => a - b).map(formatNumber);
      return numbers.length > 0 ? `${name}, entry ${numbers.join(' and ')}` : name;
    }
    case 'records': {
      const sought = query.get('q')?.trim() ?? '';
      return sought === '' ? (heading ?? 'Records') : `“${readable(sought)}” in the records`;
    }
    case 'item':
      return `${heading ?? 'Item'} ${readable(place.hash.replace(/^sha-256:/, '').slice(0, 8))}…`;
    case 'entry-proof':
      return `Proof of entry ${numberOf(place.entryNumber)} in ${numberOf(place.logSize)}`;
    case 'consistency-proof':
      return `Consistency of ${numberOf(place.from)} and ${numberOf(place.to)}`;
    case 'changes':
      return place.from === undefined
        ? 'What changed'
        : `Changes ${numberOf(place.from)}–${numberOf(place.to ?? '')}`;
    case 'overview':
    case 'entries':
    case 'entry':
    case 'items':
    case 'proofs':
    case 'compare':
    case 'witnesses':
    case 'lab':
    case 'audit':
    case 'api':
    case 'check':
    case 'conformance':
    case 'settings':
    case 'tour':
    case 'help':
    case 'nowhere':
      return heading ?? place.view.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  }
}

function numberOf(text: string): string {
  return /^[1-9]\d{0,14}$/.test(text) ? formatNumber(Number(text)) : readable(text);
}

/** readable cuts a text, names what cannot be seen, and keeps its direction to itself. */
function readable(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const cut = line.length > LETTERS ? `${line.slice(0, LETTERS).replace(/[\uD800-\uDBFF]$/, '')} …` : line;
  const named = isolated(cut);
  return RIGHT_TO_LEFT.test(named) ? named : named.replaceAll(/[\u2068\u2069]/g, '');
}
