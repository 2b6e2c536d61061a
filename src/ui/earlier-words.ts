import { entryCheckWords, type Found, remade, type Worded } from './check-words.ts';
import { countOf, formatNumber } from './format.ts';

/** earlierEntryWords words the check that an entry was in the log when that had `logSize` entries. The root at that size is published by nobody: the consistency proof is part of the claim. */
export function earlierEntryWords(found: Found, entryNumber: number, logSize: number): Worded {
  const words = entryCheckWords(found, entryNumber, logSize);
  const entry = `Entry ${formatNumber(entryNumber)}`;
  const log = `the log of ${countOf(logSize, 'entry', 'entries')}`;
  if (words.state === 'holds')
    return remade(found, {
      ...words,
      title: `${entry} was in ${log}`,
      detail: `Its entry proof at that size leads to a root, and a consistency proof shows the log of that root to be the beginning of the present one. It does not show that this was the newest entry for its key.`,
    });
  if (words.state === 'does-not-match')
    return remade(found, {
      ...words,
      title: `${entry} does not lead to a root of this log`,
      detail: `Its proof at size ${formatNumber(logSize)} was computed in this browser, and the root in which it ends is not that of the beginning of the present log.`,
    });
  return words;
}
