import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** Button is a native button in the house's look; `quiet` has no edge. */
export function Button({
  kind = 'plain',
  className,
  ...props
}: ComponentProps<'button'> & { kind?: 'plain' | 'strong' | 'quiet' }) {
  return (
    <button
      type="button"
      {...props}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
    />
  );
}

/** buttonClass dresses a link as a button where it does what a button would. */
export function buttonClass(kind: 'plain' | 'strong' | 'quiet' = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}
