import { countOf, formatNumber } from '../../ui/format.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import type { TlogProof } from '../../verify/evidence/read-tlog-proof.ts';
import type { RecheckedTlogProof } from '../../verify/evidence/recheck-tlog-proof.ts';
import { pick, reasonOf } from './words.ts';

/** tlogChecks words what a tlog-proof shows by itself, and what it cannot show. */
export function tlogChecks(
  { entryNumber, checkpoint, signatures }: TlogProof,
  { climb, leaf, data, signature }: RecheckedTlogProof,
): NamedCheck[] {
  const number = formatNumber(entryNumber);
  const log = `the log of ${countOf(checkpoint.logSize, 'entry', 'entries')}`;
  return [
    {
      id: 'climb',
      state: climb.outcome,
      ...pick(climb, {
        holds: [
          `The leaf bytes in the text lead to its root, as entry ${number}`,
          `They were hashed here, and the path ends in the root that the text states for ${log}. That log size is not verified: other sizes can have a path of the same form.`,
        ],
        bad: [
          `The text does not prove entry ${number}`,
          `Its path does not end in the root that it states for ${log}.`,
        ],
        cannot: 'Nothing could be led to the root',
      }),
    },
    {
      id: 'leaf',
      state: leaf.outcome,
      ...pick(leaf, {
        holds: [
          `The leaf bytes are entry ${number}`,
          'Number, timestamp, key and hashes shown here were read back out of the hashed bytes.',
        ],
        bad: ['The leaf bytes are not this entry', ''],
        cannot: 'Which entry it is cannot be seen',
      }),
    },
    {
      id: 'data',
      state: data.outcome,
      title: 'The data of the entry is not in the text',
      detail: reasonOf(data),
    },
    {
      id: 'signature',
      state: signature.outcome,
      title: signatures === 0 ? 'The root is unsigned' : 'The signature was not checked',
      detail: reasonOf(signature),
    },
  ];
}
