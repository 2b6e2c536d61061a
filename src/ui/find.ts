const FIND = 'find-text';

/** findText opens the frame's search box with a text in it. */
export function findText(text: string): void {
  document.dispatchEvent(new CustomEvent(FIND, { detail: text }));
}

/** onFindText calls `find` for every text to search. Returns the function to unsubscribe. */
export function onFindText(find: (text: string) => void): () => void {
  const onFind = ({ detail }: CustomEventInit<string>): void => find(detail ?? '');
  document.addEventListener(FIND, onFind);
  return () => document.removeEventListener(FIND, onFind);
}
