import { type ReactNode, useState } from 'react';
import { useHref } from 'react-router';
import { type SavedProof, type TextFile, useSaveProof } from '../../query/save-proof.ts';
import { useAt } from '../../ui/at.ts';
import { formatNumber } from '../../ui/format.ts';
import { copyText } from '../../ui/hash/copy-button.tsx';
import { Link } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';
import styles from './save-proof.module.css';
import { BundleSchema, CheckerScript } from './site-file.tsx';

/** SaveWays lists the ways to save, share or cite the proof of an entry. Files are written when saved. */
export function SaveWays({ entry, data }: { entry: EntryCheck | EarlierEntryCheck; data: RecordDataCheck }) {
  const paths = usePaths();
  const at = useAt();
  // A record may get a later entry; the entry's address is permanent.
  const path = paths.entry(entry.entry.entryNumber);
  const { make, outcome, earlier } = useSaveProof(
    entry,
    data,
    useHref(at === undefined ? path : `${path}?at=${at}`),
  );
  const [message, setMessage] = useState('');
  const keep = (hand: (kept: SavedProof) => Promise<string> | string) => async (): Promise<void> => {
    try {
      const kept = make();
      setMessage(kept === undefined ? 'There is no complete proof to save.' : await hand(kept));
    } catch (error) {
      setMessage(`Could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const save = (pick: (kept: SavedProof) => TextFile | undefined) =>
    keep((kept) => {
      const file = pick(kept);
      if (file === undefined) return 'There is nothing to save.';
      saveText(file.name, file.text, file.type);
      const names = file === kept.bundle ? kept.leftOut.map(isolated).join(', ') : '';
      return `Saved ${file.name}${names && `. It leaves out what ${names} signed: bundles hold Ed25519 signatures of one text.`}`;
    });
  const copy = (pick: (kept: SavedProof) => string) =>
    keep(async (kept) => ((await copyText(pick(kept))) ? 'Citation copied' : 'Could not copy'));
  const note = {
    holds: undefined,
    'does not hold': 'This proof does not match. The saved file says so, and shows where.',
    'nothing to keep': 'There is no complete proof to save: see the checks on this page.',
  }[outcome];
  return (
    <>
      {note !== undefined && <p className={`quiet ${styles.note}`}>{note}</p>}
      {outcome !== 'nothing to keep' && (
        <>
          {earlier !== undefined && (
            <p className={`quiet ${styles.note}`}>
              Of the log at size {formatNumber(earlier.size)}, whose root was computed here. The files also
              hold the proof that this log is the beginning of the one of {formatNumber(earlier.now)} entries.
            </p>
          )}
          <ul className="rows">
            <Way name="Save bundle" onUse={save((kept) => kept.bundle)}>
              One JSON file with entry, data, proof and root. <Link to="/check">Check it</Link> later without
              the register, here or with <CheckerScript />; <BundleSchema /> describes it.
            </Way>
            {outcome === 'holds' && earlier === undefined && (
              <Way name="Save tlog-proof (unsigned)" onUse={save((kept) => kept.tlogProof)}>
                The C2SP text form. Its checkpoint carries no signature: this register signs nothing.
              </Way>
            )}
            <Way name="Copy citation" onUse={copy((kept) => kept.citation.text)}>
              Register, key, entry, log size, root and address.{' '}
              <button
                type="button"
                className="as-link"
                onClick={() => void copy((kept) => kept.citation.bibtex)()}
              >
                As BibTeX
              </button>
            </Way>
          </ul>
        </>
      )}
      <p>
        <Link to={paths.view('compare')}>Compare roots with another person</Link>
      </p>
      <p role="status" className={`quiet ${styles.message}`}>
        {message}
      </p>
    </>
  );
}

function Way({ name, onUse, children }: { name: string; onUse: () => Promise<void>; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles.way} onClick={() => void onUse()}>
        {name}
      </button>
      <p className="quiet">{children}</p>
    </li>
  );
}
