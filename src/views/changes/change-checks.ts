import type { ReactNode } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import type { ChangeProof } from '../../query/changes-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { wordsFrom } from '../../ui/check-text.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/** ChangesSource is the source of the answer: the whole register with its verdict, or the entries between with their data. */
export type ChangesSource = { readonly missing: number } & (
  | {
      readonly kind: 'copy';
      /** The verdict on the copy at the head; undefined while open. */
      readonly verdict: Verdict | undefined;
      readonly size: number;
    }
  | { readonly kind: 'between'; readonly refused: readonly unknown[] }
);

/** Span is the two sizes, and the current log size. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/**
 * changeChecks are the checks of a comparison of two sizes; `proof` is a link to the consistency proof. A comparison from a copy of the whole register depends on
 * that copy alone: the server's proofs are shown in addition.
 */
export function changeChecks(
  { consistency, range }: Pick<ChangeProof, 'consistency' | 'range'>,
  { from, to, now }: Span,
  read: ChangesSource | undefined,
  source: Source,
  proof?: ReactNode,
): readonly NamedCheck[] {
  const ends: NamedCheck = {
    id: 'consistency',
    kind: 'consistency',
    link: proof,
    ...wordsFrom(
      { verdict: consistency },
      {
        holds: [
          `The log of ${countOf(from, 'entry')} is the beginning of the log of ${formatNumber(to)}`,
          `Entries were only added. The root hashes at earlier sizes are computed from proofs that connect to the one of the log now, at size ${formatNumber(now)}.`,
        ],
        'does-not-match': [
          'The proof sent does not show the smaller log to begin the larger one',
          'The proof cannot tell whether a log or the proof itself is a different one.',
        ],
        'not-checked': ['The two logs were not compared'],
        checking: ['Comparing the two logs'],
        otherwise: ['The two logs could not be compared'],
      },
    ),
  };
  if (read === undefined) return [ends];
  const data = dataCheck(read);
  if (read.kind === 'copy')
    return [
      copyCheck(read.verdict, read.size, SOURCE_WORDS[source].rootHash),
      ...(read.missing > 0 ? [data] : []),
      { ...ends, isBesides: true },
    ];
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
        checking: ['Computing the larger root hash from the entries between'],
        otherwise: ['Could not check whether these are the entries between'],
      },
    ),
  };
  return [ends, between, data, ...(from > 0 ? [BEFORE] : [])];
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
      checking: ['Checking whether what was read is the whole register'],
      otherwise: ['Could not check whether what was read is the whole register'],
    },
  );
  return { id: 'copy', kind: 'whole-log', ...words };
}

function dataCheck(read: ChangesSource): NamedCheck {
  const refused = read.kind === 'between' ? read.refused.length : 0;
  if (refused > 0)
    return {
      id: 'data',
      state: 'does-not-match',
      title: `The data of ${countOf(refused, 'item')} does not match its hash`,
      detail: 'It is not used: the entry records a different hash.',
    };
  return read.missing > 0
    ? {
        id: 'data',
        state: 'cannot-check',
        title: `The data of ${countOf(read.missing, 'item')} is left out`,
        detail: 'It was not sent, or could not be hashed to its name.',
      }
    : {
        id: 'data',
        state: 'holds',
        title: 'All data compared matches its hash',
        detail: 'It was hashed here.',
      };
}

const BEFORE: NamedCheck = {
  id: 'before',
  why: 'newest',
  state: 'not-checked',
  title: 'Which version came before is not verified',
  detail:
    'The version in the smaller log is read from the record’s trail, which could leave one out. Read the whole register to check it.',
};
