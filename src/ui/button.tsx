import type { ComponentProps } from 'react';
import styles from './button.module.css';

/** Button is a native button in the house's look; `quiet` has no edge. Disabled, it keeps the focus; its title is why. */
export function Button({
  kind = 'plain',
  className,
  disabled = false,
  ...props
}: Omit<ComponentProps<'button'>, 'disabled'> & {
  kind?: 'plain' | 'strong' | 'quiet';
  disabled?: boolean | string;
}) {
  return (
    <button
      type="button"
      {...props}
      {...(disabled !== false && {
        'aria-disabled': true,
        title: disabled === true ? undefined : disabled,
        onClick: undefined,
      })}
      className={[styles.button, styles[kind], className].filter(Boolean).join(' ')}
    />
  );
}

/** buttonClass dresses a link as a button where it does what a button would. */
export function buttonClass(kind: 'plain' | 'strong' | 'quiet' = 'plain'): string {
  return `${styles.button} ${styles[kind]}`;
}
