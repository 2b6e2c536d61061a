import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../../ui/literal.tsx';
import { type ListControls, CLEARED, isNarrowed, type ListRequest, withChoice } from './records-address.ts';
import { isListed, type Listing } from './use-records.ts';
import styles from './records-tools.module.css';

/** ResultLine shows how many records were found and by which filters, each removable. */
export function ResultLine({
  list: { request, change },
  listing,
}: {
  list: ListControls;
  listing: Listing | undefined;
}) {
  const more = (listing?.withFormer ?? 0) - (listing?.total ?? 0);
  return (
    <div className={styles.result}>
      <p className={styles.count} data-announce="">
        {listing && countWords(listing, request)}
      </p>
      {partsOf(request).map(({ words, change: removal }) => (
        <button key={words} type="button" className={styles.part} onClick={() => change(removal)}>
          <span>
            {words}
            <span className="visually-hidden">, remove</span>
          </span>
          <Icon name="close" size={13} />
        </button>
      ))}
      {isNarrowed(request) && (
        <Button kind="quiet" onClick={() => change(CLEARED)}>
          Clear all
        </Button>
      )}
      {more > 0 && (
        <Button kind="quiet" onClick={() => change({ former: true })}>
          {`${formatNumber(more)} more in former versions`}
        </Button>
      )}
    </div>
  );
}

/**
 * countWords says how many records were found, of how many. The part of a server's list that was read never
 * counts as all, nor as a result of filters that the server does not apply.
 */
function countWords({ total, of, partial }: Listing, request: ListRequest): string {
  const isFiltered = isNarrowed(request);
  if (partial === undefined && isFiltered && of !== undefined)
    return `${formatNumber(total)} of ${countOf(of, 'record')}`;
  if (partial === undefined) return countOf(total, 'record');
  const first = isFiltered && !isListed(request) ? 'Not searched: the first' : 'The first';
  if (partial.of === undefined) return `${first} ${countOf(total, 'record')}`;
  return `${first} ${formatNumber(total)} of ${countOf(partial.of, 'record')}`;
}

/** partsOf lists the filters of an address in words, each with the change that removes it. */
export function partsOf({ text, former, status, choices, sort }: ListRequest) {
  const parts: { readonly words: string; readonly change: Partial<ListRequest> }[] = [];
  if (text.trim() !== '')
    parts.push({
      words: `“${isolated(text.trim())}”${former ? ', former versions too' : ''}`,
      change: { text: '', former: false },
    });
  if (status !== '') parts.push({ words: status, change: { status: '' } });
  for (const [attribute, chosen] of choices)
    for (const choice of chosen)
      parts.push({
        words: `${isolated(attribute)} is ${choice === '' ? 'not set' : isolated(choice)}`,
        change: { choices: withChoice(choices, attribute, choice, false) },
      });
  if (sort !== '')
    parts.push({
      words: `by ${isolated(sort.replace(/^-/, ''))}${sort.startsWith('-') ? ', descending' : ''}`,
      change: { sort: '' },
    });
  return parts;
}
