import { formatPartialDate, listWords } from '../format.ts';
import { isRealMoment } from '../../core/moment.ts';

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

const DURATION =
  /^P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

/**
 * periodWords puts an ISO 8601 duration or interval into words: `1 year and 2 months`, `1 Mar 2007 to 11 May 2008`, `1 year from 1 Mar 2007`. A missing end or `..` is
 * open. Undefined for any other text.
 */
export function periodWords(text: string): string | undefined {
  const [start = '', end, ...rest] = text.split('/');
  if (rest.length > 0 || text.length > 100) return undefined;
  if (end === undefined) return durationWords(start);
  const [from, to] = [start, end].map((moment) => isRealMoment(moment) && formatPartialDate(moment));
  if (from && to) return `${from} to ${to}`;
  const length = from ? lengthWords(end) : to ? lengthWords(start) : undefined;
  return length === undefined ? undefined : `${length} ${from ? `from ${from}` : `until ${to}`}`.trim();
}

function lengthWords(text: string): string | undefined {
  return text === '' || text === '..' ? '' : durationWords(text);
}

function durationWords(text: string): string | undefined {
  const counts = DURATION.exec(text)?.slice(1);
  if (counts === undefined) return undefined;
  const parts = UNITS.flatMap((unit, index) => {
    const digits = counts[index]?.replace(/^0+(?=\d)/, '');
    return digits === undefined ? [] : [`${digits} ${unit}${digits === '1' ? '' : 's'}`];
  });
  return listWords(parts);
}

/** Position is a place on the globe in degrees: -90 <= lat <= 90, -180 <= lon <= 180. */
interface Position {
  readonly lat: number;
  readonly lon: number;
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const WELL_KNOWN = new RegExp(String.raw`^\s*POINT\s*\(\s*${NUMBER}\s+${NUMBER}\s*\)\s*$`, 'i');
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*[,;]\s*${NUMBER}\s*$`);

/** readPoint reads `[lon,lat]` (as GeoJSON has it), a whole GeoJSON point, `POINT(lon lat)` and `lat,lon`; undefined for anything else, and for numbers off the globe. */
export function readPoint(text: string): Position | undefined {
  return (
    positionOf(coordinatesIn(text)) ??
    positionOf(numbersIn(WELL_KNOWN, text)) ??
    positionOf(numbersIn(PAIR, text)?.toReversed())
  );
}

/** coordinatesIn returns the JSON list in a text, or that of a GeoJSON point. */
function coordinatesIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 1_000) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    const isPoint = typeof found === 'object' && found !== null && 'type' in found && found.type === 'Point';
    return isPoint && 'coordinates' in found ? found.coordinates : found;
  } catch {
    return undefined;
  }
}

function numbersIn(form: RegExp, text: string): readonly number[] | undefined {
  return form.exec(text)?.slice(1).map(Number);
}

/** positionOf reads longitude and latitude; undefined outside their ranges. */
function positionOf(pair: unknown): Position | undefined {
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [lon, lat]: readonly unknown[] = pair;
  if (typeof lon !== 'number' || typeof lat !== 'number') return undefined;
  const isOnGlobe = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isOnGlobe ? { lat, lon } : undefined;
}

/** degreesWords writes a position as on maps: `51.5073° N, 0.1277° W`. It keeps the digits, at most six after the point. */
export function degreesWords({ lat, lon }: Position): string {
  const side = (value: number, positive: string, negative: string): string =>
    `${Number(Math.abs(value).toFixed(6))}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`;
}
