import { useEffect, useRef } from 'react';

/**
 * useFocusKept gives the focus back when `state` changes and the button that had it is gone, as after "Start the audit": to what is marked data-outcome once
 * the audit is done, so that a key meant for Pause begins nothing, else to the first button. It waits until what replaces the button is `ready`.
 */
export function useFocusKept(state: string | undefined, ready: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  const changed = useRef(false);
  useEffect(() => {
    if (before.current !== state) changed.current = true;
    before.current = state;
    if (!changed.current || !ready) return;
    changed.current = false;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const outcome =
      state === 'done' ? element.current?.querySelector<HTMLElement>('[data-outcome]') : undefined;
    (outcome ?? element.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true });
  }, [state, ready]);
  return element;
}
