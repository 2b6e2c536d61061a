import type { Checkpoint } from '../../core/model.ts';
import type { RememberedHead } from '../../query/remembered-query.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';

/** rootCheck words whether the root in a file is the register's: the file's word, unless this browser was shown the root at that very size. */
export function rootCheck(
  inFile: Checkpoint,
  remembered: RememberedHead | null | undefined,
  otherwise: string,
): NamedCheck {
  const id = 'root';
  if (remembered && remembered.logSize !== inFile.logSize && remembered.rootHash === inFile.rootHash) {
    return {
      id,
      state: 'does-not-match',
      title: 'This root is remembered for another log size',
      detail: `This browser remembers this very root for ${countOf(remembered.logSize, 'entry', 'entries')}; the file says ${countOf(inFile.logSize, 'entry', 'entries')}. A root belongs to one size: one of the two numbers is wrong.`,
    };
  }
  if (!remembered || remembered.logSize !== inFile.logSize) {
    const also =
      remembered &&
      `This browser remembers a root of this register, of ${countOf(remembered.logSize, 'entry', 'entries')}: only the register can show whether both belong to one log.`;
    return {
      id,
      state: 'not-checked',
      title: 'That this is the register’s root, at this log size, is the file’s word',
      detail: [otherwise, also].filter(Boolean).join(' '),
    };
  }
  if (remembered.importedAtMs !== undefined)
    return againstFile(inFile, remembered, formatDay(new Date(remembered.importedAtMs).toISOString()));
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

/** againstFile words the comparison with a root that was itself taken over from a file: whoever made both files can make them agree, so that it never holds. */
function againstFile(inFile: Checkpoint, remembered: RememberedHead, taken: string): NamedCheck {
  const id = 'root';
  const unseen = 'The register has not shown that root to this browser.';
  if (remembered.rootHash === inFile.rootHash) {
    return {
      id,
      state: 'not-checked',
      title: 'The root is the one taken over from another file',
      detail: `This browser remembers the same root for ${countOf(inFile.logSize, 'entry', 'entries')}, but took it over from a file on ${taken}. ${unseen} Two files agree: whether the register does is to be seen by opening it.`,
    };
  }
  return {
    id,
    state: 'does-not-match',
    title: 'The root is not the one taken over from another file',
    detail: (
      <>
        This browser remembers <HashText hash={remembered.rootHash} compareWith={inFile.rootHash} />, taken
        over from a file on {taken}; this file says{' '}
        <HashText hash={inFile.rootHash} compareWith={remembered.rootHash} />. {unseen} A log has one root at
        each size, so that one of the two files is not of this log.
      </>
    ),
  };
}
