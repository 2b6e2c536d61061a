import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import type { ChangeKind } from '../../log/changes.ts';
import {
  type ChangeProof,
  type ChangesState,
  READ_BETWEEN,
  useChangeProof,
  useChanges,
} from '../../query/changes-query.ts';
import { useRetry } from '../../query/session.ts';
import { useMarks, usePageChecks, useWorstVerdict } from '../../query/use-page-checks.ts';
import { failed } from '../../query/report-check.ts';
import { isCopyComing } from '../../query/copy.ts';
import { NOT_SHOWN, useWholeLog } from '../../query/use-whole-log.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { CheckState } from '../../ui/check-badge.tsx';
import { CheckStrip, type NamedCheck } from '../../ui/check-list.tsx';
import { capital, countOf, formatNumber } from '../../ui/format.ts';
import { Link } from '../../ui/link.tsx';
import { openRows } from '../../ui/open-row.ts';
import { ReadWholeLog } from '../../ui/read-whole-log.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { type Source, SOURCE_WORDS, useSource } from '../../ui/source.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { QueryFailure } from '../shared/page-failure.tsx';
import { ChangeRow, kindName } from './change-row.tsx';
import styles from './changes.module.css';
import type { Verdict } from '../../core/verdict.ts';
import { wordsFrom } from '../../ui/check-text.ts';

/** ROWS is how many records are listed at first, and added by a press. */
const ROWS = 50;

/** KINDS are the kinds of change in display order, with their meanings. */
const KINDS: Readonly<Record<ChangeKind, string>> = {
  added: 'No entry of this key in the smaller log.',
  changed: 'The data is different.',
  ended: 'It got an end date.',
  touched: 'It has entries in between, and its data is the same.',
};

const LEFT_OUT: Verdict = {
  outcome: 'cannot-check',
  code: 'incomplete',
  reason: 'some of the data compared was not sent, or its hash could not be confirmed',
};

/** ChangesResult shows the changes between two sizes, 0 <= from < to <= the head's, with their checks. */
export function ChangesResult({ head, from, to }: { head: Checkpoint; from: number; to: number }) {
  const paths = usePaths();
  const [params] = useSearchParams();
  const kind = (Object.keys(KINDS) as ChangeKind[]).find((one) => one === params.get('kind'));
  const [count, setCount] = useState(ROWS);
  const found = useChanges({ from, to, kind, count });
  const { answer, copy, between, direct, error } = found;
  const isComing = isCopyComing(found.whole);
  const proofs = useChangeProof(head, from, to, between !== undefined);
  const whole = useWholeLog();
  // Rows from a copy of the whole register depend on that copy. The server's proofs are shown too, and count
  // only if one does not match.
  const isBetween = copy === undefined && (between !== undefined || direct);
  const { data = [], before = [], missing = 0 } = between ?? {};
  const ofData = [...data, ...(missing > 0 ? [LEFT_OUT] : [])];
  usePageChecks(
    isBetween ? 'changes' : 'list',
    copy
      ? { 'whole-log': whole }
      : isBetween
        ? {
            consistency: between ? proofs.checks : error === null ? undefined : failed(error),
            data: ofData,
            inclusion: before,
          }
        : { 'whole-log': NOT_SHOWN, consistency: proofs.checks },
    undefined,
    isBetween
      ? [
          ...(ofData.length > 0 ? ['data' as const] : []),
          ...(before.length > 0 ? ['inclusion' as const] : []),
        ]
      : copy
        ? []
        : ['consistency'],
  );
  useMarks([
    ...proofs.checks.filter((check) => check !== undefined && 'kind' in check),
    ...(between?.refused ?? []),
  ]);
  const verdict = useWorstVerdict([whole]);
  const previous = useWorstVerdict(before);
  const checks = changeChecks(
    proofs,
    { from, to, now: head.logSize },
    copy
      ? { ...copy, verdict, kind: 'copy' }
      : between
        ? { ...between, kind: 'between', previous }
        : error === null && (direct ? 'between' : isComing && 'copy'),
    useSource(),
    from > 0 && <Link to={paths.consistency(from, to)}>See the consistency proof as two ladders</Link>,
  );
  const total = Object.values(answer?.counts ?? {}).reduce((sum, one) => sum + one, 0);
  const matching = kind && answer ? answer.counts[kind] : total;
  return (
    <>
      <CheckStrip checks={checks} label="What this rests on" why="data" />
      {answer === undefined ? (
        <Waiting found={found} />
      ) : (
        <Card
          flush
          title={`${countOf(total, 'record')} with entries in between`}
          actions={between !== undefined && from > 0 && <ReadAll found={found} />}
        >
          <nav className={styles.kinds} aria-label="Kinds of change">
            <KindLink count={total} shown={kind} />
            {(Object.keys(KINDS) as ChangeKind[])
              .filter((one) => answer.counts[one] > 0 || one === kind)
              .map((one) => (
                <KindLink key={one} kind={one} count={answer.counts[one]} shown={kind} />
              ))}
          </nav>
          <ul ref={openRows} className="rows inset" aria-label="Records with entries in between">
            {answer.rows.map((change) => (
              <ChangeRow key={change.key} change={change} to={to} />
            ))}
          </ul>
          {matching === 0 && <p className={styles.none}>No record of this kind.</p>}
          {matching > count && (
            <p className={styles.none}>
              <Button disabled={found.earlier} onClick={() => setCount(count + ROWS)}>
                Show {Math.min(matching - count, ROWS)} more of {formatNumber(matching)}
              </Button>
            </p>
          )}
        </Card>
      )}
    </>
  );
}

