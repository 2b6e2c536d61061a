import { useHref } from 'react-router';
import { useKeepProof } from '../../query/use-keep-proof.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { KeepProof } from '../../ui/keep-proof/keep-proof.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';

/** KeepEntry offers to keep the proof of an entry, and to compare the root it leads to with another person’s. */
export function KeepEntry({
  register,
  entry,
  data,
}: {
  register: RegisterId;
  entry: EntryCheck | EarlierEntryCheck | undefined;
  data: RecordDataCheck | undefined;
}) {
  if (entry === undefined || data === undefined) return <Button disabled>Keep this proof</Button>;
  return <Keep register={register} entry={entry} data={data} />;
}

function Keep({
  register,
  entry,
  data,
}: {
  register: RegisterId;
  entry: EntryCheck | EarlierEntryCheck;
  data: RecordDataCheck;
}) {
  // A record moves on to a later entry; the entry stays where it is.
  const path = pathTo({ view: 'entry', register, entryNumber: String(entry.entry.entryNumber) });
  const at = useAt();
  const page = useHref(at === undefined ? path : `${path}?at=${at}`);
  return (
    <KeepProof {...useKeepProof(entry, data, page)} comparePath={pathTo({ view: 'compare', register })} />
  );
}
