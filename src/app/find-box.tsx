import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './find-box.module.css';

const OneBox = lazy(async () => ({ default: (await import('./one-box/one-box.tsx')).OneBox }));

/** FindBox opens the box in which anything can be looked for. `/` and Ctrl-K (Cmd-K) reach it from anywhere. */
export function FindBox() {
  const [isOpen, setOpen] = useState(false);
  // What is typed while the code of the box is still on its way.
  const early = useRef<string>(undefined);
  const open = (): void => {
    early.current ??= '';
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const chord = ctrlKey || metaKey;
      const typing = 'input, textarea, select, dialog, [contenteditable]';
      if (!chord && (target as Element).closest?.(typing)) return;
      if (early.current !== undefined && !chord && key.length === 1) early.current += key;
      else if (chord ? key.toLowerCase() !== 'k' : key !== '/' || altKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
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
          <OneBox
            typedEarly={() => early.current ?? ''}
            onClose={() => {
              early.current = undefined;
              setOpen(false);
            }}
          />
        </Suspense>
      )}
    </search>
  );
}
