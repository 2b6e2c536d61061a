import { useEffect, useRef } from 'react';

/** useFocusKept gives the focus to the first button of the element when `state` changes and the button that had it is gone, as after "Start the audit". */
export function useFocusKept(state: string | undefined) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    element.current?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [state]);
  return element;
}
