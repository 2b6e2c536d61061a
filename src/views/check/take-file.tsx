import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WithoutThisPage } from './without-this-page.tsx';
import styles from './check.module.css';

/** TakeFile takes an evidence file, chosen or dropped anywhere on the page, or its text, pasted. */
export function TakeFile({
  onFile,
  onText,
}: {
  onFile: (file: File) => Promise<void>;
  onText: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setProblem(undefined);
    try {
      await onFile(file);
    } catch (error) {
      setProblem(`${file.name} could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
    // The same file can be chosen again after it was changed.
    if (input.current !== null) input.current.value = '';
  };
  const over = useFileDrop(take);
  return (
    <div className={styles['take']} data-over={over || undefined}>
      <Icon name="file" size={22} />
      <div className={styles['ways']}>
        <p>
          Drop a file anywhere on this page, or{' '}
          <Button onClick={() => input.current?.click()}>choose a file</Button>
        </p>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="Evidence file"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <Paste onText={onText} />
        <WithoutThisPage />
        <p role="status" className={problem === undefined ? styles['small'] : styles['problem']}>
          {problem ?? 'It is read and hashed here; it is sent nowhere, and no register is asked.'}
        </p>
      </div>
    </div>
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
        <label htmlFor={id}>The text of a bundle or a report</label>
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

/** useFileDrop takes a file dropped anywhere on the page, and returns whether one is held over it. */
function useFileDrop(take: (file: File | undefined) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      void latest.current(event.dataTransfer?.files[0]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
