import { useState } from 'react';
import { useNavigate } from 'react-router';
import { normaliseBase } from '../../api/base-address.ts';
import { useSite } from '../../query/site.ts';
import { Button } from '../../ui/button.tsx';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';
import { findText } from '../../ui/find.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import styles from './start.module.css';

/** ADDRESS is how a text looks that is taken for an address: anything else is words, a key or a hash. */
const ADDRESS = /[/.]\S|^localhost$|^\S+:\d{2,5}$/i;

/** OpenRegister takes the address of a register, or of anything in one, or an RSF file, and goes there. Words are looked for in the box of the frame. */
export function OpenRegister() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const open = (typed: string): void => {
    const isWords = typed !== '' && !ADDRESS.test(typed);
    const read = isWords ? undefined : normaliseBase(typed);
    setProblem(read && 'problem' in read ? read.problem : undefined);
    if (read === undefined) findText(typed);
    else if (!('problem' in read)) void navigate(pathOf(read));
  };
  return (
    <form
      noValidate
      className={styles.open}
      onSubmit={(event) => {
        event.preventDefault();
        open(String(new FormData(event.currentTarget).get('address') ?? '').trim());
      }}
    >
      <label htmlFor="open-address">Address of a register or record, or words to search for</label>
      <div className={styles.inputRow}>
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
        <Button type="submit">Open</Button>
      </div>
      <p id="open-address-help" role="status" className={styles['problem']}>
        {problem}
      </p>
      <OpenFile />
    </form>
  );
}

function pathOf({
  base,
  key,
  entryNumber,
  itemHash,
}: Extract<ReturnType<typeof normaliseBase>, { base: string }>): string {
  const paths = pathsIn({ kind: 'remote', base });
  if (key !== undefined) return paths.record(key);
  if (entryNumber !== undefined) return paths.entry(entryNumber);
  return itemHash === undefined ? paths.view('overview') : paths.item(itemHash);
}

/** EVIDENCE is how the text of a bundle, a report or a tlog-proof begins, and an RSF file never does. */
const EVIDENCE = /^\uFEFF?(?:\s*\{|c2sp\.org\/tlog-proof@)/;

/** MOST_EVIDENCE is far beyond the bytes of any evidence file: it travels in the history of the browser. */
const MOST_EVIDENCE = 2_000_000;

/** OpenFile takes an RSF file, chosen or dropped anywhere on the page, or leads an evidence file to Check. The file stays in this browser. */
function OpenFile() {
  const site = useSite();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState<FileNote>({ text: 'It stays in your browser.', isProblem: false });
  const open = async (file: File): Promise<void> => {
    setBusy(true);
    setNote({ text: `Reading ${file.name} …`, isProblem: false });
    const text = file.size > MOST_EVIDENCE ? '' : await file.text().catch(() => '');
    if (EVIDENCE.test(text)) return void navigate('/check', { state: { pasted: text, name: file.name } });
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
