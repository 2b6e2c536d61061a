import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMatches } from './use-width.ts';

/** usePrinting follows whether the page is being printed, or shown as it is printed. */
export function usePrinting(): boolean {
  const isShownAsPrint = useMatches('print');
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // Drawn at once: the browser lays out its pages when this returns.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isShownAsPrint || isPrinting;
}
