import type { MouseEvent } from 'react';
import { Link } from '../../ui/link.tsx';
import styles from './one-box.module.css';
import { Sentence } from './sentence.tsx';
import type { Offer, OfferKind } from './understood.ts';

const KINDS: Readonly<Record<OfferKind, string>> = {
  record: 'record',
  entry: 'entry',
  data: 'data',
  root: 'root',
  moment: 'moment',
  records: 'records',
  register: 'register',
  proof: 'proof',
  place: 'page',
  file: 'file',
};

/** optionId is the id of an offer's row within the list of that id. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** OfferList is the list below the box: the offers as options, and as links where they have an address, so that the browser's own ways to open a link work. */
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
        const { target } = offer;
        if (target.kind !== 'path')
          return (
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
              <Row offer={offer} />
            </div>
          );
        return (
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
            <Row offer={offer} />
          </Link>
        );
      })}
    </div>
  );
}

function isPlain(event: MouseEvent): boolean {
  return !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

function Row({ offer }: { offer: Offer }) {
  return (
    <>
      <span className={styles['kind']}>{KINDS[offer.kind]}</span>
      <span className={styles['words']}>
        <span className={styles['what']}>
          <Sentence of={offer.what} />
        </span>
        <span className={styles['leads']}>
          <Sentence of={offer.leads} />
        </span>
      </span>
    </>
  );
}
