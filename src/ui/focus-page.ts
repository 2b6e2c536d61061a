/** focusPage focuses the heading of the page, or its content where that has none yet. */
export function focusPage(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
