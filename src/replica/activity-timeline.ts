/** TimeUnit is how much time one bar stands for. */
export type TimeUnit = 'day' | 'month' | 'year' | 'decade' | 'century';

/** TimeBar is a stretch of the calendar (UTC) with the entries whose timestamps lie in it. */
export interface TimeBar {
  readonly kind: 'bar';
  /** Where it begins: `2018-06-04`, `2018-06`, `2018`; decades and centuries by their first year, `1990`, `1900`. */
  readonly from: string;
  readonly count: number;
  /** The smallest and the largest entry number in it; 0 where it has none. */
  readonly first: number;
  readonly last: number;
}

/** TimeGap is a run of stretches without any entry, left out of the picture. */
export interface TimeGap {
  readonly kind: 'gap';
  readonly stretches: number;
}

/** Timeline counts entries along the calendar. */
export interface Timeline {
  readonly unit: TimeUnit;
  readonly bars: readonly (TimeBar | TimeGap)[];
  /** Entries whose timestamp is no moment. */
  readonly undated: number;
  /** The first of them; 0 where there is none. */
  readonly firstUndated: number;
  /** Entries that bear an earlier time than the entry before them. */
  readonly backwards: number;
}

const EMPTY = { count: 0, first: 0, last: 0 };
const DAY_MS = 86_400_000;
/** A run of more empty stretches than this is left out. */
const LONGEST_EMPTY_RUN = 4;
const MOST_BARS = 48;
/** Units, finest first, with how many stretches the bulk of the entries may span. */
const UNITS: readonly (readonly [unit: TimeUnit, span: number])[] = [
  ['day', 45],
  ['month', 36],
  ['year', 40],
  ['decade', 40],
  ['century', Infinity],
];

/** timelineOf counts by the finest unit that the bulk of the entries fits in: one odd timestamp does not make all others one bar. moments[n - 1] is that of entry n, in milliseconds since 1970. */
export function timelineOf(moments: readonly (number | undefined)[]): Timeline {
  const dated = moments.filter((moment) => moment !== undefined).sort((one, other) => one - other);
  const unit = unitFor(dated);
  const found = new Map<number, { count: number; first: number; last: number }>();
  let backwards = 0;
  let before: number | undefined;
  for (const [index, moment] of moments.entries()) {
    if (moment === undefined) continue;
    if (before !== undefined && moment < before) backwards += 1;
    before = moment;
    const stretch = stretchOf(moment, unit);
    const bar = found.get(stretch) ?? { count: 0, first: index + 1, last: 0 };
    bar.count += 1;
    bar.last = index + 1;
    found.set(stretch, bar);
  }
  const bars = laidOut([...found.keys()]).map((place): TimeBar | TimeGap => {
    if ('gap' in place) return { kind: 'gap', stretches: place.gap };
    const { count, first, last } = found.get(place.stretch) ?? EMPTY;
    return { kind: 'bar', from: written(place.stretch, unit), count, first, last };
  });
  return {
    unit,
    bars,
    undated: moments.length - dated.length,
    firstUndated: moments.indexOf(undefined) + 1,
    backwards,
  };
}

function unitFor(dated: readonly number[]): TimeUnit {
  const margin = Math.floor(dated.length / 100);
  const from = dated[margin];
  const to = dated[dated.length - 1 - margin];
  if (from === undefined || to === undefined) return 'year';
  const [fitting] = UNITS.find(([unit, span]) => {
    if (stretchOf(to, unit) - stretchOf(from, unit) >= span) return false;
    return laidOut([...new Set(dated.map((moment) => stretchOf(moment, unit)))]).length <= MOST_BARS;
  }) ?? ['century'];
  return fitting;
}

/** stretchOf numbers the stretches of a unit along the calendar. */
function stretchOf(moment: number, unit: TimeUnit): number {
  if (unit === 'day') return Math.floor(moment / DAY_MS);
  const date = new Date(moment);
  const year = date.getUTCFullYear();
  if (unit === 'month') return year * 12 + date.getUTCMonth();
  return Math.floor(year / YEARS[unit]);
}

const YEARS = { year: 1, decade: 10, century: 100 } as const;

type Laid = { readonly stretch: number } | { readonly gap: number };

/** laidOut puts stretches side by side, the empty ones between them too, but for long runs. */
function laidOut(stretches: readonly number[]): readonly Laid[] {
  const laid: Laid[] = [];
  let next: number | undefined;
  for (const stretch of stretches.toSorted((one, other) => one - other)) {
    const empty = next === undefined ? 0 : stretch - next;
    if (empty > LONGEST_EMPTY_RUN) laid.push({ gap: empty });
    else for (let count = empty; count > 0; count -= 1) laid.push({ stretch: stretch - count });
    laid.push({ stretch });
    next = stretch + 1;
  }
  return laid;
}

function written(stretch: number, unit: TimeUnit): string {
  if (unit === 'day') return new Date(stretch * DAY_MS).toISOString().slice(0, 10);
  if (unit === 'month')
    return `${year(Math.floor(stretch / 12))}-${String((((stretch % 12) + 12) % 12) + 1).padStart(2, '0')}`;
  return year(stretch * YEARS[unit]);
}

function year(number: number): string {
  return String(number).padStart(4, '0');
}
