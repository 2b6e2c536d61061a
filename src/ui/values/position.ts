/** Position is a place on the globe in degrees: -90 <= lat <= 90, -180 <= lon <= 180. */
export interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** ReadPoint is a position, and in which order its two numbers were taken. */
export interface ReadPoint extends Position {
  readonly order: 'lon-lat' | 'lat-lon';
}

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d{1,20})?)`;
const BRACKETS = new RegExp(String.raw`^\s*\[\s*${NUMBER}\s*,\s*${NUMBER}\s*\]\s*$`);
const WELL_KNOWN = new RegExp(String.raw`^\s*POINT\s*\(\s*${NUMBER}\s+${NUMBER}\s*\)\s*$`, 'i');
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*[,;]\s*${NUMBER}\s*$`);

const GEO_JSON = /^\s*\{\s*"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*(\[[^[\]{}]{1,80}\])\s*\}\s*$/;

/** readPoint reads `[lon,lat]` (as GeoJSON has it), a whole GeoJSON point, `POINT(lon lat)` and `lat,lon`; undefined for anything else, and for numbers off the globe. */
export function readPoint(text: string): ReadPoint | undefined {
  const lonLat = BRACKETS.exec(GEO_JSON.exec(text)?.[1] ?? text) ?? WELL_KNOWN.exec(text);
  if (lonLat) return onGlobe(lonLat[2], lonLat[1], 'lon-lat');
  const latLon = PAIR.exec(text);
  return latLon ? onGlobe(latLon[1], latLon[2], 'lat-lon') : undefined;
}

function onGlobe(lat: string | undefined, lon: string | undefined, order: ReadPoint['order']) {
  const position = { lat: Number(lat), lon: Number(lon), order };
  return Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180 ? position : undefined;
}

const CORNERS_AT_MOST = 5_000;
const CORNER = /\[\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s*\]/y;
const WELL_KNOWN_CORNER = /\s*([+-]?\d{1,3}(?:\.\d{1,20})?)\s+([+-]?\d{1,3}(?:\.\d{1,20})?)\s*(?:,|$)/y;

/**
 * readPolygon reads the outer ring of a polygon, written as nested lists of `[lon,lat]` or as `POLYGON((lon lat, …))`, at most 5,000 corners. The last corner repeats
 * the first and is left out. Undefined for anything else.
 */
export function readPolygon(text: string): readonly Position[] | undefined {
  const lists = /^\s*\[\s*\[(?!\s*\[\s*\[)\s*(\[[^[\]]*\](?:\s*,\s*\[[^[\]]*\])*)\s*\]/.exec(text)?.[1];
  const words = /^\s*POLYGON\s*\(\s*\(([^()]*)\)/i.exec(text)?.[1];
  const corners =
    lists !== undefined ? cornersOf(lists, CORNER) : words && cornersOf(words, WELL_KNOWN_CORNER);
  if (!corners) return undefined;
  const first = corners[0];
  const last = corners.at(-1);
  const ring =
    first && last && corners.length > 1 && first.lat === last.lat && first.lon === last.lon
      ? corners.slice(0, -1)
      : corners;
  return ring.length >= 3 ? ring : undefined;
}

function cornersOf(text: string, form: RegExp): readonly Position[] | undefined {
  const corners: Position[] = [];
  form.lastIndex = 0;
  for (let at = 0; at < text.length;) {
    form.lastIndex = at;
    const match = form.exec(text);
    const corner = match && onGlobe(match[2], match[1], 'lon-lat');
    if (!match || !corner || corners.length === CORNERS_AT_MOST) return undefined;
    corners.push({ lat: corner.lat, lon: corner.lon });
    at = form.lastIndex;
    while (text[at] === ',' || text[at] === ' ' || text[at] === '\n') at += 1;
  }
  return corners;
}

/** degreesWords writes a position as a map does: `51.5073° N, 0.1277° W`. Digits are those given, at most six after the point. */
export function degreesWords({ lat, lon }: Position): string {
  const side = (value: number, positive: string, negative: string): string =>
    `${Number(Math.abs(value).toFixed(6))}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`;
}
