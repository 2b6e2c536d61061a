import type { Checkpoint } from '../../core/model.ts';
import type { RememberedHead } from '../../query/remembered-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';

/** rootCheck words whether the root in a file is the register's: the file's word, unless this browser remembers the root at that very size. */
export function rootCheck(
  inFile: Checkpoint,
  remembered: RememberedHead | null | undefined,
  otherwise: string,
): NamedCheck {
  const id = 'root';
  if (!remembered || remembered.logSize !== inFile.logSize) {
    const also =
      remembered &&
      `This browser remembers a root of this register, of ${countOf(remembered.logSize, 'entry', 'entries')}: only the register can show whether both belong to one log.`;
    return {
      id,
      state: 'not-checked',
      title: 'That this is the register’s root is the file’s word',
      detail: [otherwise, also].filter(Boolean).join(' '),
    };
  }
  const seen = formatDay(new Date(remembered.lastSeenMs).toISOString());
  if (remembered.rootHash === inFile.rootHash) {
    return {
      id,
      state: 'holds',
      title: 'The root is the one this browser remembers',
      detail: `On ${seen} the register showed this browser the same root for ${countOf(inFile.logSize, 'entry', 'entries')}. What other people are shown is not in the file.`,
    };
  }
  return {
    id,
    state: 'does-not-match',
    title: 'The root is not the one this browser remembers',
    detail: (
      <>
        On {seen} the register showed this browser{' '}
        <HashText hash={remembered.rootHash} compareWith={inFile.rootHash} />; the file says{' '}
        <HashText hash={inFile.rootHash} compareWith={remembered.rootHash} />. A log has one root at each
        size.
      </>
    ),
  };
}
