import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { normaliseBase } from '../../api/base-address.ts';
import { bundledQuery, useSite } from '../../query/site.ts';
import { Button } from '../../ui/button.tsx';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { pathsIn } from '../../ui/register-paths.ts';
import styles from './start.module.css';

/** OpenRegister takes the address of a register, or of anything in one, words to look for, or an RSF file, and goes there. */
export function OpenRegister() {
  const navigate = useNavigate();
  const { data: bundled = [] } = useQuery(bundledQuery(useSite()));
  const [problem, setProblem] = useState<ReactNode>();
  const open = (typed: string): void => {
    const read = normaliseBase(typed);
    if ('problem' in read) return setProblem(read.problem);
    // A word is more likely a name than the address of a machine.
    if (!/^[\p{L}\p{N}\s'’-]+$/u.test(typed) || typed === 'localhost') return void navigate(pathOf(read));
    const word = typed.toLowerCase();
    const named = bundled.find(({ name, title }) => name === word || title.toLowerCase() === word);
    const example = pathsIn({ kind: 'bundled', name: named?.name ?? 'country', mount: 'v2' });
    setProblem(
      <>
        {`“${isolated(typed)}” is not a full address. `}
        {named ? (
          <Link to={example.view('overview')}>{`Open the example register ${named.title}`}</Link>
        ) : (
          <Link to={example.records({ q: typed })}>Search the example countries</Link>
        )}{' '}
        or <Link to={pathOf(read)}>{`open ${read.base}`}</Link>
      </>,
    );
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
