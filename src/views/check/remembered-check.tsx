import type { Checkpoint } from '../../core/model.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import type { RememberedRoot } from '../../trust/remembered-root.ts';

/**
 * rememberedCheck compares the head that a file states with the remembered one if that needs no proof;
 * undefined if it does. A root hash imported from a file never makes another hold: the maker of two
 * files can make them agree.
 */
export function rememberedCheck(
  stated: Checkpoint,
  remembered:
    | (Pick<RememberedRoot, 'logSize' | 'rootHash' | 'lastSeenMs' | 'importedAtMs'> &
        Partial<Pick<RememberedRoot, 'givenUp'>>)
    | null
    | undefined,
): NamedCheck | undefined {
  if (!remembered) return undefined;
  const { logSize, rootHash, lastSeenMs, importedAtMs, givenUp = [] } = remembered;
  const check = (state: NamedCheck['state'], title: string, detail: NamedCheck['detail']): NamedCheck => ({
    id: 'root',
    why: 'memory',
    state,
    title,
    detail,
  });
  const log = countOf(logSize, 'entry');
  const isSameSize = logSize === stated.logSize;
  const from =
    importedAtMs === undefined
      ? `The register showed it to this browser on ${formatDay(lastSeenMs)}.`
      : `It was imported from a file on ${formatDay(importedAtMs)}: the register has not shown it to this browser.`;
  if (isSameSize && rootHash === stated.rootHash)
    return importedAtMs === undefined
      ? check('holds', 'This browser remembers the same root hash', `For ${log}. ${from}`)
      : check('not-checked', 'The same root hash was imported from a file', `For ${log}. ${from}`);
  const old = givenUp.findLast(
    (head) => head.logSize === stated.logSize && head.rootHash === stated.rootHash,
  );
  if (old !== undefined)
    return check(
      'not-checked',
      'You replaced this root hash with another one',
      `This browser remembered it until ${formatDay(old.seenAtMs)}. If the register showed it to the other person too, it had a log that it no longer shows: ask when they saw it, and keep the report of the alarm.`,
    );
  if (!isSameSize && rootHash !== stated.rootHash) return undefined;
  return check(
    'does-not-match',
    isSameSize
      ? 'The root hash is not the one this browser remembers'
      : 'This browser remembers this root hash for another log size',
    <>
      A log has one root hash at each size. Remembered for {log}:{' '}
      <HashText hash={rootHash} compareWith={stated.rootHash} />. In the file for{' '}
      {countOf(stated.logSize, 'entry')}: <HashText hash={stated.rootHash} compareWith={rootHash} />. {from}
    </>,
  );
}
