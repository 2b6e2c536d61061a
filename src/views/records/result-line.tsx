import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Listing } from './listing.ts';
import { partsOf } from './asked-parts.ts';
import { type Asked, type Change, CLEARED, isNarrowed } from './records-address.ts';
import styles from './result-line.module.css';

/** ResultLine says how many records were found and by what, each part of which can be taken off. It stands above the list whether or not anything narrows it. */
export function ResultLine({
  asked,
  listing,
  onChange,
  children,
}: {
  asked: Asked;
  listing: Listing | undefined;
  onChange: (change: Change) => void;
  /** What is to be said of the source, at the end of the line. */
  children?: ReactNode;
}) {
  const more = (listing?.withFormer ?? 0) - (listing?.total ?? 0);
  return (
    <div className={styles['line']}>
      <p role="status" className={styles['count']}>
        {listing && countWords(listing, isNarrowed(asked))}
        {/^[^\p{L}\p{N}]+$/u.test(asked.text.trim()) &&
          '. There is no letter and no digit to look for, so that all are shown'}
      </p>
      <ul className={styles['parts']}>
        {partsOf(asked).map(({ words, name, change }) => (
          <li key={words}>
            <button
              type="button"
              className={styles['part']}
              aria-label={`Remove ${name}: ${words}`}
              onClick={() => onChange(change)}
            >
              <span>{words}</span>
              <Icon name="close" size={13} />
            </button>
          </li>
        ))}
        {isNarrowed(asked) && (
          <li>
            <Button kind="quiet" onClick={() => onChange(CLEARED)}>
              Clear all
            </Button>
          </li>
        )}
      </ul>
      {more > 0 && (
        <Button kind="quiet" onClick={() => onChange({ former: true })}>
          {`${formatNumber(more)} more in former versions`}
        </Button>
      )}
      {children !== undefined && <div className={styles['source']}>{children}</div>}
    </div>
  );
}

/** countWords says how many records were found, and among how many, where only the beginning of the server's list was read. */
export function countWords({ total, of, partial }: Listing, narrowed: boolean): string {
  if (partial !== undefined) {
    if (total === partial.read)
      return partial.of === undefined
        ? `The first ${countOf(total, 'record')}`
        : `The first ${formatNumber(total)} of ${countOf(partial.of, 'record')}`;
    return `${formatNumber(total)} of the first ${countOf(partial.read, 'record')}`;
  }
  if (!narrowed || of === undefined) return countOf(total, 'record');
  return `${formatNumber(total)} of ${countOf(of, 'record')}`;
}