/** KindLink shows the number of changes of one kind, or of all, and filters by it. */
function KindLink({
  kind,
  count,
  shown,
}: {
  kind?: ChangeKind;
  count: number;
  shown: ChangeKind | undefined;
}) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.delete('kind');
  if (kind) next.set('kind', kind);
  return (
    <Link
      to={`?${next}`}
      replace
      title={kind && KINDS[kind]}
      aria-current={shown === kind ? 'true' : undefined}
    >
      {kind ? kindName(kind) : 'all'} <b>{formatNumber(count)}</b>
    </Link>
  );
}

/** Waiting shows the progress of the reading, or offers to start a long one. */
function Waiting({ found: { error, whole, direct, reading, fetching } }: { found: ChangesState }) {
  const retry = useRetry();
  if (error !== null) return <QueryFailure query={{ error, isFetching: fetching, refetch: retry }} />;
  if (!direct && whole.phase !== 'ready' && whole.entries !== undefined)
    return (
      <ReadWholeLog reading={whole}>
        To compare more than {countOf(READ_BETWEEN, 'entry')}, this page reads the whole register, which it
        does not keep.
      </ReadWholeLog>
    );
  const progress = reading && `records: ${formatNumber(reading.done)} of ${formatNumber(reading.of)}`;
  return (
    <>
      <p className="quiet">Reading the {progress ?? 'entries between'} …</p>
      <Skeleton lines={6} label="Comparing the two logs" />
    </>
  );
}

/** ReadAll offers to read the whole register if only the server states the previous versions. */
function ReadAll({ found: { whole } }: { found: ChangesState }) {
  const [isOpen, setOpen] = useState(false);
  if (whole.phase !== 'absent' && whole.phase !== 'reading') return null;
  return (
    <Button
      disabled={isOpen}
      onClick={() => {
        setOpen(true);
        whole.start();
      }}
    >
      {isOpen ? 'Reading the whole register …' : 'Read the whole register to be sure'}
    </Button>
  );
}

/**
 * ChangesSource is the source of the answer: the whole register with its verdict, or the entries
 * between with their data.
 */
export type ChangesSource = { readonly missing: number } & (
  | {
      readonly kind: 'copy';
      /** The verdict on the copy at the head; undefined while open. */
      readonly verdict: Verdict | undefined;
      readonly size: number;
    }
  | {
      readonly kind: 'between';
      readonly refused: readonly unknown[];
      /** The worst verdict on the entries of the previous versions. */
      readonly previous?: Verdict | undefined;
    }
);

/** Span is the two sizes, and the current log size. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/**
 * changeChecks are the checks of a comparison of two sizes; `proof` is a link to the consistency proof. A
 * comparison from a copy of the whole register depends on that copy alone: the server's proofs are shown in
 * addition. `read` is what was read, or is being read.
 */
