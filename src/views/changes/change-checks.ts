import type { ReactNode } from 'react';
import type { Verdict } from '../../core/verdict.ts';
import type { ChangeProof } from '../../query/changes-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { sentenceOf, wordsFrom } from '../../ui/check-text.ts';
import { type Source, SOURCE_WORDS } from '../../ui/source.ts';
import { countOf, formatNumber } from '../../ui/format.ts';

/** ChangesSource is the source of the answer: the whole register with its verdict, or the entries between with their data. */
export type ChangesSource =
  | {
      readonly kind: 'copy';
      /** The verdict on the copy at the head; undefined while open. */
      readonly verdict: Verdict | undefined;
      readonly size: number;
      readonly missing: number;
    }
  | { readonly kind: 'between'; readonly refused: readonly unknown[]; readonly missing: number };

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
  proofs: Pick<ChangeProof, 'consistency' | 'range'> & Partial<ChangeProof>,
  span: Span,
  read: ChangesSource | undefined,
  source: Source,
  proof?: ReactNode,
): readonly NamedCheck[] {
  const ends = { ...consistencyCheck(proofs, span), link: proof };
  if (read === undefined) return [ends];
  const data = dataCheck(read);
  if (read.kind === 'between')
    return [ends, rangeCheck(proofs.range, span), data, ...(span.from > 0 ? [BEFORE] : [])];
  return [
    copyCheck(read, SOURCE_WORDS[source].rootHash),
    ...(read.missing > 0 ? [data] : []),
    { ...ends, isBesides: true },
  ];
}

function consistencyCheck(
  { consistency: verdict }: Pick<ChangeProof, 'consistency'>,
  { from, to, now }: Span,
): NamedCheck {
  const larger = `the log of ${formatNumber(to)}`;
  const smaller = `log of ${countOf(from, 'entry')}`;
  const reason = sentenceOf({ verdict });
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        from === 0
          ? `The log of ${formatNumber(to)} begins with the empty one, as every log does`
          : `The ${smaller} is the beginning of ${larger}`,
        `Nothing was changed or removed between the two: entries were only added. ${to < now ? 'Both root hashes are' : 'The older root hash is'} computed from proofs that connect to the one of the log now, at size ${formatNumber(now)}.`,
      ],
      'does-not-match': [
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

function copyCheck(
  { verdict, size }: Extract<ChangesSource, { kind: 'copy' }>,
  rootHash: string,
): NamedCheck {
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

function rangeCheck(verdict: Verdict | undefined, { from, to }: Span): NamedCheck {
  const apart = to - from;
  const words = wordsFrom(
    { verdict },
    {
      holds: [
        apart === 1
          ? 'Exactly this one entry stands between the two'
          : `Exactly these ${formatNumber(apart)} entries stand between the two`,
        'The root hash of the larger log was computed here from the proof of the smaller one and these entries: none is missing, altered or out of place.',
      ],
      'does-not-match': ['The entries sent are not those between the two root hashes'],
      checking: ['Computing the larger root hash from the entries between'],
      otherwise: ['Could not check whether these are the entries between'],
    },
  );
  return { id: 'range', kind: 'inclusion', ...words };
}

function dataCheck(read: ChangesSource): NamedCheck {
  const refused = read.kind === 'between' ? read.refused.length : 0;
  const [state, title, detail] =
    refused > 0
      ? ([
          'does-not-match',
          `The data of ${countOf(refused, 'item')} does not match its hash`,
          'It is not used: the entry records a different hash.',
        ] as const)
      : read.missing > 0
        ? ([
            'cannot-check',
            `The data of ${countOf(read.missing, 'item')} is left out`,
            'It was not sent, or could not be hashed to its name. Records with such data are listed by their entries alone.',
          ] as const)
        : ([
            'holds',
            'All data compared matches its hash',
            'Each item was hashed in this browser and matches the hash recorded in its entry.',
          ] as const);
  return { id: 'data', state, title, detail };
}

const BEFORE: NamedCheck = {
  id: 'before',
  why: 'newest',
  state: 'not-checked',
  title: 'Which version came before is not verified',
  detail:
    'The version in the smaller log is read from the record’s trail, which could leave one out. Read the whole register to check it.',
};
