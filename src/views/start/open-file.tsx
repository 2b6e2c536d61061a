import { Icon } from '../../ui/icon.tsx';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../query/site.ts';
import { Button } from '../../ui/button.tsx';
import styles from './start.module.css';

/** OpenFile takes an RSF file, chosen or dropped anywhere on the page. The file stays in this browser. */
export function OpenFile() {
  const site = useSite();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ busy?: string; problem?: string; over?: boolean }>({});

  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setState({ busy: file.name });
    const opened = await site.openFile(file);
    if ('problem' in opened) setState({ problem: opened.problem });
    else void navigate(`/${opened.id}`);
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });

  useEffect(() => {
    const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setState((before) => (before.over === true ? before : { ...before, over: true }));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setState((before) => ({ ...before, over: false }));
    };
    const drop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
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

  return (
    <div className={styles['drop']} data-over={state.over || undefined}>
      <Icon name="file" size={22} />
      <div>
        <p>
          Drop an RSF file anywhere on this page, or{' '}
          <Button onClick={() => input.current?.click()} disabled={state.busy !== undefined}>
            choose a file
          </Button>
        </p>
        <input
          ref={input}
          type="file"
          accept=".rsf,.tsv,.txt,application/uk-gov-rsf"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="RSF file"
          onChange={(event) => void open(event.target.files?.[0])}
        />
        <p role="status" className={state.problem === undefined ? styles['small'] : styles['problem']}>
          {state.busy === undefined
            ? (state.problem ?? 'The file is read and hashed here; it is sent nowhere.')
            : `Reading ${state.busy} …`}
        </p>
      </div>
    </div>
  );
}
