import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from './copy-text.ts';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  /** Exactly what is copied. */
  readonly text: string;
  /** What the button is called, e.g. "Copy the root". */
  readonly label: string;
  /** Shown before the sign; nothing for a button that is the sign alone. */
  readonly children?: ReactNode;
}

type Told = 'nothing' | 'copied' | 'failed';

const TOLD: Record<Told, string> = { nothing: '', copied: 'Copied', failed: 'Could not copy' };
const TOLD_FOR_MS = 2000;

/** CopyButton copies a text and says so, to the eye by a tick and to a screen reader by a status. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [told, setTold] = useState<Told>('nothing');
  useEffect(() => {
    if (told === 'nothing') return undefined;
    const timer = setTimeout(() => setTold('nothing'), TOLD_FOR_MS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = () => {
    void copyText(text).then((done) => setTold(done ? 'copied' : 'failed'));
  };
  return (
    <span className={styles.wrap}>
      <button type="button" className={styles.button} aria-label={label} title={label} onClick={copy}>
        {children}
        <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true" data-told={told}>
          {told === 'copied' ? (
            <path d="M3 8.5 6.5 12 13 4.5" />
          ) : (
            <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
          )}
        </svg>
      </button>
      <output className={told === 'nothing' ? 'visually-hidden' : styles.told}>{TOLD[told]}</output>
    </span>
  );
}
