import { type RefObject, useEffect } from 'react';

/**
 * useOpenRow makes the rows of a table links as a whole: a click follows the first link of its row. One on a control of its own, or one that ends a
 * selection of text, does not. Keyboards and screen readers use the link itself.
 */
export function useOpenRow(table: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = table.current;
    element?.addEventListener('click', openRow);
    return () => element?.removeEventListener('click', openRow);
  }, [table]);
}

function openRow(event: MouseEvent): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, button, input') !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  const link = target.closest('tr, [role="row"]')?.querySelector('a');
  link?.dispatchEvent(new MouseEvent('click', event));
}
