import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Part } from '../ui/part.tsx';
import { Button } from '../ui/button.tsx';
import { onFindText } from '../ui/find.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './find-box.module.css';
import { shortcuts } from './local-storage.ts';
import type { BoxState } from './one-box/box-offers.tsx';
import { BoxOffers, KeysDialog } from './parts.ts';

const EMPTY: BoxState = { text: '', step: 0 };

/** MOST_TYPED is the most characters that the field takes, far more than any text that it is for. */
const MOST_TYPED = 10_000;
/**
 * Elements that take a typed slash or question mark themselves. A dialog that was just closed
 * keeps the focus for a moment.
 */
const TYPED_INTO = ':is(input,textarea,select,[contenteditable]):not(dialog:not([open]) *),dialog[open]';

/**
 * FindBox is the one box for searches. `/` and Ctrl-K (Cmd-K) open it from anywhere, a page can open it with
 * a text, and `?` shows the keys; its field is drawn at once, its offers once their code is loaded.
 */
export function FindBox() {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState<string>();
  const listId = useId();
  const [box, setBox] = useState<BoxState>(EMPTY);
  // Counts the openings; 0 while it is closed.
  const [opening, setOpening] = useState(0);
  const [isKeys, setKeys] = useState(false);
  const type = (text: string): void => setBox({ ...EMPTY, text });
  const open = (initial = ''): void => {
    if (dialog.current?.open !== false) return;
    type(initial);
    setOpening((before) => before + 1);
    dialog.current.showModal();
    input.current?.focus();
  };
  // A key may be pressed right after the box is drawn, before effects that wait for the paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      // AltGr, which writes a character, is Ctrl and Alt.
      const isChord = (ctrlKey || metaKey) && !altKey;
      if (
        isChord
          ? !/^k$/i.test(key)
          : !/^[/?]$/.test(key) || !shortcuts.areOn() || (target as Element).closest?.(TYPED_INTO)
      )
        return;
      event.preventDefault();
      if (key === '?') setKeys(true);
      else open();
    };
    document.addEventListener('keydown', onKey);
    const end = onFindText(open);
    return () => {
      document.removeEventListener('keydown', onKey);
      end();
    };
  }, []);
  const close = (): void => dialog.current?.close();
  return (
    <search className={styles.search}>
      <button
        type="button"
        className="panel"
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcuts.areOn() ? '/ Control+K' : 'Control+K'}
        onClick={() => open()}
      >
        <Icon name="search" />
        <span className="clip">Find a key, entry, hash or date</span>
        {shortcuts.areOn() && <kbd aria-hidden="true">/</kbd>}
      </button>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label="Find anything"
        closedby="any"
        // The event may fire after the dialog was reopened.
        onClose={() => dialog.current?.open === false && setOpening(0)}
      >
        <div className={styles.field}>
          <Icon name="search" size={18} />
          <input
            ref={input}
            role="combobox"
            type="text"
            aria-label="Find a key, an entry number, a hash, a date, an address, or words"
            aria-controls={listId}
            aria-expanded={active !== undefined}
            aria-activedescendant={active}
            aria-autocomplete="list"
            placeholder="Key, entry, hash, date or address"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MOST_TYPED}
            value={box.text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              const next = event.nativeEvent.isComposing ? undefined : keyed(box, event);
              if (next === undefined) return;
              event.preventDefault();
              setBox(next);
            }}
          />
          <Button kind="quiet" aria-label="Close" onClick={close}>
            <Icon name="close" size={16} />
          </Button>
        </div>
        {opening > 0 && (
          <Part>
            <BoxOffers
              key={opening}
              {...{ box, listId }}
              onBox={setBox}
              onActive={setActive}
              onClose={close}
            />
          </Part>
        )}
      </dialog>
      {isKeys && (
        <Part>
          <KeysDialog onClose={() => setKeys(false)} />
        </Part>
      )}
    </search>
  );
}

/**
 * keyed returns the box after a key that moves among the offers or takes one; undefined for any other. Home
 * and End belong to the text until an offer is chosen.
 */
function keyed(
  box: BoxState,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
): BoxState | undefined {
  const { step } = box;
  if (key === 'Enter') return { ...box, entered: ctrlKey || metaKey ? 'new-tab' : 'here' };
  if (key === 'ArrowDown') return { ...box, step: step + 1 };
  if (key === 'ArrowUp') return { ...box, step: step - 1 };
  if (step === 0 || (key !== 'Home' && key !== 'End')) return undefined;
  return { ...box, step: key === 'Home' ? 0 : -1 };
}
