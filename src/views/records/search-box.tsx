import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import styles from './records.module.css';

/** SearchBox takes the words to look for. The address follows it; it follows the address only where somebody else changed that: back, forward, a filter taken off. */
export function SearchBox({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const type = useNavigationType();
  useEffect(() => {
    const box = input.current;
    // What is being typed is ahead of the address, which comes in a transition and would take letters away from a fast typist.
    if (box !== null && (type === NavigationType.Pop || document.activeElement !== box)) box.value = text;
  }, [text, type]);
  return (
    <label className={`${styles['field']} ${styles['search']}`}>
      <span className="visually-hidden">Search these records</span>
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        placeholder="Search these records"
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
