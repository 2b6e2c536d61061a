import { useState } from 'react';
import { useNavigate } from 'react-router';
import { normaliseBase } from '../../api/base-address.ts';
import { Button } from '../../ui/button.tsx';
import { pathTo, type Place, type RegisterId } from '../../ui/paths.ts';
import { useSite } from '../../query/site.ts';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';
import styles from './start.module.css';

/** OpenAddress takes the address of a register, or of anything in one, and goes there. */
export function OpenAddress() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        const read = normaliseBase(String(new FormData(event.currentTarget).get('address') ?? ''));
        if ('problem' in read) {
          setProblem(read.problem);
          return;
        }
        void navigate(pathTo(placeOf(read)));
      }}
    >
      <label htmlFor="open-address">Address of a register, or of a record in one</label>
      <div className={styles['inputRow']}>
        <input
          id="open-address"
          name="address"
          type="text"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          placeholder="https://country.register.example"
          aria-invalid={problem !== undefined}
          aria-describedby="open-address-help"
        />
        <Button type="submit" kind="strong">
          Open
        </Button>
      </div>
      <p
        id="open-address-help"
        role="status"
        className={problem === undefined ? styles['small'] : styles['problem']}
      >
        {problem ?? 'Works with both API variants: items (v2) and blobs. The server must allow CORS.'}
      </p>
    </form>
  );
}

function placeOf(
  read: Extract<ReturnType<typeof normaliseBase>, { base: string }>,
): Exclude<Place, { view: 'nowhere' }> {
  const register: RegisterId = { kind: 'remote', base: read.base };
  if (read.key !== undefined) return { view: 'record', register, key: read.key };
  if (read.entryNumber !== undefined)
    return { view: 'entry', register, entryNumber: String(read.entryNumber) };
  if (read.itemHash !== undefined) return { view: 'item', register, hash: read.itemHash };
  return { view: 'overview', register };
}

const INVITATION: FileNote = {
  text: 'The file stays in your browser.',
  isProblem: false,
};

/** OpenFile takes an RSF file, chosen or dropped anywhere on the page. The file stays in this browser. */
export function OpenFile() {
  const site = useSite();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState(INVITATION);
  const open = async (file: File): Promise<void> => {
    setBusy(true);
    setNote({ text: `Reading ${file.name} …`, isProblem: false });
    const opened = await site.openFile(file);
    setBusy(false);
    if ('problem' in opened) setNote({ text: opened.problem, isProblem: true });
    else void navigate(`/${opened.id}`);
  };
  return (
    <DropFile
      what="an RSF file"
      label="RSF file"
      accept=".rsf,.tsv,.txt,application/uk-gov-rsf"
      disabled={busy}
      note={note}
      onFile={open}
    />
  );
}
