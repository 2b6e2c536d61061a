import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isRsfAddress, normaliseBase, webAddress } from '../../api/base-address.ts';
import { type OpenedFile, useSite } from '../../query/site.ts';
import { Button } from '../../ui/button.tsx';
import { DropFile } from '../../ui/drop-file.tsx';
import { findText } from '../../ui/find.ts';
import { countOf } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { registerOfFile } from '../../ui/paths.ts';
import { pathsIn } from '../../ui/register-paths.ts';
import styles from './start.module.css';

/** ADDRESS is how a text looks that is taken for an address: anything else is words, a key or a hash. */
const ADDRESS = /[/.]\S|^localhost$|^\S+:\d{2,5}$/i;

/** OpenRegister takes the address of a register, of anything in one, or of an RSF file, or RSF files themselves, and goes there. Words are looked for in the box of the frame. */
export function OpenRegister() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const open = (text: string): void => {
    const isFile = /^rsf:/i.test(text);
    const typed = isFile ? text.slice(4) : text;
    const isWords = typed !== '' && !ADDRESS.test(typed);
    const read = isWords ? undefined : normaliseBase(typed);
    setProblem(read && 'problem' in read ? read.problem : undefined);
    if (read === undefined) findText(typed);
    else if (!('problem' in read)) void navigate(filePathOf(typed, isFile) ?? pathOf(read));
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
      <label htmlFor="open-address">Address of a register, record or RSF file, or words to search for</label>
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
      <OpenFiles />
    </form>
  );
}

/** filePathOf is the place of the RSF file at an address that looks like one, or is said to be. */
function filePathOf(typed: string, isFile: boolean): string | undefined {
  const address = isFile || isRsfAddress(typed) ? webAddress(typed) : undefined;
  return address && pathsIn(registerOfFile(address)).view('overview');
}

function pathOf({
  base,
  key,
  entryNumber,
  itemHash,
  query = '',
}: Extract<ReturnType<typeof normaliseBase>, { base: string }>): string {
  const paths = pathsIn({ kind: 'remote', base });
  if (key !== undefined) return paths.record(key);
  if (entryNumber !== undefined) return paths.entry(entryNumber);
  if (itemHash !== undefined) return paths.item(itemHash);
  // A query is none of an API's, but may be part of the address of a file, as which it may be opened from there.
  return pathsIn({ kind: 'remote', base: base + query }).view('overview');
}

/** EVIDENCE is how the text of a bundle, a report or a tlog-proof begins, and an RSF file never does. */
const EVIDENCE = /^\uFEFF?(?:\s*\{|c2sp\.org\/tlog-proof@)/;

/** MOST_EVIDENCE is far beyond the bytes of any evidence file: it travels in the history of the browser. */
const MOST_EVIDENCE = 2_000_000;

/** Opening is the result of the files that were chosen together, in their order. */
type Opening = readonly (OpenedFile & { readonly name: string })[];

/** OpenFiles takes RSF files, chosen or dropped anywhere on the page, or leads an evidence file to Check. They stay in this browser. Several are a family: links between them work, and they are listed together. */
function OpenFiles() {
  const site = useSite();
  const navigate = useNavigate();
  const [reading, setReading] = useState<string>();
  const [opening, setOpening] = useState<Opening>([]);
  const open = async (files: readonly File[]): Promise<void> => {
    const done: (OpenedFile & { readonly name: string })[] = [];
    for (const [index, file] of files.entries()) {
      const count = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
      setReading(`Reading ${file.name}${count} …`);
      const text = file.size > MOST_EVIDENCE ? '' : await file.text().catch(() => '');
      if (EVIDENCE.test(text) && files.length === 1)
        return void navigate('/check', { state: { pasted: text, name: file.name } });
      done.push({ name: file.name, ...(await site.openFile(file)) });
    }
    setReading(undefined);
    setOpening(done);
    const [only] = done;
    if (done.length === 1 && only && 'id' in only) void navigate(`/${only.id}`);
  };
  const [only] = opening.length === 1 ? opening : [];
  const problem = only && 'problem' in only && `${only.name}: ${only.problem}`;
  const note = { text: 'They stay in your browser.', isProblem: false };
  return (
    <DropFile
      what="RSF files"
      label="RSF file"
      accept=".rsf,.gz,.tsv,.txt,application/uk-gov-rsf"
      multiple
      disabled={reading !== undefined}
      note={
        reading ? { text: reading, isProblem: false } : problem ? { text: problem, isProblem: true } : note
      }
      onFiles={open}
    >
      {opening.length > 1 && <Family opening={opening} />}
    </DropFile>
  );
}

/** showFamily brings what was opened into view: files are dropped anywhere on the page. */
function showFamily(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}

/** Family lists the registers of files that were opened together. */
function Family({ opening }: { opening: Opening }) {
  const opened = opening.filter((one) => 'id' in one);
  return (
    <section ref={showFamily} className={styles.family} aria-label="Files opened together">
      <p role="status">
        {countOf(opened.length, 'register')} opened
        {opened.length < opening.length && `, ${opening.length - opened.length} could not be read`}. Links
        between them work.
      </p>
      <ul>
        {opening.map((one, index) => (
          <li key={index}>
            {'id' in one ? (
              <>
                <Link to={`/${one.id}`}>
                  <Literal text={one.title} />
                </Link>{' '}
                <span className={styles.small}>{countOf(one.logSize, 'entry')}</span>
              </>
            ) : (
              <span className={styles['problem']}>
                <Literal text={`${one.name}: ${one.problem}`} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
