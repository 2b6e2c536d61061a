import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import { clientQuery } from '../../query/client-query.ts';
import {
  type Contradiction,
  contradictionIn,
  contradictionOf,
  dismissContradiction,
  isContradiction,
  isOf,
  type Standing,
} from '../../query/contradictions.ts';
import { splitViewReport } from '../../query/report-files.ts';
import { useSession } from '../../query/session.ts';
import { useFinding } from '../../query/use-page-checks.ts';
import { signaturesOf, useKeptContradictions, useWitnesses } from '../../query/witness-queries.ts';
import { publishWitnessSummary } from '../../query/witness-summary.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Fact, Head } from '../../ui/facts.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { witnessLine } from './witness-line.ts';
import styles from './witnesses.module.css';

/**
 * WitnessAlarm reads witnesses' checkpoints, and the contradictions that are stored here, on every page of a
 * register that has any. It is shown if a witness signed a log that contradicts the published one, and until
 * the reader dismisses it if one did.
 */
export function WitnessAlarm({ head }: { head: Checkpoint | undefined }) {
  const queries = useQueryClient();
  const session = useSession();
  const { register } = usePaths();
  const [readHere, setReadHere] = useState<readonly Contradiction[]>([]);
  const { list, origin, found } = useWitnesses(register.kind === 'remote');
  const stored = useKeptContradictions(origin.data, head);
  const findings = found.map(({ data }) => data);
  // Dismissed, and not compared with what is published now: no reason to doubt it.
  const standing = stored.kept.filter(({ kept, standing }) => !(kept.read && standing === 'open'));
  const isPending =
    list.isPending || (origin.isPending && list.data?.length !== 0) || found.some((one) => one.isLoading);
  const states = [
    ...(list.data ?? []).map(({ vkey }, index) => ({ vkey, finding: findings[index] })),
    ...standing.flatMap(({ kept, standing }) =>
      standing === 'before'
        ? []
        : { vkey: kept.vkey, finding: contradictionOf(kept), isEarlier: standing === 'open' },
    ),
  ];
  const line = witnessLine(states, isPending);
  useEffect(() => publishWitnessSummary(queries, session, { isPending, ...(states.length > 0 && { line }) }));
  const live = contradictionIn(findings);
  const alarms: readonly ShownAlarm[] = [
    ...(live ? [{ bad: live, standing: 'now' } as const] : []),
    ...standing.map(({ kept, standing }) => ({ bad: contradictionOf(kept), standing, atMs: kept.seenAtMs })),
  ];
  const isRead = ({ bad }: ShownAlarm): boolean =>
    stored.kept.some(({ kept }) => kept.read && isOf(kept, bad)) || readHere.includes(bad);
  const alarm = alarms.find((one) => !isRead(one)) ?? alarms.find((one) => one.standing === 'now');
  // Notes that were pasted are stored too; an address may be slow, and nothing waits for it.
  const isReading =
    list.isLoading ||
    stored.isLoading ||
    (alarm !== undefined && head === undefined) ||
    (list.data ?? []).some(
      ({ address, note }, index) =>
        address === undefined && note !== undefined && (origin.isLoading || found[index]?.isLoading),
    );
  useEffect(() => session.trust.readStored(isReading), [session, isReading]);
  if (alarm === undefined || head === undefined) return null;
  const published = signaturesOf(findings, alarm.bad.comparison.own).signed;
  const dismiss = (): void => {
    setReadHere([...readHere, alarm.bad]);
    void dismissContradiction(queries, session, alarm.bad).catch(() => undefined);
  };
  const isDismissed = isRead(alarm);
  const shown = (
    <SignedAlarm {...{ ...alarm, head, published }} {...(!isDismissed && { onDismiss: dismiss })} />
  );
  return (
    <div className={styles.alarm}>
      {isDismissed ? (
        <details className={styles.read}>
          <summary>{alarmTitle(alarm)}. Dismissed.</summary>
          {shown}
        </details>
      ) : (
        shown
      )}
    </div>
  );
}

/** ShownAlarm is a signed head that contradicts the published log, or that of an earlier time, `atMs`. */
interface ShownAlarm {
  readonly bad: Contradiction;
  readonly standing: Standing;
  readonly atMs?: number;
}

/** SignedAlarm says what a witness signed, and offers the evidence. */
function SignedAlarm({
  bad,
  standing,
  atMs,
  head,
  published,
  onDismiss,
}: ShownAlarm & {
  head: Checkpoint;
  /** What witnesses signed of the published head. */
  published: SignedCheckpoint | undefined;
  /** Absent once it is dismissed. */
  onDismiss?: () => void;
}) {
  const session = useSession();
  const { view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { signed, comparison, rootAtShorterSize } = bad;
  const { own, from } = comparison;
  // A failed or missing checkpoint says nothing; one that is signed counts against the register.
  useFinding({ kind: 'others', subject: bad.key.id, head }, standing === 'before' ? undefined : bad.verdict);
  const isSameSize = signed.checkpoint.logSize === own.logSize;
  const isNow = standing === 'now';
  return (
    <Notice
      title={alarmTitle({ bad, standing })}
      tone="alarm"
      live={onDismiss !== undefined}
      actions={
        <>
          <Button
            kind="strong"
            onClick={() =>
              client && saveText(splitViewReport(session, client.variant, bad, published, Date.now()))
            }
          >
            Save the evidence
          </Button>
          {onDismiss && isContradiction(bad) && <Button onClick={onDismiss}>Dismiss</Button>}
          <Link className={buttonClass()} to={view('witnesses')}>
            View your witnesses
          </Link>
        </>
      }
    >
      <dl className="facts">
        <Fact term="signed">
          <Head of={signed.checkpoint} name="signed root" against={isSameSize ? own.rootHash : undefined}>
            , by <Literal text={bad.key.name} most={60} />
            {signed.atMs !== undefined && (
              <>
                {' '}
                on <Instant at={signed.atMs} />
              </>
            )}
          </Head>
        </Fact>
        <Fact term={isNow ? 'published to you' : 'published to you then'}>
          <Head of={own} name="published root" against={isSameSize ? signed.checkpoint.rootHash : undefined}>
            {atMs !== undefined && (
              <>
                , seen <Instant at={atMs} />
              </>
            )}
          </Head>
        </Fact>
        {rootAtShorterSize && (
          <Fact term="the longer log begins with">
            <Head
              of={{ logSize: from.logSize, rootHash: rootAtShorterSize }}
              name="root of its beginning"
              against={from.rootHash}
            />
          </Fact>
        )}
      </dl>
      <p>
        {isContradiction(bad)
          ? 'A log has one root hash at each size: one of you was shown another log.'
          : 'The proof that this register sent does not connect the two root hashes. That does not show which log is wrong.'}{' '}
        {SINCE[standing]} The evidence is a file with what was signed and sent, that anyone can{' '}
        <Link to="/check">check</Link> without this browser.
      </p>
    </Notice>
  );
}

const SINCE: Readonly<Record<Standing, string>> = {
  now: 'Nothing from this visit is remembered.',
  before: 'What is published now agrees with what the witness signed.',
  open: 'Whether what is published now agrees with what the witness signed is not known. Nothing from this visit is remembered.',
};

/** alarmTitle says what a witness signed. */
function alarmTitle({ bad, standing }: ShownAlarm): string {
  if (!isContradiction(bad))
    return 'The proof sent to you does not show that this log continues what a witness signed';
  return standing === 'now'
    ? 'A witness signed another log than the one you see'
    : 'A witness signed another log than the one you saw here';
}
