import { useId, useRef, useState } from 'react';
import type { ExportFilter } from '../../log/export.ts';
import type { TextFile } from '../../query/save-proof.ts';
import { type Export, FORMS, useExport, writeFault } from '../../query/use-export.ts';
import { useAt } from '../../ui/link.tsx';
import { Button } from '../../ui/button.tsx';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash.tsx';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { type SavedFile, saveFile, saveText } from '../../ui/save-file.ts';
import { useSource, SOURCE_WORDS, type Source } from '../../ui/source.ts';
import type { RegisterCopy } from '../../query/copy-controller.ts';
import { ReadMissing } from './page-failure.tsx';
import styles from './download.module.css';

/**
 * Download is the button and the dialog in which the register as of the log size on view, or a part of it, is
 * saved as a file with a manifest.
 */
export function Download({
  what,
  filter,
  shown,
}: {
  what: Export['choice']['what'];
  /** The records that the view shows, if not all, and their description: `12 records found here`. */
  filter?: ExportFilter | undefined;
  shown?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const exporting = useExport({ open: isOpen, at: useAt(), what, filter });
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
          dialog.current?.showModal();
        }}
      >
        Download data
      </Button>
      <dialog ref={dialog} aria-labelledby={id} onClose={exporting.forget}>
        <h2 id={id}>Download data</h2>
        <Content exporting={exporting} shown={shown} />
        <form method="dialog">
          <Button type="submit">{exporting.run.phase === 'writing' ? 'Stop and close' : 'Close'}</Button>
        </form>
      </dialog>
    </>
  );
}

function Content({ exporting, shown }: { exporting: Export; shown: string | undefined }) {
  const { run, offer, copy } = exporting;
  const [last, setLast] = useState<SavedFile>();
  const [problem, setProblem] = useState<string>();
  const save = async (): Promise<void> => {
    if (offer === undefined) return;
    const file = await saveFile({ name: offer.name, type: offer.type });
    if (file === undefined) return;
    setLast(file);
    const manifest = await exporting.write(file);
    // A download needs no chosen place: save both files at once.
    if (manifest !== undefined && file.kind === 'download') saveText(manifest);
  };
  if (run.phase === 'writing')
    return (
      <div className={`group ${styles.run}`}>
        <progress max={Math.max(1, offer?.rows ?? 0)} value={run.rows} aria-label="Writing the file" />
        <p>
          {formatNumber(run.rows)} of {formatNumber(offer?.rows ?? 0)}, {formatBytes(run.bytes)}
        </p>
        <Button onClick={exporting.stop}>Stop</Button>
      </div>
    );
  if (run.phase === 'written') {
    const isWithManifest = last?.kind === 'download';
    return (
      <div className="group">
        <p role="status">
          Saved {run.name}:{' '}
          {countOf(offer?.rows ?? 0, exporting.choice.what === 'records' ? 'record' : 'entry')},{' '}
          {formatBytes(run.bytes)}.{isWithManifest && ' Its manifest was saved with it.'}
        </p>
        <p>
          SHA-256 <HashText hash={run.sha256} digits="full" />
        </p>
        <p className="row">
          {!isWithManifest && (
            <Button
              kind="strong"
              onClick={() =>
                void saveManifest(run.manifest, last?.handle).then(
                  () => setProblem(undefined),
                  (error: unknown) => setProblem(writeFault(error)),
                )
              }
            >
              Save its manifest
            </Button>
          )}
          <Button onClick={exporting.forget}>Take another</Button>
        </p>
        {problem && (
          <p role="status" className="problem">
            The manifest could not be written. {problem}
          </p>
        )}
        <p className="quiet">
          The manifest tells the register’s address, log size, root, what was verified, when, and this hash.
        </p>
      </div>
    );
  }
  if (copy.phase !== 'ready')
    return (
      <ReadWholeLog reading={copy}>
        A copy is written from the whole log, which this page has to read first. That also checks it.
      </ReadWholeLog>
    );
  return (
    <>
      {run.phase === 'failed' && (
        <p role="status" className="problem">
          It could not be written. {run.message} No file was left behind.
        </p>
      )}
      {run.phase === 'stopped' && <p role="status">Stopped. No file was left behind.</p>}
      <Choices exporting={exporting} shown={shown} />
      <p>
        <Button
          kind="strong"
          onClick={() => void save()}
          disabled={offer === undefined && 'The copy is being prepared'}
        >
          Save {offer?.name ?? '…'}
        </Button>
      </p>
    </>
  );
}

