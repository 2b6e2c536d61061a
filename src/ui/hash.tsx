import { formatHash, type Hash, type HashSpelling } from '../core/hash.ts';
import styles from './hash.module.css';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';

interface HashTextProps {
  readonly hash: Hash;
  /** The spelling of the full text in the tooltip; `bare` when not given. */
  readonly spelling?: HashSpelling;
  /** Marks the first digit in which `hash` differs from this one. */
  readonly compareWith?: Hash | undefined;
  /** `long` when two are compared, else `short`. */
  readonly digits?: HashDigits;
}

/** HashText shows a hash, abbreviated unless `digits` is `full`, with its full text as the tooltip. */
export function HashText({
  hash,
  spelling = 'bare',
  compareWith,
  digits = compareWith === undefined ? 'short' : 'long',
}: HashTextProps) {
  const markAt = compareWith && firstDifference(hash, compareWith);
  return (
    <span className={styles.hash} data-digits={digits} title={formatHash(hash, spelling)} translate="no">
      {hashParts(hash, digits, markAt).map(({ text, marked }, index) =>
        marked ? (
          <mark key={index} className={styles.differs}>
            {text}
          </mark>
        ) : (
          text
        ),
      )}
      {markAt !== undefined && (
        <span className="visually-hidden">, first differing at digit {markAt + 1} of 64</span>
      )}
    </span>
  );
}

/**
 * HashDigits is how much of a hash to show: `short` 6…4 for lists, `long` 8…8 where two are
 * compared, `full` all 64.
 */
type HashDigits = keyof typeof ENDS;

/** HashPart is a run of text; `marked` is the first digit that differs from the hash compared with. */
interface HashPart {
  readonly text: string;
  readonly marked: boolean;
}

const ENDS = { short: [6, 4], long: [8, 8], full: [64, 0] } as const;
const WINDOW = 4;

/** abbreviate writes the first and last digits of a hash with an ellipsis between: `8d92e1…5729`. */
export function abbreviate(hash: Hash, digits: HashDigits = 'short'): string {
  return hashParts(hash, digits)
    .map((part) => part.text)
    .join('');
}

/**
 * firstDifference is the index of the first digit in which two hashes differ, 0 <= index < 64, or
 * undefined when they are equal.
 */
export function firstDifference(one: Hash, other: Hash): number | undefined {
  const index = Array.from(one).findIndex((digit, at) => digit !== other[at]);
  return index < 0 ? undefined : index;
}

/**
 * hashParts cuts a hash into the runs to show. The digit at `markAt` is a run of its own; if it is in the
 * part left out, a window of four digits is shown there.
 */
export function hashParts(hash: Hash, digits: HashDigits, markAt = -1): readonly HashPart[] {
  const [head, tail] = ENDS[digits];
  const tailStart = hash.length - tail;
  const isLeftOut = markAt >= head && markAt < tailStart;
  const from = isLeftOut ? Math.min(markAt, tailStart - WINDOW) : tailStart;
  const isShown = (at: number): boolean =>
    at < (isLeftOut ? WINDOW : head) || (at >= from && at < from + WINDOW) || at >= tailStart;
  return Array.from(hash, (digit, at) => (isShown(at) ? (at === markAt ? `=${digit}` : digit) : '…'))
    .join('')
    .replace(/…+/g, '…')
    .split(/(=.)/)
    .filter((text) => text !== '')
    .map((text) => ({ text: text.replace('=', ''), marked: text.startsWith('=') }));
}

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
