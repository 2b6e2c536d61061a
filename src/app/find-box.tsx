import { Icon } from '../ui/icon.tsx';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { parseHash } from '../core/hash.ts';
import { pathTo, type Place, type RegisterId } from '../ui/paths.ts';
import styles from './find-box.module.css';

/** placeFor reads what was typed: a hash in any spelling is an item, digits or `#digits` an entry, anything else the key of a record. */
function placeFor(register: RegisterId, typed: string): Exclude<Place, { view: 'nowhere' }> {
  const text = typed.trim();
  const hash = parseHash(text, 'item') ?? parseHash(text, 'blob') ?? parseHash(text, 'bare');
  if (hash !== undefined) return { view: 'item', register, hash: text };
  if (/^#?[1-9]\d{0,15}$/.test(text)) return { view: 'entry', register, entryNumber: text.replace('#', '') };
  return { view: 'record', register, key: text };
}

/** FindBox goes straight to a record, an entry or an item. `/` and Ctrl-K (Cmd-K) reach it from anywhere. */
export function FindBox({ register }: { register: RegisterId }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const typing =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]') !== null;
      const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
      const chord = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!slash && !chord) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className={styles['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const typed = input.current?.value ?? '';
          if (typed.trim() !== '') void navigate(pathTo(placeFor(register, typed)));
        }}
      >
        <Icon name="search" size={16} />
        <input
          ref={input}
          type="search"
          aria-label="Go to a record by key, an entry by number, or an item by hash"
          placeholder="Go to a key, entry number or hash"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  );
}
