import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { focusPage } from '../../ui/focus-page.ts';
import { countOf } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { useBoxContext } from './box-context.ts';
import type { Offer } from './offers.ts';
import styles from './one-box.module.css';
import { understand } from './understand.ts';

/** PAUSE_MS is the pause in typing before a register is asked. */
const PAUSE_MS = 250;
/** PATIENCE_MS is how long Enter waits for offers. */
const PATIENCE_MS = 10_000;

/** BoxState is the state of the field; typing resets it. */
export interface BoxState {
  readonly text: string;
  /** How far the arrow keys went from the first offer, up or down. */
  readonly step: number;
  /** Enter was pressed: the offer is opened once it is known. */
  readonly entered?: 'here' | 'new-tab' | undefined;
}

/** BoxOffers lists the meanings of the typed text as links below the field (ARIA 1.2, combobox). */
export function BoxOffers({
  box,
  listId,
  onBox,
  onActive,
  onClose,
}: {
  box: BoxState;
  /** The id of the list, which the field controls. */
  listId: string;
  onBox: (box: BoxState) => void;
  /** Called with the id of the offer for Enter; undefined if there is none. */
  onActive: (optionId: string | undefined) => void;
  onClose: () => void;
}) {
  const { text, step, entered } = box;
  const typed = text.trim();
  const isEmpty = typed === '';
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), entered === undefined ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [typed, entered]);
  const [context, isComing] = useBoxContext(settled);
  const meanings = understand(typed, context);
  const offers = meanings.filter((one) => typeof one !== 'string');
  const count = offers.length;
  const active = count === 0 ? -1 : ((step % count) + count) % count;
  const optionId = (index: number): string => `${listId}-${index}`;
  useLayoutEffect(() => {
    onActive(active < 0 ? undefined : `${listId}-${active}`);
    return () => onActive(undefined);
  }, [onActive, listId, active]);

  const navigate = useNavigate();
  const { pathname } = useLocation();
  const take = ({ path }: Offer): void => {
    onClose();
    // A new page takes the focus; the open one does not.
    if (path.split(/[?#]/)[0] === pathname) focusPage();
    void navigate(path);
  };
  // Take the offer that the arrow keys chose; else the best one, once all are known.
  const isReady = step !== 0 || isEmpty || (settled === typed && !isComing);
  const isWaiting = entered !== undefined && !isReady;
  const finish = useEffectEvent(() => {
    onBox({ ...box, entered: undefined });
    const offer = offers[active];
    if (offer === undefined) return;
    if (entered === 'here') return take(offer);
    const option = document.getElementById(optionId(active));
    if (option instanceof HTMLAnchorElement) window.open(option.href, '_blank', 'noopener');
  });
  useEffect(() => {
    if (entered === undefined) return undefined;
    const timer = setTimeout(finish, isReady ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [entered, typed, isReady]);

  return (
    <>
      {/* What is behind a dialog announces nothing. */}
      <div role="status" className={styles.notes}>
        {meanings.map(
          (one) =>
            typeof one === 'string' && (
              <p key={one} className="sand">
                {one}
              </p>
            ),
        )}
        {isWaiting && <p className="quiet">Looking …</p>}
        {!isEmpty && settled === typed && !isComing && (
          <p className="visually-hidden">{countOf(count, 'offer')}</p>
        )}
      </div>
      <div role="listbox" id={listId} aria-label="Offers" className={styles.list}>
        {offers.map((offer, index) => (
          <Link
            key={offer.path}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            to={offer.path}
            present
            onMouseMove={() => index !== active && onBox({ ...box, step: index })}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              take(offer);
            }}
          >
            <span className="mono faint">{offer.kind}</span>
            <span className={styles.words}>
              <span>{offer.what}</span>
              <span className="quiet">{offer.detail}</span>
            </span>
          </Link>
        ))}
      </div>
      {isEmpty && (
        <dl className={`facts ${styles.examples}`}>
          {Object.entries(EXAMPLES).map(([example, meaning]) => (
            <div key={example}>
              <dt>
                <code>{example}</code>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab{' '}
        <kbd>Esc</kbd> close
      </p>
    </>
  );
}

const EXAMPLES = {
  GB: 'the record with this key',
  '194 or #194': 'an entry of the log',
  'sha-256:8d92…': 'an item, an entry or a root hash; the first digits are enough',
  '2012-10': 'the register as it was then',
  'https://…': 'a register, anything in one, or an RSF file',
  'united kingdom': 'the records that have these words',
};
