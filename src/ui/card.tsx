import type { ReactNode } from 'react';
import styles from './card.module.css';

/** Card is a white sheet with an optional heading row; `flush` lets a table or a list reach its edges. */
export function Card({
  title,
  note,
  actions,
  flush = false,
  children,
  label,
}: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
  label?: string;
}) {
  return (
    <section className={styles.card} aria-label={label}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2>{title}</h2>
          {note !== undefined && <span className="faint wrap">{note}</span>}
          {actions !== undefined && <span className="row end">{actions}</span>}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
