import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import styles from './values.module.css';
import { LAND } from './land.ts';

/** PlaceValue shows a point or a polygon in degrees, with a small sketch of where on the globe that is. What cannot be read as one is shown as the text it is. */
export function PlaceValue({ value, datatype }: { value: string; datatype: 'point' | 'polygon' }) {
  const point = datatype === 'point' ? readPoint(value) : undefined;
  const shape = datatype === 'polygon' ? readPolygon(value) : point && [point];
  if (shape === undefined)
    return (
      <span className="mono">
        <Literal text={value} />
      </span>
    );
  const where = degreesWords(middleOf(shape));
  return (
    <span className="group">
      {point === undefined ? (
        <span>
          {formatNumber(shape.length)} corners
          <span className="faint"> around {where}</span>
        </span>
      ) : (
        <span title={value}>
          {where}
          {point.order === 'lat-lon' && <span className="faint"> read as latitude, longitude</span>}
        </span>
      )}
      <GlobeSketch
        shape={shape}
        label={`Sketch of the globe with a ${point === undefined ? 'polygon around' : 'point at'} ${where}`}
      />
    </span>
  );
}

/** middleOf is the middle of the box around the corners. */
function middleOf(ring: readonly Position[]): Position {
  const middle = (numbers: readonly number[]): number => (Math.min(...numbers) + Math.max(...numbers)) / 2;
  const rounded = (value: number): number => Number(value.toFixed(ring.length > 1 ? 4 : 6));
  return {
    lat: rounded(middle(ring.map(({ lat }) => lat))),
    lon: rounded(middle(ring.map(({ lon }) => lon))),
  };
}

const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [-60, -30, 0, 30, 60];

/** GlobeSketch draws where on the globe a point or an area is: rough coasts under a net of 30 degrees, every degree as wide as high. Equator and Greenwich are drawn stronger. */
function GlobeSketch({ shape, label }: { shape: readonly Position[]; label: string }) {
  const { lon, lat } = middleOf(shape);
  return (
    <svg className={styles.sketch} viewBox="-181 -91 362 182" role="img" aria-label={label}>
      <rect className={styles.sea} x="-180" y="-90" width="360" height="180" />
      <path className={styles.land} d={LAND} fillRule="evenodd" transform="scale(0.5)" />
      {MERIDIANS.map((x) => (
        <line key={x} data-main={x === 0 || undefined} x1={x} x2={x} y1={-90} y2={90} />
      ))}
      {PARALLELS.map((y) => (
        <line key={y} data-main={y === 0 || undefined} x1={-180} x2={180} y1={y} y2={y} />
      ))}
      {shape.length > 1 && <polygon points={shape.map(({ lat, lon }) => `${lon},${-lat}`).join(' ')} />}
      <path className={styles.cross} d={`M${lon} -90V90M-180 ${-lat}H180`} />
      <circle cx={lon} cy={-lat} r="5" />
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
const WELL_KNOWN = new RegExp(String.raw`^\s*POINT\s*\(\s*${NUMBER}\s+${NUMBER}\s*\)\s*$`, 'i');
const PAIR = new RegExp(String.raw`^\s*${NUMBER}\s*[,;]\s*${NUMBER}\s*$`);
const CORNER = new RegExp(String.raw`^\s*${NUMBER}\s+${NUMBER}\s*$`);
const CORNERS_AT_MOST = 5_000;
const LETTERS_AT_MOST = 1_000_000;

/** readPoint reads `[lon,lat]` (as GeoJSON has it), a whole GeoJSON point, `POINT(lon lat)` and `lat,lon`; undefined for anything else, and for numbers off the globe. */
export function readPoint(text: string): ReadPoint | undefined {
  const order = 'lon-lat';
  const lonLat = positionOf(coordinatesIn(text, 'Point')) ?? positionOf(numbersIn(WELL_KNOWN, text));
  if (lonLat !== undefined) return { ...lonLat, order };
  const latLon = positionOf(numbersIn(PAIR, text)?.toReversed());
  return latLon && { ...latLon, order: 'lat-lon' };
}

/**
 * readPolygon reads the outer ring of a polygon, written as nested lists of `[lon,lat]`, as GeoJSON or as `POLYGON((lon lat, …))`, at most 5,000 corners. The last
 * corner repeats the first and is left out. Undefined for anything else.
 */
export function readPolygon(text: string): readonly Position[] | undefined {
  const lists: unknown = coordinatesIn(text, 'Polygon');
  const words = /^\s*POLYGON\s*\(\s*\(([^()]*)\)/i.exec(text)?.[1]?.split(',', CORNERS_AT_MOST + 1);
  const corners: unknown = Array.isArray(lists) ? lists[0] : words?.map((one) => numbersIn(CORNER, one));
  if (!Array.isArray(corners) || corners.length > CORNERS_AT_MOST) return undefined;
  const ring = corners.map(positionOf).filter((corner) => corner !== undefined);
  if (ring.length < corners.length) return undefined;
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length > 1 && first?.lat === last?.lat && first?.lon === last?.lon) ring.pop();
  return ring.length >= 3 ? ring : undefined;
}

/** coordinatesIn is the list that a text is as JSON, or that of the GeoJSON shape of this type. */
function coordinatesIn(text: string, type: 'Point' | 'Polygon'): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > LETTERS_AT_MOST) return undefined;
  try {
    const found: unknown = JSON.parse(text);
    const isShape = typeof found === 'object' && found !== null && 'type' in found && found.type === type;
    return isShape && 'coordinates' in found ? found.coordinates : found;
  } catch {
    return undefined;
  }
}

function numbersIn(form: RegExp, text: string): readonly number[] | undefined {
  return form.exec(text)?.slice(1).map(Number);
}

/** positionOf reads longitude and latitude; undefined for what is not on the globe. */
function positionOf(pair: unknown): Position | undefined {
  if (!Array.isArray(pair) || pair.length !== 2) return undefined;
  const [lon, lat]: readonly unknown[] = pair;
  if (typeof lon !== 'number' || typeof lat !== 'number') return undefined;
  const isOnGlobe = Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  return isOnGlobe ? { lat, lon } : undefined;
}

/** degreesWords writes a position as a map does: `51.5073° N, 0.1277° W`. Digits are those given, at most six after the point. */
export function degreesWords({ lat, lon }: Position): string {
  const side = (value: number, positive: string, negative: string): string =>
    `${Number(Math.abs(value).toFixed(6))}°${value === 0 ? '' : ` ${value > 0 ? positive : negative}`}`;
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`;
}
