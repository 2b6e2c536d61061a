import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Asked, type Change, readAsked, writeAsked } from './records-address.ts';

/** REST_MS is how long a typist has to pause before the address follows: every part of the page that knows the address is drawn anew then. */
const REST_MS = 200;

/** ChangeAsked changes what is asked for; what is typed, letter by letter, in place, anything else as a step to go back from. */
export type ChangeAsked = (change: Change, manner?: 'typed') => void;

/** useAsked reads what the address asks for, and changes it. Typed words count at once; the address follows when the typist pauses or leaves the box. */
export function useAsked(): readonly [Asked, ChangeAsked] {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const written = useMemo(() => readAsked(params), [params]);
  if (typed === written.text) setTyped(undefined);

  const follow = useCallback(
    (change: Change, replace: boolean) => setParams((before) => writeAsked(before, change), { replace }),
    [setParams],
  );
  useEffect(() => {
    if (typed === undefined) return undefined;
    const now = (): void => follow({ text: typed }, true);
    const timer = setTimeout(now, REST_MS);
    // Before a click elsewhere leads away from this address.
    addEventListener('pointerdown', now, { capture: true, once: true });
    addEventListener('focusout', now, { once: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', now, { capture: true });
      removeEventListener('focusout', now);
    };
  }, [typed, follow]);

  const asked = useMemo(
    () => (typed === undefined ? written : { ...written, text: typed }),
    [typed, written],
  );
  const change = useCallback<ChangeAsked>(
    (next, manner) => {
      if (manner === 'typed') {
        setTyped(next.text);
        return;
      }
      setTyped(undefined);
      follow({ ...(typed === undefined ? {} : { text: typed }), ...next }, false);
    },
    [typed, follow],
  );
  return [asked, change];
}
