import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './drop-file.module.css';
import { Button } from './button.tsx';

/** FileNote is the line below: a quiet remark, or what went wrong. */
export interface FileNote {
  readonly text: string;
  readonly isProblem: boolean;
}

/**
 * DropFile takes one file at a time, chosen or dropped anywhere on the page. `what` names it in the invitation ("a file"), `label` names the field,
 * `accept` is the list of types that a chooser offers; whatever is dropped goes to `onFile`, which must not throw.
 */
export function DropFile({
  what,
  label,
  accept,
  disabled = false,
  note,
  onFile,
  children,
}: {
  what: string;
  label: string;
  accept: string;
  disabled?: boolean;
  note: FileNote;
  onFile: (file: File) => Promise<void>;
  children?: ReactNode;
}) {
  const isOver = useFileDrop(onFile);
  return (
    <div className={`${styles.drop} unprinted`} data-over={isOver || undefined}>
      <Icon name="file" size={22} />
      <div className={styles.ways}>
        <p>
          Drop {what} anywhere on this page, or{' '}
          <ChooseFile label={label} accept={accept} disabled={disabled} onFile={onFile}>
            choose a file
          </ChooseFile>
        </p>
        {children}
        <p role="status" className={note.isProblem ? styles.problem : styles.note}>
          {note.text}
        </p>
      </div>
    </div>
  );
}

/** useFileDrop takes a file dropped anywhere on the page, and returns whether one is held over it. */
function useFileDrop(take: (file: File) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent(take);
  useEffect(() => {
    const ending = new AbortController();
    const listen = (type: 'dragover' | 'drop', act: (file: File | undefined) => void): void =>
      document.addEventListener(
        type,
        (event) => {
          const { types, files } = event.dataTransfer ?? {};
          if (!types?.includes('Files')) return;
          event.preventDefault();
          act(files?.[0]);
        },
        { signal: ending.signal },
      );
    listen('dragover', () => setOver(true));
    listen('drop', (file) => {
      setOver(false);
      if (file !== undefined) void onDrop(file);
    });
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    document.addEventListener('dragleave', leave, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return isOver;
}

/** ChooseFile is a button that opens the chooser for one file of the types in `accept`; `label` names its field. `onFile` must not throw. */
export function ChooseFile({
  label,
  accept,
  disabled = false,
  onFile,
  children,
}: {
  label: string;
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => Promise<void>;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    await onFile(file);
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
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => void take(event.target.files?.[0])}
      />
    </>
  );
}
