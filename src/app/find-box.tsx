import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import styles from './find-box.module.css';

const OneBox = lazy(async () => ({ default: (await import('./one-box/one-box.tsx')).OneBox }));

/** FindBox opens the box in which anything can be looked for. `/` and Ctrl-K (Cmd-K) reach it from anywhere. */
export function FindBox() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const chord = ctrlKey || metaKey;
      if (chord ? key.toLowerCase() !== 'k' : key !== '/' || altKey) return;
      const typing = 'input, textarea, select, dialog, [contenteditable]';
      if (!chord && (target as Element).closest?.(typing)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className={styles['search']}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>Find a key, entry, hash or date</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <OneBox onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </search>
  );
}
