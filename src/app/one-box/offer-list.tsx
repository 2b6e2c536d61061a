import type { MouseEvent } from 'react';
import { Link } from '../../ui/link.tsx';
import type { Offer } from './model.ts';
import styles from './one-box.module.css';

/** optionId is the id of an offer's row within the list of that id. */
export function optionId(listId: string, index: number): string {
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
  /** The index of the offer that Enter takes; -1 where there is none. */
  active: number;
  onActive: (index: number) => void;
  onTake: (offer: Offer) => void;
  /** The browser is about to follow the offer's link. */
  onFollow: (offer: Offer, isHere: boolean) => void;
}) {
  return (
    <div role="listbox" id={id} aria-label={label} className={styles['list']}>
      {offers.map((offer, index) => {
        const option = {
          id: optionId(id, index),
          className: styles['option'] ?? '',
          onMouseMove: () => index !== active && onActive(index),
        } as const;
        const { kind, what, detail, target } = offer;
        const content = (
          <>
            <span className={styles['kind']}>{kind}</span>
            <span className={styles['words']}>
              <span>{what}</span>
              <span className={styles['detail']}>{detail}</span>
            </span>
          </>
        );
        return target.kind === 'path' ? (
          <Link
            key={option.id}
            {...option}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            to={target.path}
            present={target.present}
            onClick={(event) => onFollow(offer, isPlain(event))}
            onAuxClick={() => onFollow(offer, false)}
          >
            {content}
          </Link>
        ) : (
          // The combobox hears the keys; its options are pressed by a pointer only (ARIA 1.2, combobox).
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={option.id}
            {...option}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onTake(offer)}
          >
            {content}
          </div>
        );
      })}
    </div>
  );
}

function isPlain(event: MouseEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
