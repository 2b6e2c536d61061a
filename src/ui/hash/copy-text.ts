/**
 * copyText puts text on the clipboard: by the clipboard API where the page may use it, else by selecting it in a text area
 * (pages without https, older browsers). Resolves to whether it worked; never rejects.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.insetBlockStart = '-100vh';
  // Beside what has the focus, so that a dialog or popover around it does not take the focus for lost.
  (before?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
