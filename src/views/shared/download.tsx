import { useId, useRef, useState } from 'react';
import type { Variant } from '../../core/model.ts';
import type { ExportFilter } from '../../log/export.ts';
import type { TextFile } from '../../query/save-proof.ts';
import { useExport } from '../../query/use-export.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { countOf, formatBytes, formatNumber } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { type SavedFile, saveFile, saveText } from '../../ui/save-file.ts';
import { useSource, SOURCE_WORDS, type Source } from '../../ui/source.ts';
import type { RegisterCopy } from '../../query/copy-controller.ts';
import styles from './download.module.css';

type Export = ReturnType<typeof useExport>;
type Choice = Export['choice'];
type Offer = Export['offer'];

/** Download is the button and the dialog in which the register as of the log size on view, or a part of it, is saved as a file with a manifest. */
export function Download({
  what,
  filter,
  shown,
}: {
  what: Choice['what'];
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
      <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={exporting.forget}>
        <h2 id={id}>Download data</h2>
        <Content exporting={exporting} shown={shown} />
        <form method="dialog" className={styles.close}>
          {exporting.feed !== undefined && (
            <a href={exporting.feed} rel="noreferrer">
              The server’s Atom feed
            </a>
          )}
          <Button type="submit">{exporting.run.phase === 'writing' ? 'Stop and close' : 'Close'}</Button>
        </form>
      </dialog>
    </>
  );
}

function Content({ exporting, shown }: { exporting: Export; shown: string | undefined }) {
  const { run, offer, copy, choice } = exporting;
  const [last, setLast] = useState<SavedFile>();
  const save = async (): Promise<void> => {
    if (offer === undefined) return;
    const file = await saveFile({ name: offer.name, type: offer.type });
    if (file === undefined) return;
    setLast(file);
    const manifest = await exporting.begin(file);
    // A download needs no chosen place: save both files at once.
    if (manifest !== undefined && file.kind === 'download')
      saveText(manifest.name, manifest.text, manifest.type);
  };
  if (run.phase === 'writing')
    return (
      <div className={`group ${styles.run}`}>
        <progress max={Math.max(1, run.of)} value={run.rows} aria-label="Writing the file" />
        <p>
          {formatNumber(run.rows)} of {formatNumber(run.of)}, {formatBytes(run.bytes)}
        </p>
        <Button onClick={exporting.stop}>Stop</Button>
      </div>
    );
  if (run.phase === 'written') {
    const saved = last?.kind === 'download';
    return (
      <div className="group">
        <p role="status">
          Saved {run.name}: {counted(choice.what, run.rows)}, {formatBytes(run.bytes)}.
          {saved && ' Its manifest was saved with it.'}
        </p>
        <p>
          SHA-256 <HashText hash={run.sha256} digits="full" />
        </p>
        <p className="row">
          <Button
            kind={saved ? 'plain' : 'strong'}
            onClick={() => void saveManifest(run.manifest, last?.handle)}
          >
            {saved ? 'Save the manifest again' : 'Save its manifest'}
          </Button>
          <Button onClick={exporting.forget}>Take another</Button>
        </p>
        <p className="quiet">
          The manifest tells the register’s address, log size, root, what was verified, when, and this hash.
        </p>
      </div>
    );
  }
  if (copy.phase !== 'ready')
    return (
      <ReadWhole reading={copy} entries={copy.entries} onStart={copy.start}>
        A copy is written from the whole log, which this page has to read first. That also checks it.
      </ReadWhole>
    );
  return (
    <>
      {run.phase === 'failed' && (
        <p role="alert" className="problem">
          It could not be written: {run.message} No file was left behind.
        </p>
      )}
      {run.phase === 'stopped' && <p role="status">Stopped. No file was left behind.</p>}
      <Choices exporting={exporting} shown={shown} />
      <p>
        <Button kind="strong" onClick={() => void save()} disabled={offer === undefined}>
          Save {offer?.name ?? '…'}
        </Button>
      </p>
    </>
  );
}

async function saveManifest(manifest: TextFile, beside: SavedFile['handle']): Promise<void> {
  const file = await saveFile({ ...manifest, beside });
  if (file === undefined) return;
  await file.write(new TextEncoder().encode(manifest.text));
  await file.close();
}

