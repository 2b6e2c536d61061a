/** Position is a place on the globe in degrees: -90 <= lat <= 90, -180 <= lon <= 180. */
interface Position {
  readonly lat: number;
  readonly lon: number;
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const WELL_KNOWN = new RegExp(String.raw`^\s*POINT\s*\(\s*${NUMBER}\s+${NUMBER}\s*\)\s*$`, 'i');
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*[,;]\s*${NUMBER}\s*$`);
const LETTERS_AT_MOST = 1_000;

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
  if (!/^\s*[[{]/.test(text) || text.length > LETTERS_AT_MOST) return undefined;
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
