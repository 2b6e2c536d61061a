import { useId, useRef, useState, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ReadWhole, type Reading } from '../read-whole.tsx';
import { saveFile, type SavedFile } from '../save-file.ts';
import { saveText } from '../save-text.ts';
import { Choices } from './choices.tsx';
import type { CopyDesk, CopyManifest } from './copy-desk.ts';
import { CopyProgress, CopyWritten } from './copy-run.tsx';
import styles from './take-copy.module.css';

/** TakeCopy is the button and the dialog in which a register, or a part of it, is saved as a file with a manifest. */
export function TakeCopy({
  desk,
  onOpen,
  shown,
}: {
  desk: CopyDesk & { readonly copy: Reading | { readonly phase: 'ready' } };
  onOpen: () => void;
  /** What the view shows, where that is not all records: `12 records, as filtered here`. */
  shown?: string | undefined;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [last, setLast] = useState<SavedFile>();
  const id = useId();
  const { run, offer } = desk;
  const save = async (): Promise<void> => {
    if (offer === undefined) return;
    const file = await saveFile({ name: offer.name, type: offer.type });
    if (file === undefined) return;
    setLast(file);
    const manifest = await desk.begin(file);
    // A download needs no place chosen for it: both files come at once.
    if (manifest !== undefined && file.kind === 'download')
      saveText(manifest.name, manifest.text, manifest.type);
  };
  return (
    <>
      <Button
        onClick={() => {
          onOpen();
          dialog.current?.showModal();
        }}
      >
        Take a copy
      </Button>
      <dialog ref={dialog} className={styles['dialog']} aria-labelledby={id} onClose={desk.forget}>
        <h2 id={id}>Take a copy</h2>
        {run.phase === 'writing' ? (
          <CopyProgress run={run} onStop={desk.stop} />
        ) : run.phase === 'written' ? (
          <CopyWritten
            run={run}
            what={desk.choice.what}
            onManifest={() => void saveManifest(run.manifest, last)}
            saved={last?.kind === 'download'}
            onAnother={desk.forget}
          />
        ) : (
          <Before desk={desk} shown={shown} onSave={() => void save()} />
        )}
        <form method="dialog" className={styles['close']}>
          {desk.feed !== undefined && (
            <a href={desk.feed} rel="noreferrer">
              The server’s Atom feed
            </a>
          )}
          <Button type="submit">{run.phase === 'writing' ? 'Stop and close' : 'Close'}</Button>
        </form>
      </dialog>
    </>
  );
}

async function saveManifest(manifest: CopyManifest, beside: SavedFile | undefined): Promise<void> {
  const file = await saveFile({ ...manifest, beside: beside?.handle });
  if (file === undefined) return;
  await file.write(new TextEncoder().encode(manifest.text));
  await file.close();
}

function Before({
  desk,
  shown,
  onSave,
}: {
  desk: Parameters<typeof TakeCopy>[0]['desk'];
  shown: string | undefined;
  onSave: () => void;
}): ReactNode {
  const { copy, offer, run } = desk;
  if (copy.phase !== 'ready') {
    return (
      <ReadWhole reading={copy} entries={desk.copy.entries} onStart={desk.copy.start}>
        A copy is written from the whole log, which this page has to read first. That also checks it.
      </ReadWhole>
    );
  }
  return (
    <>
      {run.phase === 'failed' && (
        <p role="alert" className={styles['failed']}>
          It could not be written: {run.message} No file was left behind.
        </p>
      )}
      {run.phase === 'stopped' && <p role="status">Stopped. No file was left behind.</p>}
      <Choices desk={desk} shown={shown} />
      <p>
        <Button kind="strong" onClick={onSave} disabled={offer === undefined}>
          Save {offer?.name ?? '…'}
        </Button>
      </p>
    </>
  );
}
