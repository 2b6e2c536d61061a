import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import styles from './hash.module.css';
import { formatHash } from '../../core/hash.ts';
import { abbreviate, HashText } from './hash-text.tsx';

interface CopyButtonProps {
  /** The exact text to copy. */
  readonly text: string;
  /** The name of a button with only the icon, e.g. "Copy the root"; or one that begins with what is shown. */
  readonly label?: string;
  /** Shown before the icon. */
  readonly children?: ReactNode;
}

const STATE_WORDS = { copied: 'Copied', failed: 'Could not copy' };
const SHOWN_MS = 2000;

/** CopyButton copies a text and confirms it by a tick and a word. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | keyof typeof STATE_WORDS>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () => {
    void copyText(text).then((done) => setState(done ? 'copied' : 'failed'));
  };
  return (
    <span className={styles.wrap}>
      <button
        type="button"
        className={styles.button}
        {...(children === undefined ? { title: label } : { 'aria-label': label })}
        onClick={copy}
      >
        {children}
        <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true" data-state={state}>
          {state === 'copied' ? (
            <path d="M3 8.5 6.5 12 13 4.5" />
          ) : (
            <path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />
          )}
        </svg>
      </button>
      {state !== 'idle' && (
        <span className={styles.message} data-announce="">
          {STATE_WORDS[state]}
        </span>
      )}
    </span>
  );
}

/** copyText puts text on the clipboard. Resolves to whether the browser allowed it; never rejects. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * CopyHash shows a hash as HashText does, in a button that copies its full text with the prefix of its
 * spelling, and is named by both: "8d92e1…5729, copy root".
 */
export function CopyHash({
  what = 'hash',
  ...shown
}: ComponentProps<typeof HashText> & { readonly what?: string }) {
  const {
    hash,
    spelling = 'bare',
    compareWith,
    digits = compareWith === undefined ? 'short' : 'long',
  } = shown;
  return (
    <CopyButton text={formatHash(hash, spelling)} label={`${abbreviate(hash, digits)}, copy ${what}`}>
      <HashText {...shown} />
    </CopyButton>
  );
}