async function saveManifest(manifest: TextFile, beside: SavedFile['handle']): Promise<void> {
  const file = await saveFile({ ...manifest, beside });
  if (file === undefined) return;
  await new Blob([manifest.text]).stream().pipeTo(file.stream);
}

/** Choices are the contents and formats to choose from, with the verdict on the copy. */
function Choices({ exporting, shown }: { exporting: Export; shown: string | undefined }) {
  const { choice, choose, offer, canFilter } = exporting;
  const source = useSource();
  const { form, what } = choice;
  const found = canFilter ? shown : undefined;
  const then = offer !== undefined && offer.at < offer.size ? ` as of entry ${formatNumber(offer.at)}` : '';
  const rsfProblem = what === 'records' ? 'It holds whole logs: choose the entries.' : offer?.rsfProblem;
  return (
    <>
      <Options
        legend="What"
        options={[
          ...(found === undefined ? [] : [{ id: 'found', label: found } as const]),
          { id: 'records', label: `All records${then}` },
          { id: 'entries', label: `All entries of the log${then}` },
        ]}
        chosen={what === 'records' && choice.filtered && found !== undefined ? 'found' : what}
        choose={(id) => choose({ what: id === 'entries' ? 'entries' : 'records', filtered: id === 'found' })}
      />
      <Options
        legend="Format"
        options={(['csv-safe', 'csv', 'json', 'rsf'] as const).map((id) => {
          const { label, note } = FORMS[id];
          const problem = id === 'rsf' ? rsfProblem : undefined;
          return { id, label, note: problem ?? note, isDisabled: problem !== undefined };
        })}
        chosen={form}
        choose={(id) => choose({ form: id })}
      />
      {offer !== undefined && (
        <p className="quiet">
          {countOf(offer.rows, what === 'records' ? 'record' : 'entry')}.{' '}
          {copyWords({ ...offer, missing: offer.withoutData }, source)} It comes with a manifest that says so.
        </p>
      )}
      <ReadMissing reading={exporting.copy} />
    </>
  );
}

function Options<Id extends string>({
  legend,
  options,
  chosen,
  choose,
}: {
  legend: string;
  options: readonly { id: Id; label: string; note?: string; isDisabled?: boolean }[];
  chosen: Id;
  choose: (id: Id) => void;
}) {
  const group = useId();
  return (
    <fieldset className={`group ${styles.choices}`}>
      <legend>{legend}</legend>
      {options.map(({ id, label, note, isDisabled }) => (
        <div key={id} className={styles.choice} data-disabled={isDisabled || undefined}>
          <input
            type="radio"
            id={group + id}
            name={group}
            checked={id === chosen}
            disabled={isDisabled}
            onChange={() => choose(id)}
            aria-describedby={note && `${group}${id}-note`}
          />
          <label htmlFor={group + id}>{label}</label>
          {note && (
            <p id={`${group}${id}-note`} className="quiet">
              {note}
            </p>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** copyWords describes the verdict on the copy of the whole log, and missing data. */
export function copyWords(
  { verdict, size, missing }: Pick<RegisterCopy, 'verdict' | 'size' | 'missing'>,
  source: Source,
): string {
  const entries = `all ${countOf(size, 'entry')}`;
  const { outcome } = verdict;
  const worth = outcome === 'does-not-match' ? 'and they do not match' : 'not verified';
  const rests =
    outcome === 'holds'
      ? `Computed here from ${entries}, which give the ${SOURCE_WORDS[source].rootHash}.`
      : `Computed from ${entries} as the ${source === 'server' ? 'server sent' : 'file has'} them, ${worth}${'reason' in verdict ? `: ${verdict.reason}` : ''}.`;
  // Data with a wrong hash counts as missing.
  return missing === 0 ? rests : `${rests} The data of ${countOf(missing, 'version')} is left out.`;
}
