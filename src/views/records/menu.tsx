import { type ReactNode, useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Literal } from '../../ui/literal.tsx';
import { NAME } from '../../ui/show-more.tsx';
import styles from './menu.module.css';

/** Menu is a button that opens a small sheet of choices over the page. Escape and a click elsewhere close it. */
export function Menu({
  label,
  active = 0,
  end = false,
  children,
}: {
  label: string;
  /** How many of its choices are made. */
  active?: number;
  /** It stands at the end of its line, and opens towards the beginning. */
  end?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const anchor = `--menu-${id.replaceAll(/[^a-zA-Z0-9]/g, '')}`;
  return (
    <>
      <button
        type="button"
        className={styles['button']}
        data-active={active > 0 || undefined}
        popoverTarget={id}
        style={{ anchorName: anchor }}
      >
        <Literal text={label} most={NAME} />
        {active > 0 && (
          <span className={styles['count']}>
            {active}
            <span className="visually-hidden"> chosen</span>
          </span>
        )}
        <Icon name="down" size={14} />
      </button>
      <div
        id={id}
        popover="auto"
        className={styles['sheet']}
        data-end={end || undefined}
        style={{ positionAnchor: anchor }}
      >
        {children}
      </div>
    </>
  );
}
