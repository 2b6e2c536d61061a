import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** Button is a native button in the house's look; `quiet` has no edge. Disabled, it keeps the focus, and its title says `why`. */
export function Button({
  kind = 'plain',
  className,
  disabled = false,
  why,
  ...props
}: ComponentProps<'button'> & { kind?: 'plain' | 'strong' | 'quiet'; why?: string }) {
  return (
    <button
      type="button"
      {...props}
      {...(disabled && { 'aria-disabled': true, title: why, onClick: undefined })}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
    />
  );
}

/** buttonClass dresses a link as a button where it does what a button would. */
export function buttonClass(kind: 'plain' | 'strong' | 'quiet' = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}
