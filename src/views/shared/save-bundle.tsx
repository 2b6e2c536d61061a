import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bundleOf, proofFile } from '../../query/save-proof.ts';
import { useSummary } from '../../query/register-queries.ts';
import { useSession } from '../../query/session.ts';
import { knownSignatures } from '../../query/witness-queries.ts';
import { countOf } from '../../ui/format.ts';
import { Link, usePaths } from '../../ui/link.tsx';
import { isolated } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import type { ProofBundle } from '../../verify/evidence/formats.ts';
import type { EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';
import styles from './save-proof.module.css';
import { BundleSchema, CheckerScript } from './site-file.tsx';

/** SaveBundle saves the proof of an entry as a file, which is written when saved. */
export function SaveBundle({ entry, data }: { entry: EntryCheck; data: RecordDataCheck }) {
  const session = useSession();
  const queries = useQueryClient();
  const { data: summary } = useSummary();
  const paths = usePaths();
  const [outcome, setOutcome] = useState<{ readonly message?: string; readonly problem?: string }>({});
  const make = (madeAtMs: number) => {
    const { signed, leftOut } = knownSignatures(queries, session, entry.head ?? entry.checkpoint);
    return { bundle: bundleOf(session, summary, { entry, data, signed }, madeAtMs), leftOut };
  };
  let complete: ProofBundle | undefined;
  let { problem } = outcome;
  try {
    complete = make(0).bundle;
  } catch (error) {
    problem = problemOf(error);
  }
  const isHeld = entry.verdict.outcome === 'holds' && data.verdict.outcome === 'holds';
  const save = (): void => {
    try {
      const { bundle, leftOut } = make(Date.now());
      if (bundle === undefined) throw new Error('There is no complete proof.');
      const file = proofFile(bundle, summary?.name);
      saveText(file);
      const names = leftOut.map(({ name }) => isolated(name)).join(', ');
      const note = `. It leaves out what ${names} signed: a bundle holds signatures of one text.`;
      setOutcome({ message: `Saved ${file.name}${names && note}` });
    } catch (error) {
      setOutcome({ problem: problemOf(error) });
    }
  };
  return (
    <>
      {!(complete && isHeld) && problem === undefined && (
        <p className={`quiet ${styles.note}`}>
          {complete
            ? 'This proof does not match. The saved file says so, and shows where.'
            : 'There is no complete proof to save: see the checks on this page.'}
        </p>
      )}
      {complete && (
        <>
          {complete.growth && (
            <p className={`quiet ${styles.note}`}>
              This proof is for the log of {countOf(complete.checkpoint.logSize, 'entry')}. Its root was
              computed here, not published. The file also holds the proof that this log is the beginning of
              the one of {countOf(complete.growth.head.logSize, 'entry')}.
            </p>
          )}
          <button type="button" className={styles.way} onClick={save}>
            Save bundle
          </button>
          <p className="quiet">
            One JSON file with entry, data, proof and root. <Link to="/check">Check it</Link> later without
            the register, here or with <CheckerScript />; <BundleSchema /> describes it.
          </p>
        </>
      )}
      <p className={styles.compare}>
        <Link to={paths.view('compare')}>Compare with others</Link>
      </p>
      <p className={`quiet ${styles.message}`} data-announce="">
        {outcome.message}
      </p>
      {problem !== undefined && (
        <p className="problem wrap" data-announce="">
          {problem}
        </p>
      )}
    </>
  );
}

function problemOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `This could not be done: ${reason.replace(/\.?$/, '.')} Nothing was saved. Reload the page, so that its checks are made again, and try once more.`;
}
