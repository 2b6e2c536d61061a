/** EarlyKey is a key that was pressed before the box could take it, by the name of the browser for it; or '' and a text that was pasted. */
export type EarlyKey = readonly [key: string, pasted?: string | undefined];

/** Early is what keys that were pressed early come to. */
export interface Early {
  readonly text: string;
  /** Enter was pressed after the text. */
  readonly enters: boolean;
  /** Escape was pressed. */
  readonly closes: boolean;
}

/** typedBy plays keys in the order in which they were pressed. What comes after Enter or Escape is for another page. */
export function typedBy(keys: readonly EarlyKey[]): Early {
  let text = '';
  for (const [key, pasted] of keys) {
    if (pasted !== undefined) text += pasted;
    else if (key === 'Backspace') text = withoutLast(text);
    else if (key === 'Escape') return { text: '', enters: false, closes: true };
    else if (key === 'Enter' && text.trim() !== '') return { text, enters: true, closes: false };
    // All other keys have names of several letters; a character may be two units.
    else if (/^.$/u.test(key)) text += key;
  }
  return { text, enters: false, closes: false };
}

function withoutLast(text: string): string {
  const last = [...new Intl.Segmenter().segment(text)].at(-1);
  return text.slice(0, last?.index ?? 0);
}
