import type { Checkpoint } from '../../core/model.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { countOf, formatDay } from '../../ui/format.ts';
import { HashText } from '../../ui/hash/hash-text.tsx';
import type { RememberedRoot } from '../../verify/remembered-root.ts';

type RememberedFields = Pick<RememberedRoot, 'logSize' | 'rootHash' | 'lastSeenMs' | 'importedAtMs'> &
  Partial<Pick<RememberedRoot, 'givenUp'>>;

/**
 * rememberedCheck compares the head in `source` ("file", "link") with the remembered one if that needs no proof; undefined if
 * it does. A root hash imported from a file never makes another hold: the maker of two files can make them agree.
 */
export function rememberedCheck(
  source: 'file' | 'link',
  stated: Checkpoint,
  remembered: RememberedFields | null | undefined,
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
  const isSameRoot = rootHash === stated.rootHash;
  const from =
    importedAtMs === undefined
      ? `The register showed it to this browser on ${formatDay(lastSeenMs)}.`
      : `It was imported from a file on ${formatDay(importedAtMs)}: the register has not shown it to this browser.`;
  if (isSameSize && isSameRoot)
    return importedAtMs === undefined
      ? check('holds', 'This browser remembers the same root hash', `For ${log}. ${from}`)
      : check(
          'not-checked',
          'The same root hash was imported from a file',
          `For ${log}. ${from} Open the register to compare.`,
        );
  const old = givenUp.findLast(
    (head) => head.logSize === stated.logSize && head.rootHash === stated.rootHash,
  );
  if (old !== undefined)
    return check(
      'not-checked',
      'You replaced this root hash with another one',
      `This browser remembered it until ${formatDay(old.seenAtMs)}. If the register showed it to the other person too, it had a log that it no longer shows: ask when they saw it, and keep the report of the alarm.`,
    );
  if (isSameSize)
    return check(
      'does-not-match',
      'The root hash is not the one this browser remembers',
      <>
        A log has one root hash at each size; both are of {log}. Remembered:{' '}
        <HashText hash={rootHash} compareWith={stated.rootHash} />. In the {source}:{' '}
        <HashText hash={stated.rootHash} compareWith={rootHash} />. {from}
      </>,
    );
  if (isSameRoot)
    return check(
      'does-not-match',
      'This browser remembers this root hash for another log size',
      `It remembers it for ${log}; the ${source} says ${countOf(stated.logSize, 'entry')}. A root hash belongs to one size: one of the two numbers is wrong.`,
    );
  return undefined;
}
