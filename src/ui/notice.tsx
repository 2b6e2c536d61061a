import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** Notice is a designed state that is not data: nothing here, not found, a failed request. `tone` colours its edge only; the words carry the meaning. */
export function Notice({
  title,
  tone = 'plain',
  children,
  actions,
  live = false,
}: {
  title: string;
  tone?: 'plain' | 'failed' | 'alarm';
  children?: ReactNode;
  actions?: ReactNode;
  /** Announce it when it appears. */
  live?: boolean;
}) {
  return (
    <div className={`${styles['notice']} ${styles[tone]}`} role={live ? 'alert' : undefined}>
      <h2 className={styles['title']}>{title}</h2>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
