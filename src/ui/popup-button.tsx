import { type ComponentProps, createContext, type ReactNode, useCallback, useId, useState } from 'react';
import styles from './popup-button.module.css';

/** ClosePopupContext closes the sheet around. */
export const ClosePopupContext = createContext<() => void>(() => undefined);

/**
 * PopupButton is a button that opens a sheet over the page, built while it is open. Escape, a click elsewhere
 * and a link in it, or what is marked, close it. Further props are those of the button.
 */
export function PopupButton({
  popup,
  atEnd = false,
  popupLabel,
  disabled = false,
  ...button
}: Omit<ComponentProps<'button'>, 'disabled'> & {
  popup: ReactNode;
  /** Whether the sheet ends where the button does; else it begins where that does. */
  atEnd?: boolean;
  popupLabel?: string;
  /** Why it is disabled, if it is. */
  disabled?: string | false;
}) {
  const id = useId();
  const anchor = `--${id}`;
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => document.getElementById(id)?.hidePopover(), [id]);
  return (
    <>
      <button
        type="button"
        {...button}
        {...(disabled ? { 'aria-disabled': true, title: disabled } : { popoverTarget: id })}
        aria-expanded={isOpen}
        style={{ anchorName: anchor }}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a key on a link clicks it. */}
      <div
        id={id}
        popover="auto"
        className={atEnd ? `${styles.popup} ${styles.atEnd}` : styles.popup}
        style={{ positionAnchor: anchor }}
        role={popupLabel && 'group'}
        aria-label={popupLabel}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, [data-close]') !== null)
            currentTarget.hidePopover();
        }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && <ClosePopupContext value={close}>{popup}</ClosePopupContext>}
      </div>
    </>
  );
}
