import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** Notice is a designed state that is not data: nothing here, not found, a failed request. `tone` colours its edge only; the words carry the meaning. */
export function Notice({
  title,
  tone = 'plain',
  children,
  actions,
  live = false,
  page = false,
}: {
  title: string;
  tone?: 'plain' | 'failed' | 'alarm';
  children?: ReactNode;
  actions?: ReactNode;
  /** Announce it when it appears. */
  live?: boolean;
  /** It is all there is on the page: its title is the page's. */
  page?: boolean;
}) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div className={`${styles['notice']} ${styles[tone]}`} role={live ? 'alert' : undefined}>
      <Title className={styles['title']}>{title}</Title>
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
