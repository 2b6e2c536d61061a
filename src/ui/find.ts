const FIND = 'find-text';

/** findText opens the box of the frame, in which anything can be looked for, with a text in it. */
export function findText(text: string): void {
  document.dispatchEvent(new CustomEvent(FIND, { detail: text }));
}

/** onFindText calls `find` for every text that is to be looked for. Returns what ends that. */
export function onFindText(find: (text: string) => void): () => void {
  const onFind = ({ detail }: CustomEventInit<string>): void => find(detail ?? '');
  document.addEventListener(FIND, onFind);
  return () => document.removeEventListener(FIND, onFind);
}
