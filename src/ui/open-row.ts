/**
 * openRows makes the rows of a table or a list links as a whole: a click follows the first link of its row. A
 * click on a control, or one that ends a text selection, does not. Keyboards and screen readers use the link
 * itself. Returns a cleanup function, for use as a `ref`.
 */
export function openRows(rows: HTMLElement | null): () => void {
  rows?.setAttribute('data-rows', '');
  rows?.addEventListener('click', openRow);
  return () => rows?.removeEventListener('click', openRow);
}

function openRow(event: MouseEvent): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, summary') !== null) return;
  if (getSelection()?.isCollapsed === false) return;
  const row =
    target.closest('tr, [role="row"]') ??
    [...(currentTarget as Element).children].find((child) => child.contains(target));
  row?.querySelector('a')?.dispatchEvent(new MouseEvent('click', event));
}
