const OPEN = 'open-files';

/** openFiles opens files as if they were dropped on the page: registers are opened, evidence is checked. */
export function openFiles(files: readonly File[]): void {
  document.dispatchEvent(new CustomEvent(OPEN, { detail: files }));
}

/** The files with which the installed site was opened (File Handling API). */
interface LaunchQueue {
  setConsumer(consume: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/** followFiles calls `take` for files that openFiles was given, or that the installed site was opened with. */
export function followFiles(take: (files: readonly File[]) => void): () => void {
  const onOpen = ({ detail }: CustomEventInit<readonly File[]>): void => take(detail ?? []);
  document.addEventListener(OPEN, onOpen);
  (globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files }) => {
    void Promise.all(files.map((handle) => handle.getFile())).then(take);
  });
  return () => document.removeEventListener(OPEN, onOpen);
}

/**
 * followDrops calls `take` for files dropped anywhere on the page, and `over` as they are dragged over it. What
 * follows on the document is asked before what follows on the window.
 */
export function followDrops(
  target: Document | Window,
  take: (files: readonly File[]) => void,
  over: (isOver: boolean) => void,
): () => void {
  const ending = new AbortController();
  const onDrag = (event: Event): void => {
    const { type, dataTransfer, relatedTarget, defaultPrevented } = event as DragEvent;
    if (type === 'dragleave') {
      if (relatedTarget === null) over(false);
    } else if (!defaultPrevented && dataTransfer?.types.includes('Files')) {
      event.preventDefault();
      over(type === 'dragover');
      if (type === 'drop' && dataTransfer.files.length > 0) take([...dataTransfer.files]);
    }
  };
  for (const type of ['dragover', 'dragleave', 'drop'])
    target.addEventListener(type, onDrag, { signal: ending.signal });
  return () => ending.abort();
}
