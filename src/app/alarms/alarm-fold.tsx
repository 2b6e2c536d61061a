import type { ReactNode } from 'react';
import styles from './alarms.module.css';

/** AlarmFold is an alarm above a page; folded under its title once the reader dismissed it. */
export function AlarmFold({
  title,
  isRead,
  children,
}: {
  title: string;
  isRead: boolean;
  children: ReactNode;
}) {
  if (!isRead) return <div className="above">{children}</div>;
  return (
    <details className={`above ${styles.read}`}>
      <summary className="boxed toned" data-tone="does-not-match">
        {title}. Dismissed.
      </summary>
      {children}
    </details>
  );
}
