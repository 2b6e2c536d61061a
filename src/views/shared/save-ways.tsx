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
import type { EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';
import styles from './save-proof.module.css';
import { BundleSchema, CheckerScript } from './site-file.tsx';

/** SaveWays lists the ways to save, share or cite the proof of an entry. Files are written when saved. */
export function SaveWays({ entry, data }: { entry: EntryCheck; data: RecordDataCheck }) {
  const paths = usePaths();
  const at = useAt();
  // A record may get a later entry; the entry's address is permanent.
  const path = paths.entry(entry.entry.entryNumber);
  const page = useHref(at === undefined ? path : `${path}?at=${at}`);
  const { make, outcome, earlier } = useSaveProof(entry, data, page);
  const [message, setMessage] = useState('');
  const use = (hand: (kept: SavedProof) => Promise<string> | string) => () => {
    const written = async () => {
      const kept = make();
      return kept === undefined ? 'There is no complete proof to save.' : hand(kept);
    };
    const failed = (error: unknown) =>
      `Could not be written: ${error instanceof Error ? error.message : String(error)}`;
    void written().catch(failed).then(setMessage);
  };
  const copy = async (text: string) => ((await copyText(text)) ? 'Citation copied' : 'Could not copy');
  return (
    <>
      {outcome !== 'holds' && (
        <p className={`quiet ${styles.note}`}>
          {outcome === 'does not hold'
            ? 'This proof does not match. The saved file says so, and shows where.'
            : 'There is no complete proof to save: see the checks on this page.'}
        </p>
      )}
      {outcome !== 'nothing to keep' && (
        <>
          {earlier !== undefined && (
            <p className={`quiet ${styles.note}`}>
              Of the log at size {formatNumber(earlier.size)}, whose root was computed here. The files also
              hold the proof that this log is the beginning of the one of {formatNumber(earlier.now)} entries.
            </p>
          )}
          <ul className="rows">
            <Way name="Save bundle" onUse={use(({ bundle, leftOut }) => save(bundle, leftOut))}>
              One JSON file with entry, data, proof and root. <Link to="/check">Check it</Link> later without
              the register, here or with <CheckerScript />; <BundleSchema /> describes it.
            </Way>
            {outcome === 'holds' && earlier === undefined && (
              <Way name="Save tlog-proof (unsigned)" onUse={use(({ tlogProof }) => save(tlogProof))}>
                The C2SP text form. Its checkpoint carries no signature: this register signs nothing.
              </Way>
            )}
            <Way name="Copy citation" onUse={use(({ citation }) => copy(citation.text))}>
              Register, key, entry, log size, root and address.{' '}
              <button
                type="button"
                className="as-link"
                onClick={use(({ citation }) => copy(citation.bibtex))}
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

function save(file: TextFile | undefined, leftOut: readonly string[] = []): string {
  if (file === undefined) return 'There is nothing to save.';
  saveText(file);
  const names = leftOut.map(isolated).join(', ');
  return `Saved ${file.name}${names && `. It leaves out what ${names} signed: bundles hold Ed25519 signatures of one text.`}`;
}

function Way({ name, onUse, children }: { name: string; onUse: () => void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles.way} onClick={onUse}>
        {name}
      </button>
      <p className="quiet">{children}</p>
    </li>
  );
}
