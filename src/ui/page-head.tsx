import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** PageHead is the title of a view with a line next to it, and the view's actions. */
export function PageHead({
  title,
  note,
  from,
  crumbs,
  actions,
}: {
  title: ReactNode;
  note?: ReactNode;
  /** A line below the title: whose page it is. */
  from?: ReactNode;
  crumbs?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={styles.page}>
      <div className={styles.words}>
        {crumbs !== undefined && (
          <nav className={`faint ${styles.crumbs}`} aria-label="Where this is">
            {crumbs}
          </nav>
        )}
        <div className="line">
          <h1>{title}</h1>
          {note !== undefined && <div className={`wrap ${styles.note}`}>{note}</div>}
        </div>
        {from !== undefined && <p className={`quiet wrap ${styles.from}`}>{from}</p>}
      </div>
      {actions !== undefined && <div className={`row end ${styles.actions}`}>{actions}</div>}
    </header>
  );
}
