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
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

const PAUSE_MS = 250;
/** LINE is how much of a pasted text is shown, in characters. */
const LINE = 300;

/** useBoxText holds what is typed or pasted; it begins with `typedEarly`. */
export function useBoxText(typedEarly: () => string): BoxText {
  const [state, setState] = useState(() => ({ shown: typedEarly(), text: typedEarly() }));
  const [settled, setSettled] = useState('');
  const text = useDeferredValue(state.text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(state.text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [state.text]);
  return {
    shown: state.shown,
    latest: state.text,
    text,
    settled,
    change: (shown) => setState({ shown, text: shown }),
    onPaste(event) {
      const pasted = event.clipboardData.getData('text/plain');
      // A field of one line would drop the ends of lines, and a long text is slow to edit in it.
      if (pasted.length <= LINE && !/[\r\n]/.test(pasted.trim())) return;
      event.preventDefault();
      const line = pasted
        .slice(0, LINE * 2)
        .replaceAll(/\s+/g, ' ')
        .trim();
      setState({ shown: line.length > LINE ? `${line.slice(0, LINE)}…` : line, text: pasted });
    },
  };
}
