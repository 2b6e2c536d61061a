import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSite } from '../../query/site.ts';
import { DropFile, type FileNote } from '../../ui/drop-file.tsx';

const INVITATION: FileNote = {
  text: 'The file is read and hashed here; it is sent nowhere.',
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
