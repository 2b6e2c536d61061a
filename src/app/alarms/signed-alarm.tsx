import { useQuery } from '@tanstack/react-query';
import { clientQuery } from '../../query/client-query.ts';
import type { Contradiction, Standing } from '../../query/contradictions.ts';
import { isContradiction } from '../../query/foreign-head.ts';
import { splitViewReport } from '../../query/report-files.ts';
import { useSession } from '../../query/session.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Literal } from '../../ui/literal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { saveText } from '../../ui/save-file.ts';
import { Instant } from '../../ui/time.tsx';
import type { SignedCheckpoint } from '../../verify/evidence/formats.ts';
import { ANOTHER_LOG, ANOTHER_LOG_THEN } from './mirror-alarm.tsx';
import { TwoHeads } from './two-heads.tsx';

/** ShownAlarm is a signed head that contradicts the published log, or that of an earlier time, `atMs`. */
export interface ShownAlarm {
  readonly bad: Contradiction;
  readonly standing: Standing;
  readonly atMs?: number;
}

/** SignedAlarm says what a witness signed, and offers the evidence. */
export function SignedAlarm({
  bad,
  standing,
  atMs,
  published,
  onDismiss,
}: ShownAlarm & {
  /** What witnesses signed of the published head. */
  published: SignedCheckpoint | undefined;
  /** Absent once it is dismissed. */
  onDismiss?: () => void;
}) {
  const session = useSession();
  const { view } = usePaths();
  const { data: client } = useQuery({ ...clientQuery(session), enabled: false });
  const { signed, comparison } = bad;
  const { own, path, beginning } = comparison;
  const isNow = standing === 'now';
  // A register that refused the proof sent nothing that a file could show to others.
  const hasProof = path.length > 0 || beginning === undefined;
  return (
    <Notice
      title={alarmTitle({ bad, standing })}
      tone="alarm"
      live={onDismiss !== undefined}
      actions={
        <>
          {hasProof && (
            <Button
              kind="strong"
              onClick={() =>
                client && saveText(splitViewReport(session, client.variant, bad, published, Date.now()))
              }
            >
              Save the evidence
            </Button>
          )}
          {onDismiss && isContradiction(bad) && <Button onClick={onDismiss}>Dismiss</Button>}
          <Link className={buttonClass()} to={view('witnesses')}>
            View your witnesses
          </Link>
        </>
      }
    >
      <TwoHeads
        theirs={{
          head: signed.checkpoint,
          note: (
            <>
              , by <Literal text={bad.key.name} most={60} />
              {signed.atMs !== undefined && (
                <>
                  {' '}
                  on <Instant at={signed.atMs} />
                </>
              )}
            </>
          ),
        }}
        term="signed"
        name="signed root"
        own={{
          head: own,
          note: atMs !== undefined && (
            <>
              , seen <Instant at={atMs} />
            </>
          ),
        }}
        isNow={isNow}
        beginning={beginning}
      />
      <p>
        {isContradiction(bad)
          ? 'A log has one root hash at each size: one of you was shown another log.'
          : 'The proof that this register sent does not connect the two root hashes. That does not show which log is wrong.'}{' '}
        {SINCE[standing]}{' '}
        {hasProof ? (
          <>
            The evidence is a file with what was signed and sent, that anyone can{' '}
            <Link to="/check">check</Link> without this browser.
          </>
        ) : (
          'The register refused the proof between the two: this page computed the root hash from its entries.'
        )}
      </p>
    </Notice>
  );
}

const SINCE: Readonly<Record<Standing, string>> = {
  now: '',
  before: 'What is published now agrees with what the witness signed.',
  open: 'Whether what is published now agrees with what the witness signed is not known.',
};

/** alarmTitle says what a witness signed. */
export function alarmTitle({ bad, standing }: ShownAlarm): string {
  if (!isContradiction(bad))
    return 'The proof sent to you does not show that this log continues what a witness signed';
  return standing === 'now' ? ANOTHER_LOG : ANOTHER_LOG_THEN;
}
