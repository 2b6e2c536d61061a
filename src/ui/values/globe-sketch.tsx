import { LAND } from './land.ts';
import type { Position } from './position.ts';
import styles from './place-value.module.css';

const MERIDIANS = [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150];
const PARALLELS = [-60, -30, 0, 30, 60];

/** GlobeSketch draws where on the globe a point or an area is: rough coasts under a net of 30 degrees, every degree as wide as high. Equator and Greenwich are drawn stronger. */
export function GlobeSketch({ shape, label }: { shape: readonly Position[]; label: string }) {
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
