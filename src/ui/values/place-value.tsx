import { formatNumber } from '../format.ts';
import { Literal } from '../literal.tsx';
import { GlobeSketch } from './globe-sketch.tsx';
import { degreesWords, type Position, readPoint, readPolygon } from './position.ts';
import styles from './place-value.module.css';

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
