import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './drop-file.module.css';
import { Button } from './button.tsx';

/** FileNote is the line below: a remark, or an error. */
export interface FileNote {
  readonly text: string;
  readonly isProblem: boolean;
}

/**
 * FileHandler handles files: one, or with `multiple` all that were chosen or dropped
 * together. It must not throw.
 */
interface FileHandler {
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => Promise<void>;
}

/**
 * DropFile takes files that are chosen, or dropped anywhere on the page. `what` names them in the
 * invitation ("a file"), `label` names the field, `accept` is the list of types that the chooser offers;
 * any file may be dropped.
 */
export function DropFile({
  what,
  label,
  accept,
  disabled = false,
  note,
  multiple = false,
  onFiles,
  children,
}: FileHandler & {
  what: string;
  label: string;
  accept: string;
  disabled?: boolean;
  note: FileNote;
  children?: ReactNode;
}) {
  const isOver = useFileDrop(multiple, onFiles);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A file may be dropped anywhere on the page, out of sight of the message.
    if (note.isProblem) message.current?.focus();
  }, [note.isProblem]);
  return (
    <div className={`${styles.drop} unprinted`} data-over={isOver || undefined}>
      <Icon name="file" size={22} />
      <div className={styles.ways}>
        <p>
          Drop {what} anywhere on this page, or{' '}
          <ChooseFile {...{ label, accept, disabled, multiple, onFiles }}>choose a file</ChooseFile>
        </p>
        {children}
        <p ref={message} tabIndex={-1} role="status" className={note.isProblem ? 'problem' : 'faint'}>
          {note.text}
        </p>
      </div>
    </div>
  );
}

/** The files with which the installed site was opened (File Handling API). */
interface LaunchQueue {
  setConsumer(consume: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void;
}

/**
 * useFileDrop handles files dropped anywhere on the page, or opened with the installed site, and returns
 * whether one is dragged over it.
 */
function useFileDrop(multiple: boolean, take: FileHandler['onFiles']): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent(take);
  useEffect(() => {
    const ending = new AbortController();
    const takeSome = (files: readonly File[]): void => {
      if (files.length > 0) void onDrop(files.slice(0, multiple ? undefined : 1));
    };
    (globalThis as { launchQueue?: LaunchQueue }).launchQueue?.setConsumer(({ files }) => {
      void Promise.all(files.map((handle) => handle.getFile())).then(takeSome);
    });
    const onDrag = (event: DragEvent): void => {
      const { types, files } = event.dataTransfer ?? {};
      if (event.type === 'dragleave') {
        if (event.relatedTarget === null) setOver(false);
      } else if (types?.includes('Files')) {
        event.preventDefault();
        setOver(event.type === 'dragover');
        if (event.type === 'drop') takeSome([...(files ?? [])]);
      }
    };
    for (const type of ['dragover', 'dragleave', 'drop'] as const)
      document.addEventListener(type, onDrag, { signal: ending.signal });
    return () => ending.abort();
  }, [multiple]);
  return isOver;
}

/**
 * ChooseFile is a button that opens the chooser for files of the types in `accept`; `label` names its field.
 */
export function ChooseFile({
  label,
  accept,
  disabled = false,
  multiple = false,
  onFiles,
  children,
}: FileHandler & {
  label: string;
  accept: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    await onFiles(files);
    // The same file can be chosen again after it was changed.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <Button onClick={() => input.current?.click()} disabled={disabled}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => void take([...(event.target.files ?? [])])}
      />
    </>
  );
}
