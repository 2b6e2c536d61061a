import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isolated } from '../core/invisible.ts';
import { capital, formatNumber } from '../ui/format.ts';
import type { Place } from '../ui/paths.ts';

/**
 * PageTitle sets the document title from the heading on view, so that no view can forget it. `register` is
 * the register's name, if any.
 */
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

/**
 * LETTERS is the most characters of a register's text in a title: a tab shows less, a
 * list of tabs little more.
 */
const LETTERS = 80;

/** Characters of Hebrew, Arabic and the other scripts written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * titleWords returns a view's title: its heading, and in brackets the parts of the address that the heading
 * omits: a key, numbers, a search, a version, a size. Texts of a register are cut short, and invisible
 * characters are named by their code.
 */
export function titleWords(
  place: Place | undefined,
  search: string,
  heading: string | undefined,
  register = '',
): string {
  const { view = '', register: of, ...parts }: { view?: string; register?: unknown } = place ?? {};
  const query = new URLSearchParams(of === undefined ? '' : search);
  const filters = FILTERS.flatMap(([word, name]) =>
    query.getAll(name).map((text) => word + detailWords(text)),
  );
  const own = heading === undefined ? capital(view) : readable(heading);
  const details = [...Object.values<string>(parts).map(detailWords), ...filters];
  const added = details.filter((text) => text !== '' && !own.includes(text)).join(', ');
  const words = [
    view === 'start' ? '' : own + (added && ` (${added})`),
    // The heading of the overview is the name of the register.
    view === 'overview' && heading !== undefined ? '' : readable(register),
    'Register Explorer',
  ];
  return words.filter((part) => part !== '').join(' · ');
}

/** FILTERS are the query parameters that distinguish views of a register, with their labels. */
const FILTERS = [
  ['', 'q'],
  ['entry ', 'version'],
  ['size ', 'at'],
] as const;

function detailWords(text: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return formatNumber(Number(text));
  const [, digits] = /^(?:sha-256:|1220)?([0-9a-f]{8})[0-9a-f]{56}$/.exec(text) ?? [];
  return digits === undefined ? readable(text) : `${digits}…`;
}

/** readable cuts a text, names invisible characters, and isolates its direction. */
function readable(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  const cut = line.length > LETTERS ? `${line.slice(0, LETTERS).replace(/[\uD800-\uDBFF]$/, '')} …` : line;
  const named = isolated(cut);
  return RIGHT_TO_LEFT.test(named) ? named : named.replaceAll(/[\u2068\u2069]/g, '');
}
