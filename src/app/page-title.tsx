import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isolated } from '../core/invisible.ts';
import { capital, formatNumber } from '../ui/format.ts';
import type { Place } from '../ui/paths.ts';

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
 * titleWords names a view for the browser's tab, its history and its bookmarks: what the heading on view says, and in brackets what of the address it does not: a key,
 * numbers, what is searched for, a version, a size. Texts of a register are cut short, and characters that cannot be seen are named by their code.
 */
export function titleWords(
  place: Place | undefined,
  search: string,
  heading: string | undefined,
  register = '',
): string {
  const { view = '', register: of, ...parts }: { view?: string; register?: unknown } = place ?? {};
  const query = new URLSearchParams(search);
  const asked = ([word, name]: readonly string[]): string => {
    const value = of === undefined ? '' : (query.get(name ?? '') ?? '');
    return value && word + detailWords(value);
  };
  const own = heading === undefined ? capital(view) : readable(heading);
  const words = [...Object.values<string>(parts).map(detailWords), ...ASKED.map(asked)];
  const told = words.filter((text) => text !== '' && !own.includes(text));
  return [
    view === 'start' ? '' : own + (told.length > 0 ? ` (${told.join(', ')})` : ''),
    // The overview is headed by the name of the register.
    view === 'overview' && heading !== undefined ? '' : readable(register),
    'Register Explorer',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** ASKED are the parts of a query that tell views of a register apart, with the words before them. */
const ASKED = [
  ['', 'q'],
  ['entry ', 'version'],
  ['size ', 'at'],
];

function detailWords(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return formatNumber(Number(text));
  const [, digits] = /^(?:sha-256:|1220)?([0-9a-f]{8})[0-9a-f]{56}$/.exec(text) ?? [];
  return digits === undefined ? readable(text) : `${digits}…`;
}

/** readable cuts a text, names what cannot be seen, and keeps its direction to itself. */
function readable(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const cut = line.length > LETTERS ? `${line.slice(0, LETTERS).replace(/[\uD800-\uDBFF]$/, '')} …` : line;
  const named = isolated(cut);
  return RIGHT_TO_LEFT.test(named) ? named : named.replaceAll(/[\u2068\u2069]/g, '');
}
