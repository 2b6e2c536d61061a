import type { ReactNode } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import type { ChangeProof } from '../../query/use-change-proof.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { sentenceOf, wordsFrom } from '../../ui/check-words.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/** Read is what the answer was made of: the whole register, or the entries between with their data. */
export type Read =
  | {
      readonly kind: 'copy';
      /** What the copy is worth at the head; undefined while that is open. */
      readonly verdict: Verdict | undefined;
      readonly size: number;
      readonly missing: number;
    }
  | { readonly kind: 'between'; readonly refused: number; readonly missing: number };

/** Span is the two sizes, and that of the log now. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/**
 * changeProofChecks are the checks of a comparison of two sizes; `proof` is a link to the consistency proof. A comparison from a copy of the whole register
 * rests on that copy alone: what the server's proofs show is besides.
 */
export function changeProofChecks(
  {
    consistency,
    range,
    copyShows = false,
  }: Pick<ChangeProof, 'consistency' | 'range'> & Partial<ChangeProof>,
  span: Span,
  read: Read | undefined,
  proof?: ReactNode,
): readonly NamedCheck[] {
  const ends = { ...consistencyCheck(consistency, span, copyShows), link: proof };
  if (read === undefined) return [ends];
  if (read.kind === 'between')
    return [ends, rangeCheck(range, span), dataCheck(read), ...(span.from > 0 ? [BEFORE] : [])];
  return [copyCheck(read), ...(read.missing > 0 ? [copyDataCheck(read)] : []), { ...ends, isBesides: true }];
}

function consistencyCheck(
  verdict: Verdict | undefined,
  { from, to, now }: Span,
  copyShows: boolean,
): NamedCheck {
  const larger = `the log of ${formatNumber(to)}`;
  const smaller = `log of ${countOf(from, 'entry')}`;
  const rootsOf =
    from === 0
      ? 'The proof of its last entry gives the root hash of the log now.'
      : 'The older root hash is computed from a proof that gives the root hash of the log now.';
  const roots =
    to < now
      ? `Both root hashes are computed from proofs that connect to the one of the log now, at size ${formatNumber(now)}.`
      : rootsOf;
  const reason = sentenceOf({ verdict });
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        from === 0
          ? `The log of ${formatNumber(to)} begins with the empty one, as every log does`
          : `The ${smaller} is the beginning of ${larger}`,
        `Nothing was changed or removed between the two: entries were only added. ${roots}`,
      ],
      'does-not-match': copyShows
        ? [
            'The proof sent does not connect the smaller log to the larger one',
            `All ${countOf(now, 'entry')}, read and hashed here, give the root hashes of both sizes and the published one. So the smaller log begins the larger one; it is the consistency proof that does not match. ${reason}`,
          ]
        : [
            'The proof sent does not show the smaller log to begin the larger one',
            `The proof cannot tell whether a log or the proof itself is a different one. ${reason}`,
          ],
      'cannot-check': ['The two logs could not be compared'],
      'not-checked': ['The two logs were not compared'],
      checking: [`Checking whether the ${smaller} begins ${larger}`],
    },
  );
  return { id: 'consistency', kind: 'consistency', ...words };
}

function copyCheck({ verdict, size }: Extract<Read, { kind: 'copy' }>): NamedCheck {
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        `All ${formatNumber(size)} entries, read here, give the published root hash`,
        'The whole register was read and hashed in this browser, so no entry between the two sizes, and no version before them, was left out.',
      ],
      'does-not-match': [
        verdict !== undefined && 'reason' in verdict
          ? 'Some of what was read does not match the published root hash'
          : 'What was read does not give the published root hash',
      ],
      checking: ['Checking whether what was read is the whole register'],
      otherwise: ['Could not check whether what was read is the whole register'],
    },
  );
  return { id: 'copy', kind: 'whole-log', ...words };
}

function rangeCheck(verdict: Verdict | undefined, { from, to }: Span): NamedCheck {
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        to - from === 1
          ? 'Exactly this one entry stands between the two'
          : `Exactly these ${formatNumber(to - from)} entries stand between the two`,
        'The root hash of the larger log was computed here from the proof of the smaller one and these entries: none is missing, altered or out of place.',
      ],
      'does-not-match': ['The entries sent are not those between the two root hashes'],
      'cannot-check': ['Could not check whether these are the entries between'],
      'not-checked': ['Not checked whether these are the entries between'],
      checking: ['Computing the larger root hash from the entries between'],
    },
  );
  return { id: 'range', kind: 'inclusion', ...words };
}

function dataCheck({ refused, missing }: { readonly refused: number; readonly missing: number }): NamedCheck {
  if (refused > 0)
    return {
      id: 'data',
      state: 'does-not-match',
      title: `The data of ${countOf(refused, 'item')} does not match its hash`,
      detail: 'It is not used: the entry records a different hash.',
    };
  if (missing > 0)
    return {
      id: 'data',
      state: 'cannot-check',
      title: `The data of ${countOf(missing, 'item')} could not be read or hashed`,
      detail: 'Records with such data are listed by their entries alone.',
    };
  return {
    id: 'data',
    state: 'holds',
    title: 'All data compared matches its hash',
    detail: 'Each item was hashed in this browser and matches the hash recorded in its entry.',
  };
}

/** Where a copy does not match, some of the missing data was sent and has another hash. */
function copyDataCheck({ missing, verdict }: Extract<Read, { kind: 'copy' }>): NamedCheck {
  if (verdict?.outcome !== 'does-not-match') return dataCheck({ refused: 0, missing });
  return {
    id: 'data',
    state: 'cannot-check',
    title: `The data of ${countOf(missing, 'item')} is left out`,
    detail:
      'It was not sent, or does not match its hash. Records with such data are listed by their entries alone.',
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
