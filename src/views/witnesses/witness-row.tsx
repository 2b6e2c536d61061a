import { useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../query/session.ts';
import { describeFailure } from '../../query/failure.ts';
import { headQuery } from '../../query/register-queries.ts';
import { isContradiction, readKey, saveWitness, type WitnessFinding } from '../../query/witness-queries.ts';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../ui/check-text.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { KnownWitness } from '../../verify/reader-lists.ts';
import { AskForm } from '../../ui/ask-form.tsx';
import styles from './witnesses.module.css';

/** WitnessRow shows one witness: what it signed, and whether that contradicts the published log. */
export function WitnessRow({
  witness,
  query,
}: {
  witness: KnownWitness;
  query: UseQueryResult<WitnessFinding> | undefined;
}) {
  const queries = useQueryClient();
  const session = useSession();
  const finding = query?.data;
  const key = readKey(witness.vkey);
  const name = 'problem' in key ? witness.vkey : key.name;
  const error = query?.error ?? undefined;
  const state: CheckState = error === undefined ? (finding?.verdict.outcome ?? 'checking') : 'cannot-check';
  return (
    <li className="marked" data-witness="" data-outcome={state}>
      <CheckBadge state={state} label={stateInWords(state)} />
      <div className={`group ${styles.form}`}>
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
        <div className="bar">
          {witness.address !== undefined && (
            <Button onClick={() => void query?.refetch()} disabled={query?.isFetching ?? true}>
              Read its checkpoint again
            </Button>
          )}
          {finding?.signed?.note !== undefined && (
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
        {witness.address === undefined && (
          // Closed again once a checkpoint was given.
          <details key={witness.note}>
            <summary className="opener">
              {witness.note === undefined ? 'Add' : 'Replace'} its checkpoint
            </summary>
            <GiveNote witness={witness} />
          </details>
        )}
      </div>
    </li>
  );
}

/** GiveNote accepts the signed checkpoint of a witness, pasted or from a file. */
function GiveNote({ witness }: { witness: KnownWitness }) {
  const queries = useQueryClient();
  const session = useSession();
  return (
    <AskForm
      className={`group ${styles.form}`}
      label="Signed checkpoint, as the witness published it"
      button="Check it"
      kind="strong"
      rows={6}
      file={{ label: 'Signed checkpoint', accept: '.txt,.note,text/plain' }}
      onText={(text) =>
        text.trim() === ''
          ? 'Paste the text that the witness published.'
          : saveWitness(queries, session, witness.vkey, { ...witness, note: text.trim() }).then(
              () => undefined,
              (error: unknown) => `It could not be kept in this browser. (${String(error)})`,
            )
      }
    />
  );
}

function FindingWords({ finding }: { finding: WitnessFinding | undefined }) {
  const { data: head } = useQuery(headQuery(useSession()));
  if (finding === undefined) return 'Checking …';
  const { verdict, signed, comparison } = finding;
  if (signed === undefined) return `${stateInWords(verdict.outcome)}: ${sentenceOf({ verdict })}`;
  const own = comparison?.own.logSize ?? head?.logSize;
  return (
    <>
      It signed a log of {countOf(signed.checkpoint.logSize, 'entry')}
      {signed.atMs !== undefined && (
        <>
          {' '}
          on <Instant at={signed.atMs} />
        </>
      )}
      {own !== undefined && `; you are shown ${formatNumber(own)}`}. {againstSigned(finding, own)}
    </>
  );
}

/** againstSigned compares what was signed with the log of `own` entries that is shown. */
function againstSigned(finding: WitnessFinding, own: number | undefined): string {
  const { verdict, signed, rootAtShorterSize } = finding;
  if (verdict.outcome === 'does-not-match')
    return isContradiction(finding)
      ? 'The two logs contradict each other: neither begins the other.'
      : 'The proof that this register sent does not show that one log begins the other. That says nothing against the witness.';
  if (verdict.outcome !== 'holds') return `${stateInWords(verdict.outcome)}: ${sentenceOf({ verdict })}`;
  if (own === signed?.checkpoint.logSize) return 'It is the log that you are shown.';
  return `The shorter log is the beginning of the longer one.${
    rootAtShorterSize === undefined
      ? ''
      : ' This page computed that from the entries; the proof that this register sent does not show it.'
  }`;
}
