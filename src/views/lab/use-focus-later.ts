import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * useFocusLater returns a way to send the focus to the element of that `data-focus`, or the first field in it, once the next change is drawn: a button that is
 * moved or removed would lose it. Where there is no such element it goes to the one called `otherwise`.
 */
export function useFocusLater(
  within: RefObject<HTMLElement | null>,
  otherwise: string,
): (name: string | undefined) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const name = wanted.current;
    if (name === undefined) return;
    wanted.current = undefined;
    (found(within.current, name) ?? found(within.current, otherwise))?.focus();
  });
  return useCallback((name) => {
    wanted.current = name;
  }, []);
}

function found(within: HTMLElement | null, name: string): HTMLElement | undefined {
  const element = within?.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`) ?? undefined;
  if (element === undefined || element.matches('button')) return element;
  return (
    element.querySelector<HTMLElement>('textarea, input') ??
    element.querySelector<HTMLElement>('button') ??
    undefined
  );
}
