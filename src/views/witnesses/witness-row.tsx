import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../query/session.ts';
import { describeFailure } from '../../query/failure.ts';
import { readKey, saveWitness, type WitnessFinding } from '../../query/witness-queries.ts';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../ui/check-words.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { KnownWitness } from '../../verify/witness/witness-list.ts';
import { GiveNote } from './give-note.tsx';
import styles from './witnesses.module.css';

/** WitnessRow shows one witness: what it signed, and whether that contradicts the log that this page is shown. */
export function WitnessRow({
  witness,
  query,
}: {
  witness: KnownWitness;
  query: UseQueryResult<WitnessFinding> | undefined;
}) {
  const queries = useQueryClient();
  const session = useSession();
  const [isGiving, setGiving] = useState(false);
  const finding = query?.data;
  const key = readKey(witness.vkey);
  const name = 'problem' in key ? witness.vkey : key.name;
  const error = query?.error ?? undefined;
  const state: CheckState = error === undefined ? (finding?.verdict.outcome ?? 'checking') : 'cannot-check';
  return (
    <li className={styles.witness} data-witness="" data-outcome={state}>
      <CheckBadge state={state} label={stateInWords(state)} />
      <div className={styles.words}>
        <h3>
          <Literal text={name} most={200} />
        </h3>
        <p>
          {error === undefined ? (
            <FindingWords finding={finding} />
          ) : (
            `Could not check: ${describeFailure(error).message}`
          )}
        </p>
        <div className={styles.tools}>
          {witness.address === undefined ? (
            <Button onClick={() => setGiving(!isGiving)} aria-expanded={isGiving}>
              {witness.note === undefined ? 'Add its checkpoint' : 'Replace its checkpoint'}
            </Button>
          ) : (
            <Button onClick={() => void query?.refetch()} disabled={query?.isFetching ?? true}>
              {query?.isFetching === true ? 'Reading …' : 'Read its checkpoint again'}
            </Button>
          )}
          {finding?.signed && (
            <Button onClick={() => saveText('checkpoint.txt', finding.signed?.note ?? '', 'text/plain')}>
              Save signed checkpoint
            </Button>
          )}
          <ConfirmButton
            label="Remove"
            aria={`Remove ${name}`}
            title={`Remove the witness ${name}?`}
            confirm="Remove"
            onConfirm={() => void saveWitness(queries, session, witness.vkey, undefined)}
          >
            <p>Its key and its checkpoint are deleted from this browser, for this register.</p>
          </ConfirmButton>
        </div>
        {isGiving && <GiveNote witness={witness} onDone={() => setGiving(false)} />}
      </div>
    </li>
  );
}

function FindingWords({ finding }: { finding: WitnessFinding | undefined }) {
  if (finding === undefined) return 'Checking …';
  const { verdict, signed, comparison } = finding;
  if (verdict.outcome === 'not-checked') return `Not checked: ${verdict.reason}.`;
  if (signed === undefined || verdict.outcome === 'cannot-check')
    return `Could not check: ${sentenceOf({ verdict })}`;
  const { logSize } = signed.checkpoint;
  const when = signed.atMs !== undefined && (
    <>
      {' '}
      on <Instant at={signed.atMs} />
    </>
  );
  const what = (
    <>
      It signed a log of {countOf(logSize, 'entry', 'entries')}
      {when}.
    </>
  );
  const own = comparison?.own.logSize ?? logSize;
  // A wrong proof is the server's, too: of two sizes only one root for each is known to be signed or published.
  if (verdict.outcome === 'does-not-match')
    return own === logSize ? (
      <>{what} That log and the one you are shown contradict each other: one size has two root hashes.</>
    ) : (
      <>{what} The proof that this register sent does not show that one of the two logs begins the other.</>
    );
  if (own === logSize) return <>{what} It is the log that you are shown.</>;
  return logSize < own ? (
    <>{what} It is the beginning of the log that you are shown.</>
  ) : (
    <>{what} The log that you are shown is the beginning of it; you may be shown an older copy.</>
  );
}
