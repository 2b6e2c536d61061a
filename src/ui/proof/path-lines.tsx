import type { PathLayout } from './layout-path.ts';
import type { PathLink } from './placed.ts';
import styles from './path-lines.module.css';

/** PathLines draws what connects the boxes: the spine, a dotted line from each sent hash, and the number of the step where it joins. */
export function PathLines({ layout, activeLevel }: { layout: PathLayout; activeLevel: number | undefined }) {
  const joins = layout.links.filter((link) => link.kind === 'join');
  return (
    <svg className={styles.lines} viewBox={`0 0 ${layout.width} ${layout.height}`} aria-hidden="true">
      {layout.links.map((link) => (
        <path
          key={link.id}
          className={styles[link.kind]}
          d={drawn(link)}
          data-active={link.level === activeLevel || undefined}
        />
      ))}
      {joins.map((link) => (
        <StepNumber key={link.id} link={link} active={link.level === activeLevel} />
      ))}
    </svg>
  );
}

function StepNumber({ link, active }: { link: PathLink; active: boolean }) {
  const [x, y] = link.points.at(-1) ?? [0, 0];
  return (
    <g className={styles.number} transform={`translate(${x} ${y})`} data-active={active || undefined}>
      <circle r={8.5} />
      <text dy="0.36em">{link.level}</text>
    </g>
  );
}

function drawn({ points }: PathLink): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}
