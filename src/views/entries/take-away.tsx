import { useState } from 'react';
import { useExport } from '../../query/use-export.ts';
import { useAt } from '../../ui/at.ts';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';

/** TakeAway saves the log that is shown: up to the log size that the address asks for. */
export function TakeAway() {
  const [open, setOpen] = useState(false);
  const desk = useExport({ open, at: useAt(), what: 'entries' });
  return <TakeCopy desk={desk} onOpen={() => setOpen(true)} />;
}
