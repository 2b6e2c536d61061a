import { useState } from 'react';
import { useExport } from '../../query/use-export.ts';
import { useAt } from '../../ui/at.ts';
import { countOf } from '../../ui/format.ts';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';
import { type Asked, isNarrowed } from './records-address.ts';
import { filterOf } from './use-replica-records.ts';

/** TakeAway saves the records that are shown, or all. `found` is how many were found; undefined until that is known. */
export function TakeAway({ asked, found }: { asked: Asked; found: number | undefined }) {
  const [open, setOpen] = useState(false);
  const narrowed = isNarrowed(asked);
  const filter = narrowed || asked.sort !== '' ? filterOf(asked) : undefined;
  const desk = useExport({ open, at: useAt(), what: 'records', filter });
  const shown = narrowed
    ? `${found === undefined ? 'The records' : countOf(found, 'record')} found here`
    : 'All records, in the order shown here';
  return (
    <TakeCopy desk={desk} onOpen={() => setOpen(true)} shown={filter === undefined ? undefined : shown} />
  );
}
