import { useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { BoxContext } from './box-context.ts';
import { type EarlyKey, typedBy } from './early-keys.ts';
import { Examples } from './examples.tsx';
import { OfferList, optionId } from './offer-list.tsx';
import styles from './one-box.module.css';
import { forgetChoices, readChoices } from './recent-choices.ts';
import { Sentence } from './sentence.tsx';
import { isOffer, type Note, type Offer, toExactPath, words } from './understood.ts';
import { understand } from './understand.ts';
import type { BoxText } from './use-box-text.ts';
import { useEnter } from './use-enter.ts';
import { type Taking, useTake } from './use-take.ts';

/** BoxDialog is the box itself: a field, what was understood of the text in it, and what that leads to. */
export function BoxDialog({
  text,
  context,
  takeEarly,
  onClosing,
  onClose,
}: {
  text: BoxText;
  context: BoxContext;
  takeEarly: () => readonly EarlyKey[];
  onClosing: () => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [choices, setChoices] = useState(readChoices);
  const close = (): void => {
    onClosing();
    dialog.current?.close();
  };
  const taking = useTake(context, close);
  const understood = useMemo(() => understand(text.text, context), [text.text, context]);
  const isEmpty = text.text.trim() === '';
  const recent = useMemo(() => choices.map(asOffer), [choices]);
  const offers = isEmpty ? recent : understood.filter(isOffer);
  const notes = understood.filter((one) => !isOffer(one));
  const enter = useEnter(text, context, (offer, inNewTab) => void taking.take(offer, inNewTab));
  const { active, onKeyDown, setActive } = useActive(offers, text.text, (offer, { isChosen, inNewTab }) => {
    if (offer !== undefined && (isChosen || text.latest.trim() === '')) void taking.take(offer, inNewTab);
    else enter.press(text.latest, inNewTab);
  });
  const begin = useEffectEvent(() => {
    const { text: typed, enters, closes } = typedBy(takeEarly());
    if (closes) close();
    if (typed !== '') text.put(typed);
    if (enters) enter.press(typed, false);
  });
  // Before the next key: what is typed from here on goes into the field by itself.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    input.current?.focus();
    begin();
  }, []);
  const state =
    enter.awaits === undefined
      ? taking.state
      : { kind: 'busy' as const, words: `Looking for ${enter.awaits.trim().slice(0, SAID)} …` };
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-label="Find anything"
      closedby="any"
      // A browser that took two closings for one gesture tells of the second by this alone.
      onBeforeToggle={({ newState }) => newState === 'closed' && onClosing()}
      onCancel={onClosing}
      onClose={onClose}
    >
      <div className={styles['field']}>
        <Icon name="search" size={18} />
        <input
          ref={input}
          role="combobox"
          type="text"
          aria-label={LABEL}
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : optionId(`${id}-list`, active)}
          placeholder="Key, entry, hash, date, value or address"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={text.shown}
          onChange={(event) => text.change(event.target.value)}
          onPaste={text.onPaste}
          onKeyDown={onKeyDown}
        />
        <Button kind="quiet" aria-label="Close" onClick={close}>
          <Icon name="close" size={16} />
        </Button>
      </div>
      <Said notes={notes} state={state} count={isEmpty ? undefined : offers.length} />
      {isEmpty && recent.length > 0 && (
        <div className={styles['recent']}>
          <h2>Found before</h2>
          <Button
            kind="quiet"
            onClick={() => {
              forgetChoices();
              setChoices([]);
            }}
          >
            Forget these
          </Button>
        </div>
      )}
      <OfferList
        id={`${id}-list`}
        label={isEmpty ? 'Found before' : 'Offers'}
        offers={offers}
        active={active}
        onActive={setActive}
        onTake={(offer) => void taking.take(offer, false)}
        onFollow={(offer, isHere) => {
          taking.note(offer);
          if (isHere) taking.leaveFor(offer);
        }}
      />
      {isEmpty && <Examples />}
      <p className={styles['keys']} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab{' '}
        <kbd>Esc</kbd> close
      </p>
    </dialog>
  );
}

/** SAID is how much of a text is said again, in characters. */
const SAID = 80;

const LABEL =
  'Find a key, an entry number, a hash or the beginning of one, a date, an attribute value, an address, or pasted JSON';

function Said({
  notes,
  state,
  count,
}: {
  notes: readonly Note[];
  state: Taking['state'];
  count: number | undefined;
}) {
  return (
    <div role="status" className={styles['saidOf']}>
      {notes.map((note, index) => (
        <p key={index} className={note.isProblem ? styles['problem'] : styles['remark']}>
          <Sentence of={note.what} />
        </p>
      ))}
      {state !== undefined && (
        <p className={state.kind === 'failed' ? styles['problem'] : styles['remark']}>{state.words}</p>
      )}
      {count !== undefined && (
        <p className="visually-hidden">
          {count === 0 ? 'Nothing to open' : count === 1 ? '1 offer' : `${count} offers`}
        </p>
      )}
    </div>
  );
}

function asOffer({ what, where, path }: ReturnType<typeof readChoices>[number]): Offer {
  return {
    kind: 'place',
    sure: 3,
    what: words`${what}`,
    leads: where === '' ? words`${path}` : words`${where}`,
    target: toExactPath(path),
  };
}

/** useActive moves through the offers by the keys of a combobox (ARIA 1.2). The first one is taken by Enter before any key has moved. */
function useActive(
  offers: readonly Offer[],
  text: string,
  onTake: (offer: Offer | undefined, how: { isChosen: boolean; inNewTab: boolean }) => void,
) {
  const [moved, setMoved] = useState<{ readonly text: string; readonly index: number }>();
  const isChosen = moved?.text === text && moved.index < offers.length;
  const active = isChosen ? moved.index : offers.length > 0 ? 0 : -1;
  const setActive = (index: number): void => setMoved({ text, index });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, active, offers.length, isChosen);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onTake(offers[active], { isChosen, inNewTab: event.ctrlKey || event.metaKey });
    }
  };
  return { active, setActive, onKeyDown };
}

/** nextIndex is where a key moves to; Home and End stay with the text until an offer was chosen. */
function nextIndex(key: string, active: number, count: number, isChosen: boolean): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return isChosen || active < 0 ? (active + 1) % count : Math.min(1, count - 1);
  if (key === 'ArrowUp') return (active + count - 1) % count;
  if (isChosen && key === 'Home') return 0;
  return isChosen && key === 'End' ? count - 1 : undefined;
}
