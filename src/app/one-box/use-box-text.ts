import { useDeferredValue, useEffect, useState, type ClipboardEvent } from 'react';

/** BoxText is what stands in the box. A pasted text of several lines is shown in one, and meant whole. */
export interface BoxText {
  /** As it is shown. */
  readonly shown: string;
  /** As it is meant, at this moment. */
  readonly latest: string;
  /** As it is meant; a moment behind a fast typist. */
  readonly text: string;
  /** As it is meant, once the typing has paused: the moment to ask somebody. */
  readonly settled: string;
  readonly change: (shown: string) => void;
  /** put writes a whole text into the box, of one line or several. */
  readonly put: (text: string) => void;
  /** settle takes the typing for paused. */
  readonly settle: () => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

const PAUSE_MS = 250;
/** LINE is how much of a pasted text is shown, in characters. */
const LINE = 300;

/** useBoxText holds what is typed or pasted. */
export function useBoxText(): BoxText {
  const [state, setState] = useState({ shown: '', text: '' });
  const [settled, setSettled] = useState('');
  const text = useDeferredValue(state.text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state.text]);
  const put = (whole: string): void => setState({ shown: inOneLine(whole), text: whole });
  return {
    shown: state.shown,
    latest: state.text,
    text,
    settled,
    change: (shown) => setState({ shown, text: shown }),
    put,
    settle: () => setSettled(state.text),
    onPaste(event) {
      const pasted = event.clipboardData.getData('text/plain');
      // A field of one line would drop the ends of lines, and a long text is slow to edit in it.
      if (isOneLine(pasted)) return;
      event.preventDefault();
      put(pasted);
    },
  };
}

function isOneLine(text: string): boolean {
  return text.length <= LINE && !/[\r\n]/.test(text.trim());
}

function inOneLine(text: string): string {
  if (isOneLine(text)) return text;
  const line = text
    .slice(0, LINE * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > LINE ? `${line.slice(0, LINE)}…` : line;
}
