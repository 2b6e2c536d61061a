import { useHref } from 'react-router';
import { useSaveProof } from '../../query/use-save-proof.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { SaveProof } from '../../ui/save-proof/save-proof.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';

interface Checks {
  readonly register: RegisterId;
  readonly entry: EntryCheck | EarlierEntryCheck;
  readonly data: RecordDataCheck;
}

/** SaveEntryProof offers to keep the proof of an entry with its data, and to compare the root that it leads to with another person's; disabled until both checks are made. */
export function SaveEntryProof({
  register,
  entry,
  data,
}: {
  register: RegisterId;
  entry: Checks['entry'] | undefined;
  data: RecordDataCheck | undefined;
}) {
  if (entry === undefined || data === undefined) return <Button disabled>Save proof</Button>;
  return <Keep register={register} entry={entry} data={data} />;
}

function Keep({ register, entry, data }: Checks) {
  // A record moves on to a later entry; the entry stays where it is.
  const path = pathTo({ view: 'entry', register, entryNumber: String(entry.entry.entryNumber) });
  const at = useAt();
  const page = useHref(at === undefined ? path : `${path}?at=${at}`);
  return (
    <SaveProof {...useSaveProof(entry, data, page)} comparePath={pathTo({ view: 'compare', register })} />
  );
}
