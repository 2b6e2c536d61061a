import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import styles from './values.module.css';
import { LAND } from './land.ts';

/** PlaceValue shows a point or a polygon in degrees, with a small sketch of where on the globe that is. What cannot be read as one is shown as the text it is. */
export function PlaceValue({ value, datatype }: { value: string; datatype: 'point' | 'polygon' }) {
  const point = datatype === 'point' ? readPoint(value) : undefined;
  const ring = datatype === 'polygon' ? readPolygon(value) : undefined;
  if (point !== undefined)
    return (
      <span className={styles['place']}>
        <span title={value}>
          {degreesWords(point)}
          {point.order === 'lat-lon' && <span className={styles['note']}> read as latitude, longitude</span>}
        </span>
        <GlobeSketch shape={[point]} label={`Sketch of the globe with a point at ${degreesWords(point)}`} />
      </span>
    );
  if (ring !== undefined)
    return (
      <span className={styles['place']}>
        <span>
          {formatNumber(ring.length)} corners
          <span className={styles['note']}> around {degreesWords(middleOf(ring))}</span>
        </span>
        <GlobeSketch
          shape={ring}
          label={`Sketch of the globe with a polygon around ${degreesWords(middleOf(ring))}`}
        />
      </span>
    );
  return (
    <span className="mono">
      <Literal text={value} />
    </span>
  );
}

/** middleOf is the middle of the box around the corners. */
function middleOf(ring: readonly Position[]): Position {
  const middle = (numbers: readonly number[]): number => (Math.min(...numbers) + Math.max(...numbers)) / 2;
  const rounded = (value: number): number => Number(value.toFixed(4));
  return {
    lat: rounded(middle(ring.map(({ lat }) => lat))),
    lon: rounded(middle(ring.map(({ lon }) => lon))),
  };
}

const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [-60, -30, 0, 30, 60];

/** GlobeSketch draws where on the globe a point or an area is: rough coasts under a net of 30 degrees, every degree as wide as high. Equator and Greenwich are drawn stronger. */
function GlobeSketch({ shape, label }: { shape: readonly Position[]; label: string }) {
  const [first] = shape;
  if (first === undefined) return null;
  const lats = shape.map(({ lat }) => lat);
  const lons = shape.map(({ lon }) => lon);
  const middle = {
    x: (Math.min(...lons) + Math.max(...lons)) / 2,
    y: -(Math.min(...lats) + Math.max(...lats)) / 2,
  };
  return (
    <svg className={styles['sketch']} viewBox="-181 -91 362 182" role="img" aria-label={label}>
      <rect className={styles['sea']} x="-180" y="-90" width="360" height="180" />
      <path className={styles['land']} d={LAND} fillRule="evenodd" transform="scale(0.5)" />
      {MERIDIANS.map((lon) => (
        <line key={lon} data-main={lon === 0 || undefined} x1={lon} x2={lon} y1={-90} y2={90} />
      ))}
      {PARALLELS.map((lat) => (
        <line key={lat} data-main={lat === 0 || undefined} x1={-180} x2={180} y1={-lat} y2={-lat} />
      ))}
      {shape.length > 1 && <polygon points={shape.map(({ lat, lon }) => `${lon},${-lat}`).join(' ')} />}
      <path className={styles['cross']} d={`M${middle.x} -90V90M-180 ${middle.y}H180`} />
      <circle cx={middle.x} cy={middle.y} r="5" />
    </svg>
  );
}

/** Position is a place on the globe in degrees: -90 <= lat <= 90, -180 <= lon <= 180. */
interface Position {
  readonly lat: number;
  readonly lon: number;
}

/** ReadPoint is a position, and in which order its two numbers were taken. */
interface ReadPoint extends Position {
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