/** Choices are the contents and formats to choose from, with the verdict on the copy. */
function Choices({ exporting, shown }: { exporting: Export; shown: string | undefined }) {
  const { choice, choose, offer, canFilter } = exporting;
  const source = useSource();
  const { form, what } = choice;
  const subset = canFilter ? shown : undefined;
  const filtered = choice.filtered && subset !== undefined;
  const isRecords = what === 'records';
  const parts: readonly Option[] = [
    ...(subset === undefined
      ? []
      : [
          {
            name: subset,
            change: { what: 'records', filtered: true },
            isChosen: isRecords && filtered,
          } as const,
        ]),
    {
      name: whatWords('records', offer),
      change: { what: 'records', filtered: false },
      isChosen: isRecords && !filtered,
    },
    { name: whatWords('entries', offer), change: { what: 'entries' }, isChosen: !isRecords },
  ];
  const forms = FORMS.map((one): Option => {
    const problem = one === 'rsf' ? rsfProblem(what, offer) : undefined;
    const { name, note } = formWords(one, what, offer?.variant ?? 'item');
    const isDisabled = problem !== undefined;
    return { name, note: problem ?? note, change: { form: one }, isChosen: form === one, isDisabled };
  });
  return (
    <>
      <Options legend="What" options={parts} choose={choose} />
      <Options legend="How it is written" options={forms} choose={choose} />
      {offer !== undefined && (
        <p className="quiet">
          {counted(what, offer.rows)}. {copyWords({ ...offer, missing: offer.withoutData }, source)} The
          manifest beside it says so.
        </p>
      )}
    </>
  );
}

const FORMS: readonly Choice['form'][] = ['csv-safe', 'csv', 'json', 'rsf'];

function rsfProblem(what: Choice['what'], offer: Offer): string | undefined {
  if (what === 'records') return 'Holds whole logs: choose the entries.';
  return offer?.rsfProblem === undefined ? undefined : `Not for this register. ${offer.rsfProblem}`;
}

/** Option is one radio option. */
interface Option {
  readonly name: string;
  readonly note?: string;
  readonly change: Partial<Choice>;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
}

function Options({
  legend,
  options,
  choose,
}: {
  legend: string;
  options: readonly Option[];
  choose: Export['choose'];
}) {
  const group = useId();
  return (
    <fieldset className={`group ${styles.choices}`}>
      <legend>{legend}</legend>
      {options.map(({ name, note, change, isChosen, isDisabled = false }, index) => {
        const id = `${group}${index}`;
        return (
          <div key={name} className={styles.choice} data-disabled={isDisabled || undefined}>
            <input
              type="radio"
              id={id}
              name={group}
              checked={isChosen}
              disabled={isDisabled}
              onChange={() => choose(change)}
              aria-describedby={note && `${id}-note`}
            />
            <label htmlFor={id}>{name}</label>
            {note && (
              <p id={`${id}-note`} className="quiet">
                {note}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** whatWords names the content, at an earlier size with that size. */
function whatWords(what: Choice['what'], offer: Offer): string {
  const earlier = offer !== undefined && offer.at < offer.size;
  if (what === 'records')
    return earlier ? `All records as of entry ${formatNumber(offer.at)}` : 'All records';
  return earlier ? `The first ${countOf(offer.at, 'entry')}` : 'All entries of the log';
}

/** formWords describes a format, with its purpose and limits. */
function formWords(form: Choice['form'], what: Choice['what'], variant: Variant) {
  const api = variant === 'item' ? 'items API' : 'blobs API';
  return {
    'csv-safe': {
      name: 'CSV for a spreadsheet',
      note: 'Puts an apostrophe before what a spreadsheet would run as a formula, a minus sign too. Lists are joined with semicolons.',
    },
    csv: {
      name: 'CSV with exact values',
      note: 'For programs. Lists are joined with semicolons, so that a member with one of its own looks like two: JSON keeps them apart. Opened in a spreadsheet, a cell that begins with = + - or @ may run as a formula.',
    },
    json: { name: 'JSON', note: `As this register’s API lists ${what} (${api}).` },
    rsf: {
      name: 'RSF',
      note: 'The log with its items, ending in its root. It can be opened on the start page again.',
    },
  }[form];
}

function counted(what: Choice['what'], rows: number): string {
  return countOf(rows, what === 'records' ? 'record' : 'entry');
}

/** copyWords describes the verdict on the copy of the whole log, and missing data. */
export function copyWords(
  { verdict, size, missing }: Pick<RegisterCopy, 'verdict' | 'size' | 'missing'>,
  source: Source,
): string {
  const { rootHash } = SOURCE_WORDS[source];
  const entries = size === 1 ? 'its only entry' : `all ${formatNumber(size)} entries`;
  const isMismatch = verdict.outcome === 'does-not-match';
  const reason = 'reason' in verdict ? `: ${verdict.reason}` : '';
  const worth = !isMismatch
    ? 'not verified'
    : `and ${reason === '' ? `their root hash does not match the ${rootHash}` : 'they do not match'}`;
  const rests =
    verdict.outcome === 'holds'
      ? `Computed here from ${entries}, which give the ${rootHash}.`
      : `Computed from ${entries} as the ${source === 'file' ? 'file has' : 'server sent'} them, ${worth}${reason}.`;
  // Data with a wrong hash counts as missing.
  const missed = isMismatch ? 'is left out' : 'could not be read';
  return missing === 0 ? rests : `${rests} The data of ${countOf(missing, 'version')} ${missed}.`;
}
