import { useState } from 'react';
import { useExport } from '../../query/use-export.ts';
import { useAt } from '../../ui/at.ts';
import { TakeCopy } from '../../ui/take-copy/take-copy.tsx';

/** TakeAway saves the register as it is shown: at the log size that the address asks for. */
export function TakeAway() {
  const [open, setOpen] = useState(false);
  const desk = useExport({ open, at: useAt(), what: 'records' });
  return <TakeCopy desk={desk} onOpen={() => setOpen(true)} />;
}
