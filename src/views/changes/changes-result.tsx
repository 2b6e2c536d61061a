import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { type ChangesInSight, READ_BETWEEN, useChanges } from '../../query/changes-query.ts';
import { useChangeProof } from '../../query/use-change-proof.ts';
import { useMarks, usePageChecks, useWorstVerdict } from '../../query/use-page-checks.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { useRetry } from '../../query/session.ts';
import type { ChangesAnswer } from '../../log/changes.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckStrip } from '../../ui/check-list.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { openRows } from '../../ui/open-row.ts';
import { usePaths } from '../../ui/register-paths.ts';
import { ReadWhole } from '../../ui/read-whole.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { ChangeRow } from './change-row.tsx';
import { KINDS, readKind, readPage, recordsIn } from './changes-address.ts';
import { changeProofChecks, type Read } from './change-proof-checks.ts';
import { SaveChanges } from './save-changes.tsx';
import styles from './changes.module.css';

/** ROWS is how many records stand on one page of the list. */
const ROWS = 50;

/** ChangesResult is what changed between two sizes, 0 <= from < to <= the head's, and what that rests on. */
export function ChangesResult({ head, from, to }: { head: Checkpoint; from: number; to: number }) {
  const paths = usePaths();
  const [params] = useSearchParams();
  const kind = readKind(params.get('kind'));
  const page = readPage(params.get('page'));
  const found = useChanges({
    from,
    to,
    start: (page - 1) * ROWS,
    count: ROWS,
    ...(kind === undefined ? {} : { kinds: [kind] }),
  });
  const proofs = useChangeProof(head, from, to, found.between !== undefined);
  const whole = useWholeLog();
  // Rows out of a copy of the whole register rest on that copy; what the server proves besides is shown, and counts where it does not match.
  const isCopy = found.copy !== undefined;
  usePageChecks(
    'list',
    isCopy ? { 'whole-log': whole } : { 'whole-log': NOT_SHOWN, consistency: proofs.checks },
    undefined,
    isCopy ? [] : ['consistency'],
  );
  useMarks([
    ...proofs.checks.filter((check) => check !== undefined && 'kind' in check),
    ...(found.between?.refused ?? []),
  ]);
  const copyVerdict = useWorstVerdict([whole]);
  const read = readOf(found, copyVerdict);
  const proof = from > 0 && (
    <Link to={paths.consistency(from, to)}>See the consistency proof as two ladders</Link>
  );
  const checks = changeProofChecks(proofs, { from, to, now: head.logSize }, read, proof);
  const { answer } = found;
  return (
    <>
      <div className={styles.proofs}>
        <CheckStrip checks={checks} label="What this rests on" why="data" />
      </div>
      {answer === undefined ? (
        <Waiting found={found} apart={to - from} />
      ) : (
        <Card
          flush
          title={`${countOf(recordsIn(answer), 'record has entries', 'records have entries')} in between`}
          actions={
            <>
              {found.between !== undefined && from > 0 && <ReadAll found={found} />}
              <SaveChanges
                from={proofs.from ?? { logSize: from }}
                to={proofs.to ?? { logSize: to }}
                checks={checks}
                answer={answer}
                settled={!found.earlier}
                all={found.all}
              />
            </>
          }
        >
          <Kinds answer={answer} shown={kind} />
          <ul ref={openRows} className={styles.rows} aria-label="Records with entries in between">
            {answer.rows.map((change) => (
              <ChangeRow key={change.key} change={change} to={to} />
            ))}
          </ul>
          {answer.rows.length === 0 && (
            <p className={styles.none}>
              {answer.matching === 0 ? 'No record of this kind.' : 'The list does not go on to this page.'}
            </p>
          )}
          <Pager page={page} matching={answer.matching} />
        </Card>
      )}
    </>
  );
}

function readOf({ copy, between }: ChangesInSight, verdict: Verdict | undefined): Read | undefined {
  if (copy !== undefined) return { kind: 'copy', verdict, size: copy.size, missing: copy.missing };
  return between && { kind: 'between', refused: between.refused.length, missing: between.missing };
}

/** useWith gives the address of this page with other parameters; those that are undefined are left out. */
function useWith(): (changed: Readonly<Record<string, string | undefined>>) => string {
  const { pathname, search } = useLocation();
  return (changed) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changed))
      if (value === undefined) params.delete(name);
      else params.set(name, value);
    return params.size === 0 ? pathname : `${pathname}?${params.toString()}`;
  };
}

/** Kinds counts what changed by kind; each count shows its records alone. */
function Kinds({ answer, shown }: { answer: ChangesAnswer; shown: string | undefined }) {
  const to = useWith();
  const kinds = [{ kind: undefined, meaning: undefined }, ...KINDS];
  return (
    <nav className={styles.kinds} aria-label="Kinds of change">
      {kinds.map(({ kind, meaning }) => (
        <Link
          key={kind ?? 'all'}
          to={to({ kind, page: undefined })}
          replace
          title={meaning}
          aria-current={shown === kind ? 'true' : undefined}
        >
          {kind ?? 'all'} <b>{formatNumber(kind === undefined ? recordsIn(answer) : answer.counts[kind])}</b>
        </Link>
      ))}
    </nav>
  );
}

function Pager({ page, matching }: { page: number; matching: number }) {
  const to = useWith();
  const pages = Math.max(1, Math.ceil(matching / ROWS));
  if (pages === 1 && page === 1) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      {page > 1 && (
        <Link rel="prev" to={to({ page: String(Math.min(page - 1, pages)) })}>
          Previous page
        </Link>
      )}
      <span>
        Page {formatNumber(page)} of {formatNumber(pages)}
      </span>
      {page < pages && (
        <Link rel="next" to={to({ page: String(page + 1) })}>
          Next page
        </Link>
      )}
    </nav>
  );
}

/** Waiting says how far the reading is, or asks for it where it is long. */
function Waiting({ found, apart }: { found: ChangesInSight; apart: number }) {
  const retry = useRetry();
  const { error, whole, asks, reading, fetching } = found;
  const { phase } = whole;
  if (error !== null) return <QueryFailure query={{ error, isFetching: fetching, refetch: retry }} />;
  const many = apart > READ_BETWEEN;
  const isNeeded =
    asks || phase === 'reading' || (phase === 'failed' && !fetching) || (phase === 'too-large' && many);
  if (phase !== 'ready' && isNeeded)
    return (
      <ReadWhole reading={whole} entries={whole.entries} onStart={whole.start}>
        {countOf(apart, 'entry lies', 'entries lie')} between these sizes. To compare them, this page reads
        the whole register, which it does not keep.
        {many && ` Without it up to ${formatNumber(READ_BETWEEN)} entries can be compared.`}
      </ReadWhole>
    );
  const progress =
    reading === undefined
      ? 'entries between'
      : `records: ${formatNumber(reading.done)} of ${formatNumber(reading.of)}`;
  return (
    <>
      <p className={styles.progress}>Reading the {progress} …</p>
      <Skeleton lines={6} label="Comparing the two logs" />
    </>
  );
}

/** ReadAll offers to read the whole register, where which version came before is the server's word. */
function ReadAll({ found: { whole } }: { found: ChangesInSight }) {
  const [asked, setAsked] = useState(false);
  if (whole.phase !== 'absent' && whole.phase !== 'reading') return null;
  return (
    <Button
      disabled={asked}
      onClick={() => {
        setAsked(true);
        whole.start();
      }}
    >
      {asked ? 'Reading the whole register …' : 'Read the whole register to be sure'}
    </Button>
  );
}
