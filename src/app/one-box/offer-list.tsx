import { useImperativeHandle, useLayoutEffect, useState } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Box } from './box-offers.tsx';
import type { Offer } from './model.ts';
import styles from './one-box.module.css';

function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** OfferList shows the offers as options, and as links where they have an address, so that the browser's own ways to open a link work. */
export function OfferList({
  id,
  label,
  offers,
  active,
  onActive,
  onTake,
  onFollow,
}: {
  id: string;
  label: string;
  offers: readonly Offer[];
  /** The index of the offer that Enter takes; -1 if there is none. */
  active: number;
  onActive: (index: number) => void;
  onTake: (offer: Offer) => void;
  /** The browser is about to follow the offer's link. */
  onFollow: (offer: Offer, isHere: boolean) => void;
}) {
  return (
    <div role="listbox" id={id} aria-label={label} className={styles.list}>
      {offers.map((offer, index) => {
        const { kind, what, detail, target } = offer;
        const option = {
          id: optionId(id, index),
          className: styles.option ?? '',
          onMouseMove: () => index !== active && onActive(index),
          children: (
            <>
              <span className={styles.kind}>{kind}</span>
              <span className={styles.words}>
                <span>{what}</span>
                <span className={styles.detail}>{detail}</span>
              </span>
            </>
          ),
        } as const;
        return target.kind === 'path' ? (
          <Link
            key={option.id}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            {...option}
            to={target.path}
            present={target.present}
            onClick={(event) =>
              onFollow(offer, !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey))
            }
            onAuxClick={() => onFollow(offer, false)}
          />
        ) : (
          // The combobox hears the keys; its options are pressed by a pointer only (ARIA 1.2, combobox).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.id}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            {...option}
            onClick={() => onTake(offer)}
          />
        );
      })}
    </div>
  );
}

/** useActive makes the field a combobox over a list of `count` offers (ARIA 1.2): it hears the field's keys, and returns the index of the option that Enter takes. */
export function useActive(
  { keys, listId, onActive }: Box,
  text: string,
  count: number,
  onEnter: (chosen: number | undefined, inNewTab: boolean) => void,
): readonly [active: number, setActive: (index: number) => void] {
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const chosen = moved?.text === text && moved.index < count ? moved.index : undefined;
  const active = chosen ?? (count > 0 ? 0 : -1);
  const setActive = (index: number): void => setMoved({ text, index });
  useImperativeHandle(keys, () => (event) => {
    if (event.isComposing) return;
    const next = nextIndex(event.key, count, chosen);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter') onEnter(chosen, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  });
  useLayoutEffect(() => {
    onActive(active < 0 ? undefined : optionId(listId, active));
    return () => onActive(undefined);
  }, [onActive, listId, active]);
  return [active, setActive];
}

/** nextIndex is where a key moves to; Home and End stay with the text until an offer was chosen. */
function nextIndex(key: string, count: number, chosen: number | undefined): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return chosen === undefined ? Math.min(1, count - 1) : (chosen + 1) % count;
  if (key === 'ArrowUp') return ((chosen ?? 0) + count - 1) % count;
  if (chosen !== undefined && key === 'Home') return 0;
  return chosen !== undefined && key === 'End' ? count - 1 : undefined;
}
