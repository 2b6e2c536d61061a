import { Button } from '../../ui/button.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Listing } from './listing.ts';
import { type Asked, type Change, CLEARED, isNarrowed } from './records-address.ts';

/** NothingFound is a list without rows: an empty register, or nothing that fits; former versions that would fit are offered. */
export function NothingFound({
  listing,
  asked,
  fromCopy,
  onChange,
}: {
  listing: Listing;
  asked: Asked;
  fromCopy: boolean;
  onChange: (change: Change) => void;
}) {
  if (!isNarrowed(asked)) {
    return (
      <Notice title="No records">
        <p>{fromCopy ? 'The log has no entries here.' : 'The server lists no records here.'}</p>
      </Notice>
    );
  }
  const former = listing.withFormer ?? 0;
  const all =
    listing.of === undefined ? 'the records read so far' : `the ${formatNumber(listing.of)} records`;
  return (
    <Notice
      title={listing.partial === undefined ? 'No record fits' : 'No record fits so far'}
      actions={
        <>
          {former > 0 && (
            <Button kind="strong" onClick={() => onChange({ former: true })}>
              Search former versions, too
            </Button>
          )}
          <Button onClick={() => onChange(CLEARED)}>Clear search and filters</Button>
        </>
      }
    >
      <p>
        {`None of ${all} fits what was asked.`}
        {listing.partial !== undefined &&
          ' There are more: read on below, or have the server look for an exact value.'}
        {former > 0 && ` ${countOf(former, 'record')} had it in a former version.`}
      </p>
    </Notice>
  );
}
