import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Checkpoint } from '../../core/model.ts';
import type { Verdict } from '../../core/verdict.ts';
import { beginningCheck } from '../../query/inclusion-queries.ts';
import { checkOf, NO_ENTRY, NO_HEAD, useSession } from '../../query/session.ts';
import { useVerdict, useWorstVerdict } from '../../query/use-page-checks.ts';
import type { DeclaredCheck } from '../../trust/page-checks.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { proved, useConsistency } from '../shared/consistency-queries.ts';
import { rangeCheckQuery } from './change-queries.ts';
import type { CheckState } from '../../ui/check-badge.tsx';
import { type NamedCheck, wordsFrom } from '../../ui/check-list.tsx';
import { capital, countOf, formatNumber } from '../../ui/format.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';

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
 * comparison from a copy of the whole register needs no proof of the entries between. `read` is what was read, or is being read.
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
    return [copyCheck(verdict, size, SOURCE_WORDS[source].rootHash), ...(missing > 0 ? [data] : []), ends];
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
  const line = (state: CheckState, title: string, detail: string): NamedCheck => ({
    ...DATA,
    state,
    title,
    detail,
  });
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
  why: 'data',
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
  isExtra: true,
  state: 'not-checked',
  title: 'Which version came before is the server’s word',
  detail:
    'The version in the smaller log is read from the record’s trail, which could leave one out. Read the whole register to check it.',
};

/** ChangeProof is the proof of a comparison of two sizes. */
interface ChangeProof {
  /** Its checks, as a page declares them. */
  readonly checks: readonly DeclaredCheck[];
  /** Whether both logs begin the published one, and the smaller one the larger; undefined while open. */
  readonly consistency: Verdict | undefined;
  /** Whether exactly the entries read lie between them; undefined until they are read. */
  readonly range: Verdict | undefined;
}

/**
 * useChangeProof proves both ends, the consistency between them, and, with `readBetween`, the entries
 * between. Needs 0 <= from <= to <= head.logSize, to >= 1.
 */
export function useChangeProof(
  head: Checkpoint,
  from: number,
  to: number,
  readBetween: boolean,
): ChangeProof {
  const session = useSession();
  const ends = useConsistency(head, from, to, true);
  const range = rangeCheckQuery(session, ends.old.data, ends.next.data ?? NO_CHECK);
  const hasEnds = proved(ends.next.data) !== undefined && (from === 0 || ends.from !== undefined);
  useQuery({ ...range, enabled: readBetween && hasEnds });
  const consistency = useWorstVerdict(ends.checks);
  const entriesBetween = hasEnds ? checkOf(range) : undefined;
  const ranged = useVerdict(entriesBetween);
  const settled = !ends.old.isFetching && !ends.next.isFetching;
  return {
    checks: [
      ...ends.checks,
      // Without both ends the entries between are not checked, and the page is what its ends are.
      ...(readBetween ? [entriesBetween ?? beginningCheck(to, head)] : []),
    ],
    consistency,
    range: ranged ?? (settled && !hasEnds ? NO_ENDS : undefined),
  };
}

const NO_ENDS: Verdict = {
  outcome: 'not-checked',
  code: 'ends-not-proved',
  reason: 'the roots at both ends are not proved',
};

const NO_CHECK: EntryCheck = {
  verdict: { outcome: 'not-checked', code: 'not-made', reason: '' },
  entry: NO_ENTRY,
  checkpoint: NO_HEAD,
  head: NO_HEAD,
  triedRules: [],
  steps: [],
  computedInMs: 0,
};
