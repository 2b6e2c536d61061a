import type { ReactNode } from 'react';
import styles from './legend.module.css';

/** LegendMark is a shape that a picture of a proof draws: a sent hash (for one ladder or both), a computed one, one not known, and roots. */
export type LegendMark = 'sent' | 'both' | 'computed' | 'unknown' | 'root' | 'oldRoot';

/** Legend says what the shapes of a picture mean; `tone` is that of the picture. */
export function Legend({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <ul className={styles['legend']} data-tone={tone} aria-label="Legend">
      {children}
    </ul>
  );
}

/** LegendItem is one shape, with its letter where it has one, and what it means. */
export function LegendItem({
  mark,
  letter,
  children,
}: {
  mark: LegendMark;
  letter?: string;
  children: ReactNode;
}) {
  return (
    <li>
      <span className={styles[mark]} aria-hidden="true">
        {letter}
      </span>
      {children}
    </li>
  );
}
