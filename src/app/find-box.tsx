import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './find-box.module.css';
import type { EarlyKey } from './one-box/early-keys.ts';

const OneBox = lazy(async () => ({ default: (await import('./one-box/one-box.tsx')).OneBox }));

/** FindBox opens the box in which anything can be looked for. `/` and Ctrl-K (Cmd-K) reach it from anywhere. */
export function FindBox() {
  const [isOpen, setOpen] = useState(false);
  // What is typed from the opening on, until the box takes it: false from then on, undefined while it is closed.
  const early = useRef<EarlyKey[] | false>(undefined);
  const open = (): void => {
    early.current ??= [];
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent | ClipboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event as KeyboardEvent;
      // AltGr, which writes a character, is Ctrl and Alt.
      const chord = (ctrlKey || metaKey) && !altKey;
      const typing = 'input,textarea,select,dialog,[contenteditable]';
      if (early.current && !chord)
        early.current.push([key, (event as ClipboardEvent).clipboardData?.getData('text')]);
      else if (chord ? /^k$/i.test(key) : key === '/' && !(target as Element).closest?.(typing)) open();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('paste', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('paste', onKey);
    };
  }, []);
  return (
    <search className={styles['search']}>
      <button type="button" aria-haspopup="dialog" aria-keyshortcuts="/ Control+K" onClick={open}>
        <Icon name="search" />
        <span>Find a key, entry, hash or date</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <OneBox earlyRef={early} onOpen={setOpen} />
        </Suspense>
      )}
    </search>
  );
}
