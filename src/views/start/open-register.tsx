import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../query/site.ts';
import { AskForm } from '../../ui/ask-form.tsx';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';
import { findText } from '../../ui/find.ts';
import { countOf } from '../../ui/format.ts';

/** ADDRESS matches a text that looks like an address: anything else is words, a key or a hash. */
const ADDRESS = /[/.]\S|^localhost$|^rsf:|^\S+:\d{2,5}$/i;

/** OpenRegister takes the address of a register, of anything in one, or of an RSF file, or RSF files themselves, and goes there; `onOpened` is called for files. Other texts go to the one box. */
export function OpenRegister({ onOpened }: { onOpened: () => void }) {
  const navigate = useNavigate();
  const site = useSite();
  const open = async (typed: string): Promise<string | undefined> => {
    const text = typed.trim();
    if (text !== '' && !ADDRESS.test(text)) {
      findText(text);
      return undefined;
    }
    const read = await site.pathOf(text);
    if ('problem' in read) return read.problem;
    void navigate(read.path);
    return undefined;
  };
  return (
    <div className="group">
      <AskForm
        label="Address of a register, record or RSF file, or words to search for"
        button="Open"
        inputMode="url"
        autoComplete="url"
        placeholder="https://country.register.example"
        onText={open}
      />
      <OpenFiles onOpened={onOpened} />
    </div>
  );
}

/** EVIDENCE matches the beginning of a bundle, a report or a tlog-proof, and never of an RSF file. */
const EVIDENCE = /^\uFEFF?(?:\s*\{|c2sp\.org\/tlog-proof@)/;

/** MOST_EVIDENCE is far beyond the bytes of any evidence file: the text is passed in the history state. */
const MOST_EVIDENCE = 2_000_000;

/** OpenFiles takes RSF files, chosen or dropped anywhere on the page, or opens an evidence file in Check. RSF files stay in this browser. Several are a family: links between them work, and they are listed together. */
function OpenFiles({ onOpened }: { onOpened: () => void }) {
  const site = useSite();
  const navigate = useNavigate();
  const [isReading, setReading] = useState(false);
  const [note, setNote] = useState<FileNote>({ text: 'They stay in your browser.', isProblem: false });
  const open = async (files: readonly File[]): Promise<void> => {
    setReading(true);
    const opened: string[] = [];
    const problems: string[] = [];
    for (const [index, file] of files.entries()) {
      const count = files.length > 1 ? ` (${index + 1} of ${files.length})` : '';
      setNote({ text: `Reading ${file.name}${count} …`, isProblem: false });
      const text = file.size > MOST_EVIDENCE ? '' : await file.text().catch(() => '');
      if (EVIDENCE.test(text) && files.length === 1)
        return void navigate('/check', { state: { pasted: text, name: file.name } });
      const result = await site.openFile(file);
      if ('id' in result) opened.push(result.id);
      else problems.push(`${file.name}: ${result.problem}`);
    }
    setReading(false);
    onOpened();
    const listed =
      opened.length > 0
        ? `${countOf(opened.length, 'register')} opened, listed under “Files in this browser”. `
        : '';
    setNote({ text: listed + problems.join(' '), isProblem: problems.length > 0 });
    if (files.length === 1 && opened[0] !== undefined) void navigate(`/${opened[0]}`);
  };
  return (
    <DropFile
      what="RSF files"
      label="RSF file"
      accept=".rsf,.gz,.tsv,.txt,application/uk-gov-rsf"
      multiple
      disabled={isReading}
      note={note}
      onFiles={open}
    />
  );
}
