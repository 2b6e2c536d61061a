import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { describeFailure } from '../../query/failure.ts';
import { useRetry, useSession } from '../../query/session.ts';
import type { WitnessFinding } from '../../query/contradictions.ts';
import { useWitnesses } from '../../query/witness-queries.ts';
import { refusalWords, saveWitness, witnessKey } from './named-witness-queries.ts';
import { Card } from '../../ui/card.tsx';
import { Link, usePaths } from '../../ui/link.tsx';
import { FailureNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CompareNav, NewestVerdict } from '../shared/compare-page.tsx';
import styles from './witnesses.module.css';
import { Button } from '../../ui/button.tsx';
import { CheckBadge, type CheckState, stateInWords } from '../../ui/check-badge.tsx';
import { sentenceOf } from '../../ui/check-list.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { isolated, Literal } from '../../ui/literal.tsx';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { KnownWitness } from '../../trust/reader-lists.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { comparisonText } from './witness-line.ts';

/** WitnessesView shows what witnesses signed of this log, and adds witnesses. */
export function WitnessesView() {
  const retry = useRetry();
  const { register, view } = usePaths();
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  return (
    <>
      <PageHead
        title="Witnesses"
        note="A register could show each reader a different log. A witness signs the log it is shown: if the log that you see contradicts it, one of you was shown another."
        actions={<CompareNav here="witnesses" />}
      />
      <NewestVerdict />
      <div className="main-and-side">
        <div className="stack">
          {origin.isError && (
            <FailureNotice
              failure={describeFailure(origin.error)}
              retrying={origin.isFetching}
              onRetry={() => (retry(), void origin.refetch())}
            />
          )}
          {list.isError && (
            <Notice title="The list of witnesses could not be read" tone="failed">
              <p>{refusalWords(list.error)}.</p>
            </Notice>
          )}
          <Card title="Your witnesses" note="of this register" flush={list.data?.length !== 0}>
            {list.isPending && <Skeleton lines={3} label="Reading your witnesses" />}
            {list.data?.length === 0 && (
              <p>
                You have no witness for this register yet. Add the key of someone you trust, or{' '}
                <Link to={view('compare')}>compare with others</Link> yourself.
              </p>
            )}
            <ul className="rows inset">
              {list.data?.map((witness, index) => (
                <WitnessRow key={witness.vkey} witness={witness} query={found[index]} />
              ))}
            </ul>
          </Card>
          <Card title="What a witness proves">
            <p>
              A witness signs the root hash that it was shown. This page compares it with yours: the shorter
              log must be the beginning of the longer one. If they contradict each other, what was signed is
              evidence for everyone. It proves what was seen, not that it is true; and it says nothing about
              what anyone else was shown.
            </p>
          </Card>
        </div>
        <AddWitness />
      </div>
    </>
  );
}

/** AddWitness asks for the key of a witness that the reader trusts. */
function AddWitness() {
  const queries = useQueryClient();
  const session = useSession();
  return (
    <Card title="Add a witness">
      <TextForm
        label="Its key"
        button="Add witness"
        kind="strong"
        note="One line, name+number+key, from someone you trust. Get it by email or chat, not through this register."
        onText={async (text) => {
          const vkey = text.trim();
          try {
            witnessKey(vkey);
            await saveWitness(queries, session, vkey, { vkey });
            return undefined;
          } catch (error) {
            return error instanceof Error ? error.message : String(error);
          }
        }}
      />
    </Card>
  );
}

/** WitnessRow shows one witness: what it signed, and whether that contradicts the published log. */
function WitnessRow({
  witness,
  query,
}: {
  witness: KnownWitness;
  query: UseQueryResult<WitnessFinding> | undefined;
}) {
  const queries = useQueryClient();
  const session = useSession();
  const finding = query?.data;
  const name = finding?.key?.name ?? witness.vkey.split('+', 1)[0] ?? '';
  const error = query?.error;
  const state: CheckState = error ? 'cannot-check' : (finding?.verdict.outcome ?? 'checking');
  return (
    <li className="marked" data-witness="" data-outcome={state}>
      <CheckBadge state={state} label={stateInWords(state)} />
      <div className={`group ${styles.form}`}>
        <h3>
          <Literal text={name} most={200} />
        </h3>
        <p>
          {error ? (
            `Could not check: the witness’s address did not give its checkpoint. ${describeFailure(error).message}`
          ) : (
            <FindingWords finding={finding} />
          )}
        </p>
        <div className="bar">
          {witness.address !== undefined && (
            <Button
              onClick={() => void query?.refetch()}
              disabled={(query?.isFetching ?? true) && 'It is being read'}
            >
              Read its checkpoint again
            </Button>
          )}
          {finding?.signed !== undefined && <SaveCheckpoint note={finding.signed.note} />}
          <ConfirmButton
            label="Remove"
            aria={`Remove ${isolated(name)}`}
            title={`Remove the witness ${isolated(name)}?`}
            confirm="Remove"
            onConfirm={() => void saveWitness(queries, session, witness.vkey, undefined)}
          >
            <p>Its key and its checkpoint are deleted from this browser, for this register.</p>
          </ConfirmButton>
        </div>
        <details key={witness.note ?? witness.address}>
          <summary className="opener">
            {witness.note === undefined && witness.address === undefined ? 'Add' : 'Replace'} its checkpoint
          </summary>
          <GiveCheckpoint vkey={witness.vkey} />
        </details>
      </div>
    </li>
  );
}

function SaveCheckpoint({ note }: { note: string }) {
  return (
    <Button onClick={() => saveText({ name: 'checkpoint.txt', text: note, type: 'text/plain' })}>
      Save signed checkpoint
    </Button>
  );
}

/** GiveCheckpoint accepts the signed checkpoint of a witness, pasted or from a file, or its web address. */
function GiveCheckpoint({ vkey }: { vkey: string }) {
  const queries = useQueryClient();
  const session = useSession();
  return (
    <TextForm
      className={`group ${styles.form}`}
      label="Signed checkpoint, or the web address where the witness publishes it"
      button="Check it"
      kind="strong"
      rows={6}
      note="An address is read again each time you open the register. Its server must let other sites read it (CORS)."
      file={{ label: 'Signed checkpoint', accept: '.txt,.note,text/plain' }}
      onText={(text) => {
        const note = text.trim();
        if (note === '') return 'Paste what the witness published.';
        const given = /^https?:\/\/\S+$/i.test(note) ? { address: note } : { note };
        return saveWitness(queries, session, vkey, { vkey, ...given }).then(
          () => undefined,
          (error: Error) => error.message,
        );
      }}
    />
  );
}

function FindingWords({ finding }: { finding: WitnessFinding | undefined }) {
  if (finding === undefined) return 'Checking …';
  const { verdict, signed, comparison } = finding;
  if (signed === undefined) return `${stateInWords(verdict.outcome)}: ${sentenceOf({ verdict })}`;
  const { title, detail } = comparisonText(finding, signed.checkpoint);
  return (
    <>
      It signed a log of {countOf(signed.checkpoint.logSize, 'entry')}
      {signed.atMs !== undefined && (
        <>
          {' '}
          on <Instant at={signed.atMs} />
        </>
      )}
      {comparison && `; you are shown ${formatNumber(comparison.own.logSize)}`}. {title}. {detail}
    </>
  );
}
