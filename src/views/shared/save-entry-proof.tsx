import { useHref } from 'react-router';
import { useSaveProof } from '../../query/use-save-proof.ts';
import { useAt } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { SaveProof } from '../../ui/save-proof/save-proof.tsx';
import type { EarlierEntryCheck, EntryCheck, RecordDataCheck } from '../../verify/protocol.ts';

interface Checks {
  readonly entry: EntryCheck | EarlierEntryCheck;
  readonly data: RecordDataCheck;
}

/** SaveEntryProof offers to keep the proof of an entry with its data, and to compare the root that it leads to with another person's; disabled until both checks are made. */
export function SaveEntryProof({ entry, data }: { [Part in keyof Checks]: Checks[Part] | undefined }) {
  if (entry === undefined || data === undefined) return <Button disabled>Save proof</Button>;
  return <Keep entry={entry} data={data} />;
}

function Keep({ entry, data }: Checks) {
  const paths = usePaths();
  // A record moves on to a later entry; the entry stays where it is.
  const path = paths.entry(entry.entry.entryNumber);
  const at = useAt();
  const page = useHref(at === undefined ? path : `${path}?at=${at}`);
  return <SaveProof {...useSaveProof(entry, data, page)} comparePath={paths.view('compare')} />;
}