export function changeChecks(
  { consistency, range }: Pick<ChangeProof, 'consistency' | 'range'>,
  { from, to, now }: Span,
  read: ChangesSource | ChangesSource['kind'] | false | undefined,
  source: Source,
  proof?: ReactNode,
): readonly NamedCheck[] {
  const ends: NamedCheck = {
    id: 'consistency',
    kind: 'consistency',
    link: proof,
    ...wordsFrom(
      { verdict: consistency },
      from === 0
        ? sinceBeginning(to, now)
        : {
            holds: [
              `The log of ${countOf(from, 'entry')} is the beginning of the log of ${formatNumber(to)}`,
              `Entries were only added. The root hashes at earlier sizes are computed from proofs that connect to the one of the log now, at size ${formatNumber(now)}.`,
            ],
            'does-not-match': [
              'The proof sent does not show that the smaller log is the beginning of the larger one',
              'This page cannot tell whether one of the logs or the proof itself was changed.',
            ],
            'not-checked': ['The two logs were not compared'],
            checking: ['Comparing the two logs'],
            otherwise: ['The two logs could not be compared'],
          },
    ),
  };
  if (!read) return [ends];
  const isRead = typeof read === 'object';
  const data = isRead ? dataCheck(read) : DATA;
  if (read === 'copy' || (isRead && read.kind === 'copy')) {
    const { verdict, size, missing } = isRead ? read : { verdict: undefined, size: now, missing: 0 };
    return [
      copyCheck(verdict, size, SOURCE_WORDS[source].rootHash),
      ...(missing > 0 ? [data] : []),
      { ...ends, isExtra: true },
    ];
  }
  const between: NamedCheck = {
    id: 'range',
    kind: 'inclusion',
    ...wordsFrom(
      { verdict: range },
      {
        holds: [
          `Exactly ${countOf(to - from, 'entry')} between the two`,
          'The root hash of the larger log was computed here from the proof of the smaller one and these entries: none is missing, altered or out of place.',
        ],
        'does-not-match': ['The entries sent are not those between the two root hashes'],
        'not-checked': ['It was not checked whether these are the entries between'],
        checking: ['Computing the larger root hash from the entries between'],
        otherwise: ['Could not check whether these are the entries between'],
      },
    ),
  };
  const previous = isRead && read.kind === 'between' ? read.previous : undefined;
  return [ends, between, data, ...(from > 0 ? [beforeCheck(previous)] : [])];
}

/** sinceBeginning describes the comparison with the empty log, from which there is no proof. */
function sinceBeginning(to: number, now: number): Parameters<typeof wordsFrom>[1] {
  const log = `the log of ${countOf(to, 'entry')}`;
  return {
    holds: [
      'An empty log is the beginning of every log',
      to === now
        ? 'No proof is needed from size 0. The last entry gives the root hash of the log now.'
        : `No proof is needed from size 0. The root hash at size ${formatNumber(to)} is computed from proofs that connect to the one of the log now, at size ${formatNumber(now)}.`,
    ],
    'does-not-match': [
      `The proof sent does not show that ${log} is the beginning of the log now`,
      'This page cannot tell whether the log or the proof itself was changed.',
    ],
    'not-checked': [`${capital(log)} was not checked`],
    checking: [`Proving ${log}`],
    otherwise: [`${capital(log)} could not be checked`],
  };
}

function copyCheck(verdict: Verdict | undefined, size: number, rootHash: string): NamedCheck {
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        `All ${formatNumber(size)} entries, read here, give the ${rootHash}`,
        'No entry between the two sizes, and no version before them, was left out.',
      ],
      'does-not-match': [`What was read does not match the ${rootHash}`],
      'not-checked': ['It was not checked whether what was read is the whole register'],
      checking: ['Checking whether what was read is the whole register'],
      otherwise: ['Could not check whether what was read is the whole register'],
    },
  );
  return { id: 'copy', kind: 'whole-log', ...words };
}

function dataCheck(read: ChangesSource): NamedCheck {
  const refused = read.kind === 'between' ? read.refused.length : 0;
  const line = (state: CheckState, title: string, detail: string) => ({ id: 'data', state, title, detail });
  if (refused > 0)
    return line(
      'does-not-match',
      `The data of ${countOf(refused, 'item')} does not match its hash`,
      'It is not used: the entry records a different hash.',
    );
  return read.missing > 0
    ? line(
        'cannot-check',
        `The data of ${countOf(read.missing, 'item')} is left out`,
        'It was not sent, or its hash could not be confirmed.',
      )
    : line('holds', DATA.expected, 'It was hashed here.');
}

const DATA = {
  id: 'data',
  state: 'checking',
  title: 'Hashing the data compared',
  expected: 'All data compared matches its hash',
  detail: 'It is being read.',
} as const satisfies NamedCheck;

/** beforeCheck describes the versions before; a verdict on one of their entries that does not hold comes first. */
function beforeCheck(previous: Verdict | undefined): NamedCheck {
  if (previous === undefined || previous.outcome === 'holds') return BEFORE;
  const words = wordsFrom(
    { verdict: previous },
    {
      'does-not-match': ['A version listed as the one before is not proved to be in the log'],
      otherwise: ['Could not check whether the versions listed as the ones before are in the log'],
    },
  );
  return { id: 'before', kind: 'inclusion', ...words };
}

const BEFORE: NamedCheck = {
  id: 'before',
  why: 'newest',
  state: 'not-checked',
  title: 'Which version came before is not verified',
  detail:
    'The version in the smaller log is read from the record’s trail, which could leave one out. Read the whole register to check it.',
};
