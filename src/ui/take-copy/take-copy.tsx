import { type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { type Reading, ReadWhole } from '../read-whole.tsx';
import { type SavedFile, saveFile, saveText } from '../save-file.ts';
import type {
  CopyChoice,
  CopyDesk,
  CopyDone,
  CopyForm,
  CopyManifest,
  CopyOffer,
  CopyWriting,
} from './copy-desk.ts';
import styles from './take-copy.module.css';
import { countOf, formatBytes, formatNumber } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import type { Variant } from '../../core/model.ts';

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
        Download data
      </Button>
      <dialog ref={dialog} className={styles['dialog']} aria-labelledby={id} onClose={desk.forget}>
        <h2 id={id}>Download data</h2>
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

/** Choices are what can be taken and how it can be written, with what the copy is worth. */
function Choices({ desk, shown }: { desk: CopyDesk; shown: string | undefined }) {
  const { choice, choose, offer } = desk;
  const { form, what, filtered } = choice;
  const subset = desk.canFilter && shown !== undefined;
  const variant = offer?.variant ?? 'item';
  return (
    <>
      <fieldset className={styles['choices']}>
        <legend>What</legend>
        {subset && (
          <Radio
            group="what"
            checked={what === 'records' && filtered}
            onChoose={() => choose({ what: 'records', filtered: true })}
            name={shown}
          />
        )}
        <Radio
          group="what"
          checked={what === 'records' && !(filtered && subset)}
          onChoose={() => choose({ what: 'records', filtered: false })}
          name={whatWords('records', offer)}
        />
        <Radio
          group="what"
          checked={what === 'entries'}
          onChoose={() => choose({ what: 'entries' })}
          name={whatWords('entries', offer)}
        />
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>How it is written</legend>
        {FORMS.map((one) => {
          const problem = one === 'rsf' ? rsfProblem(choice, desk) : undefined;
          const { name, note } = formWords(one, what, variant);
          return (
            <Radio
              key={one}
              group="form"
              checked={form === one}
              disabled={problem !== undefined}
              onChoose={() => choose({ form: one })}
              name={name}
              note={problem ?? note}
            />
          );
        })}
      </fieldset>
      {offer !== undefined && <p className="quiet">{offerWords(what, offer)}</p>}
    </>
  );
}

const FORMS: readonly CopyForm[] = ['csv-safe', 'csv', 'json', 'rsf'];

function rsfProblem({ what }: CopyChoice, { offer }: CopyDesk): string | undefined {
  if (what === 'records') return 'Holds whole logs: choose the entries.';
  return offer?.rsfProblem === undefined ? undefined : `Not for this register. ${offer.rsfProblem}`;
}

function Radio({
  group,
  checked,
  disabled = false,
  onChoose,
  name,
  note,
}: {
  group: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  name: ReactNode;
  note?: string;
}) {
  const id = useId();
  return (
    <div className={styles['choice']} data-disabled={disabled || undefined}>
      <input
        type="radio"
        id={id}
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      <label htmlFor={id}>{name}</label>
      {note !== undefined && <p id={`${id}-note`}>{note}</p>}
    </div>
  );
}

/** CopyProgress follows the writing of a file. */
function CopyProgress({ run: { rows, of, bytes }, onStop }: { run: CopyWriting; onStop: () => void }) {
  return (
    <div className={styles['run']}>
      <progress max={Math.max(1, of)} value={rows} aria-label="Writing the file" />
      <p>
        {formatNumber(rows)} of {formatNumber(of)}, {formatBytes(bytes)}
      </p>
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

/** CopyWritten says what was saved, and offers its manifest. */
function CopyWritten({
  run: { name, rows, bytes, sha256 },
  what,
  saved,
  onManifest,
  onAnother,
}: {
  run: CopyDone;
  what: CopyChoice['what'];
  /** The manifest was saved with it. */
  saved: boolean;
  onManifest: () => void;
  onAnother: () => void;
}) {
  return (
    <div className={styles['done']}>
      <p role="status">
        Saved {name}: {counted(what, rows)}, {formatBytes(bytes)}.
        {saved ? ' Its manifest was saved with it.' : ''}
      </p>
      <p>
        SHA-256 <HashText hash={sha256} digits="full" />
      </p>
      <p className={styles['actions']}>
        <Button kind={saved ? 'plain' : 'strong'} onClick={onManifest}>
          {saved ? 'Save the manifest again' : 'Save its manifest'}
        </Button>
        <Button onClick={onAnother}>Take another</Button>
      </p>
      <p className="quiet">
        The manifest tells the register’s address, log size, root, what was verified, when, and this hash.
      </p>
    </div>
  );
}

/** whatWords names what is taken, at an earlier size with that size. */
export function whatWords(what: 'records' | 'entries', offer: CopyOffer | undefined): string {
  const earlier = offer !== undefined && offer.at < offer.size;
  if (what === 'records')
    return earlier ? `All records as of entry ${formatNumber(offer.at)}` : 'All records';
  return earlier ? `The first ${countOf(offer.at, 'entry')}` : 'All entries of the log';
}

/** formWords names a way of writing, and says what it is for and what to beware of. */
export function formWords(
  form: CopyForm,
  what: 'records' | 'entries',
  variant: Variant,
): { readonly name: string; readonly note: string } {
  switch (form) {
    case 'csv-safe':
      return {
        name: 'CSV for a spreadsheet',
        note: 'Puts an apostrophe before what a spreadsheet would run as a formula, a minus sign too. Lists are joined with semicolons.',
      };
    case 'csv':
      return {
        name: 'CSV with exact values',
        note: 'For programs. Lists are joined with semicolons, so that a member with one of its own looks like two: JSON keeps them apart. Opened in a spreadsheet, a cell that begins with = + - or @ may run as a formula.',
      };
    case 'json':
      return {
        name: 'JSON',
        note: `As this register’s API lists ${what}${variant === 'item' ? ' (items API)' : ' (blobs API)'}.`,
      };
    case 'rsf':
      return {
        name: 'RSF',
        note: 'The log with its items, ending in its root. It can be opened on the start page again.',
      };
  }
}

/** counted counts what is taken. */
function counted(what: CopyChoice['what'], rows: number): string {
  return what === 'records' ? countOf(rows, 'record') : countOf(rows, 'entry');
}

/** offerWords says what a copy comes to and what it is worth. */
export function offerWords(
  what: CopyChoice['what'],
  { rows, withoutData, at, size, verdict }: CopyOffer,
): string {
  const line = `${counted(what, rows)}, from ${at < size ? `the first ${formatNumber(at)} of ` : ''}${countOf(size, 'entry')} read and hashed here.`;
  const gaps =
    withoutData === 0
      ? ''
      : ` The data of ${formatNumber(withoutData)} was not sent, or does not hash to its name, and is left out.`;
  return `${line} ${worth(verdict, size)}${gaps} The manifest beside it says so.`;
}

function worth(verdict: CopyOffer['verdict'], size: number): string {
  switch (verdict.outcome) {
    case 'holds':
      return size === 1
        ? 'It gives the published root.'
        : `All ${formatNumber(size)} together give the published root.`;
    case 'does-not-match':
      return `They do not match: ${'reason' in verdict ? verdict.reason : 'their root is not the published one'}.`;
    case 'cannot-check':
    case 'not-checked':
      return `They are not proved: ${verdict.reason}.`;
  }
}
