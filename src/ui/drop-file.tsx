import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { followDrops } from './follow-files.ts';
import { Icon } from './icon.tsx';
import styles from './drop-file.module.css';
import { Button } from './button.tsx';

/** OnFiles handles the files that were chosen or dropped together. It must not throw. */
type OnFiles = (files: readonly File[]) => Promise<void>;

/**
 * DropFile takes a file that is chosen, or dropped anywhere on the page, where that does not open it. `what` names
 * it in the invitation ("a file"), `label` names the field, `accept` is the list of types that the chooser
 * offers; any file may be dropped.
 */
export function DropFile({
  what,
  label,
  accept,
  note,
  onFiles,
}: {
  what: string;
  label: string;
  accept: string;
  /** The line below: a remark, or an error. */
  note: { readonly text: string; readonly isProblem: boolean };
  onFiles: OnFiles;
}) {
  const [isOver, setOver] = useState(false);
  const onDrop = useEffectEvent((files: readonly File[]) => void onFiles(files.slice(0, 1)));
  useEffect(() => followDrops(document, onDrop, setOver), []);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A file may be dropped anywhere on the page, out of sight of the message.
    if (note.isProblem) message.current?.focus();
  }, [note.isProblem]);
  return (
    <div className={`marked ${styles.drop} unprinted`} data-over={isOver || undefined}>
      <Icon name="file" size={22} />
      <div className="group">
        <p>
          Drop {what} anywhere on this page, or{' '}
          <ChooseFile {...{ label, accept, onFiles }}>choose a file</ChooseFile>
        </p>
        <p ref={message} tabIndex={-1} className={note.isProblem ? 'problem' : 'faint'}>
          {note.text}
        </p>
      </div>
    </div>
  );
}

/**
 * ChooseFile is a button that opens the chooser for files of the types in `accept`; `label` names its field.
 */
export function ChooseFile({
  label,
  accept,
  multiple = false,
  onFiles,
  children,
}: {
  label: string;
  accept: string;
  multiple?: boolean;
  onFiles: OnFiles;
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
      <Button onClick={() => input.current?.click()}>{children}</Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={(event) => void take([...(event.target.files ?? [])])}
      />
    </>
  );
}
