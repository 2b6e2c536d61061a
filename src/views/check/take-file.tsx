import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';
import { WithoutThisPage } from './without-this-page.tsx';
import styles from './check.module.css';

const INVITATION: FileNote = {
  text: 'It is read and hashed here; it is sent nowhere, and no register is asked.',
  isProblem: false,
};

/** TakeFile takes an evidence file, chosen or dropped anywhere on the page, or its text, pasted. */
export function TakeFile({
  onFile,
  onText,
}: {
  onFile: (file: File) => Promise<void>;
  onText: (text: string) => void;
}) {
  const [note, setNote] = useState(INVITATION);
  const take = async (file: File): Promise<void> => {
    setNote(INVITATION);
    try {
      await onFile(file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setNote({ text: `${file.name} could not be read: ${why}`, isProblem: true });
    }
  };
  return (
    <DropFile
      what="a file"
      label="Evidence file"
      accept=".json,.tlog-proof,application/json,text/plain"
      note={note}
      onFile={take}
    >
      <Paste onText={onText} />
      <WithoutThisPage />
    </DropFile>
  );
}

function Paste({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <details className={styles['paste']}>
      <summary>Paste its text</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') onText(text);
        }}
      >
        <label htmlFor={id}>The text of a bundle, a tlog-proof or a report</label>
        <textarea
          id={id}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Check the text</Button>
      </form>
    </details>
  );
}
