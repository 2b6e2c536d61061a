import { type ComponentProps, type ReactNode, useId, useState } from 'react';

/** PopupButton is a button that opens a sheet over the page, built while it is open. Escape and a click elsewhere close it. Further props are those of the button. */
export function PopupButton({
  popup,
  popupClass,
  popupLabel,
  ...button
}: ComponentProps<'button'> & {
  popup: ReactNode;
  popupClass: string | undefined;
  popupLabel?: string;
}) {
  const id = useId();
  const anchor = `--${id}`;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        {...button}
        popoverTarget={id}
        aria-expanded={isOpen}
        style={{ anchorName: anchor }}
      />
      <div
        id={id}
        popover="auto"
        className={popupClass}
        style={{ positionAnchor: anchor }}
        role={popupLabel && 'group'}
        aria-label={popupLabel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {isOpen && popup}
      </div>
    </>
  );
}
