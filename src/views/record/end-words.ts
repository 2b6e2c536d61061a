import type { Entry } from '../../core/model.ts';
import { type Found, type Worded } from '../../ui/check-words.ts';
import { countOf, formatNumber } from '../../ui/format.ts';
import { rowState } from '../../ui/row-state.ts';

/** endWords words both checks of one version in one line: its entry proof at the log size `size`, and the hash of its data. The worse of the two is the state. */
export function endWords(
  { entryNumber, itemHashes }: Entry,
  { entryFound, dataFound }: { readonly entryFound: Found; readonly dataFound: Found },
  size: number | undefined,
): Worded {
  const entry = `Entry ${formatNumber(entryNumber)}`;
  const { state } = rowState(seen(entryFound), itemHashes.length === 0 ? [] : [seen(dataFound)]);
  const log = size === undefined ? 'the log' : `the log of ${countOf(size, 'entry', 'entries')}`;
  switch (state) {
    case 'holds':
      return {
        state,
        title:
          itemHashes.length === 0
            ? `${entry} is in the log, and names no data`
            : `${entry} is in the log, and its data matches its hash`,
        detail:
          `Its entry proof leads to the root of ${log}. ${itemHashes.length === 0 ? '' : 'Its data was hashed in this browser, and the hash is the one that the entry names.'}`.trim(),
      };
    case 'does-not-match': {
      const [proof, data] = [entryFound, dataFound].map((one) => one.verdict?.outcome === 'does-not-match');
      return {
        state,
        title: data
          ? `The data of entry ${formatNumber(entryNumber)} does not match its hash`
          : `${entry} does not lead to the root`,
        detail: [
          data && 'The data was hashed in this browser, and the entry names another hash.',
          proof && `The proof was computed in this browser, and does not lead to the root of ${log}.`,
        ]
          .filter(Boolean)
          .join(' '),
      };
    }
    case 'checking':
      return {
        state,
        title: `Proving entry ${formatNumber(entryNumber)}`,
        detail: 'Its entry proof and its data are being fetched and computed.',
      };
    case 'cannot-check':
    case 'not-checked':
      return {
        state,
        title: `${entry} could not be checked`,
        detail: [entryFound, dataFound].map(reasonOf).filter(Boolean).join(' '),
      };
  }
}

function seen({ verdict, failure }: Found) {
  const data = verdict && { verdict };
  return { data, isError: failure !== undefined, isFetching: failure === undefined };
}

function reasonOf({ verdict, failure }: Found): string {
  const reason = verdict !== undefined && 'reason' in verdict ? verdict.reason : (failure ?? '');
  return reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;
}
