import type { Mark } from './marks.ts';

/** KeptPlace is how a view stood when it was left: how far it was scrolled, and what was opened and typed in it. */
export interface KeptPlace {
  /** Path and search of the view: an entry of the history that is another one by now is not this place. */
  readonly address: string;
  /** How far the page was scrolled from its top, in CSS pixels. */
  readonly top: number;
  readonly marks: readonly Mark[];
}

const KEY = 'register-explorer:places';
/** MOST_PLACES is how many entries of the history are kept; the one that was left longest ago gives way. */
const MOST_PLACES = 40;

let places: Map<string, KeptPlace> | undefined;

/** placeOf is the place kept for an entry of this tab's history; undefined where there is none, or it is of another view. */
export function placeOf(entry: string, address: string): KeptPlace | undefined {
  const place = all().get(entry);
  return place?.address === address ? place : undefined;
}

/** keepPlace keeps the place of an entry of this tab's history; where storage refuses, for as long as the page is open. */
export function keepPlace(entry: string, place: KeptPlace): void {
  const known = all();
  known.delete(entry);
  known.set(entry, place);
  const [oldest] = known.keys();
  if (known.size > MOST_PLACES && oldest !== undefined) known.delete(oldest);
}

/** writePlaces writes what was kept to the storage of this tab. */
export function writePlaces(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...all()]));
  } catch {
    // Full or refused: a reload then begins at the top.
  }
}

function all(): Map<string, KeptPlace> {
  places ??= new Map(read());
  return places;
}

function read(): readonly [string, KeptPlace][] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is [string, KeptPlace] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const { address, top, marks } = fieldsOf(value[1]);
  return (
    typeof address === 'string' &&
    typeof top === 'number' &&
    Number.isFinite(top) &&
    Array.isArray(marks) &&
    marks.every(isMark)
  );
}

function isMark(value: unknown): value is Mark {
  const { kind, name, nth, value: held } = fieldsOf(value);
  return (
    (kind === 'details' || kind === 'expanded' || kind === 'field' || kind === 'beside') &&
    typeof name === 'string' &&
    Number.isSafeInteger(nth) &&
    (kind === 'beside' ? typeof held === 'number' : typeof held === 'string')
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
