import { useSyncExternalStore } from 'react';
import type { Checkpoint } from '../../core/model.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import { useMemory } from '../../query/memory-queries.ts';
import { useSession } from '../../query/session.ts';
import type { CheckStates } from '../../query/use-page-checks.ts';
import { useWitnessLine } from '../../query/witness-summary.ts';
import type { NamedCheck } from '../../ui/check-list.tsx';
import { dataCheckText, entryCheckText, keyCheckText, memoryCheckText } from '../../ui/check-text.ts';
import { Link } from '../../ui/link.tsx';
import { usePaths } from '../../ui/register-paths.ts';
import { useSource } from '../../ui/source.ts';

/** useCheckLines returns the lines of a page's check strip: the key if it is wrong, the data, the entry proof, and the remembered root. */
export function useCheckLines({
  states,
  entryNumber,
  at,
  proof,
  head,
  more,
}: {
  states: CheckStates;
  /** The entry of data and proof; undefined if not known. */
  entryNumber: number | undefined;
  /** The earlier size that the page shows. */
  at: number | undefined;
  proof: EntryCheck | undefined;
  head: Checkpoint | undefined;
  /** A page's changes to a line. */
  more?: (line: NamedCheck) => Partial<NamedCheck>;
}): readonly NamedCheck[] {
  const memory = useMemory(head);
  const source = useSource();
  const witnesses = useWitnessLine();
  const { trust } = useSession();
  const isRemembered = useSyncExternalStore(trust.subscribe, () => trust.confirmed() !== undefined);
  const { key, data, inclusion } = states;
  const isMemoryShown = states.memory !== undefined || head !== undefined;
  const logSize = proof?.checkpoint.logSize ?? head?.logSize;
  const lines: NamedCheck[] = [];
  // A reader expects the entry to have the key in the address: only a mismatch is shown.
  if (key?.verdict !== undefined && key.state !== 'holds')
    lines.push({ id: 'key', kind: 'key', ...keyCheckText(key) });
  if (data !== undefined) lines.push({ id: 'data', kind: 'data', ...dataCheckText(data, entryNumber) });
  if (inclusion !== undefined)
    lines.push({
      id: 'entry',
      kind: 'inclusion',
      ...entryCheckText(
        inclusion,
        entryNumber,
        { logSize: at ?? logSize, hashes: proof?.steps.length, isEarlier: at !== undefined },
        source,
      ),
    });
  if (isMemoryShown) {
    // Without a head, the state of the declared check, so that its space is reserved.
    const found = head === undefined ? { verdict: states.memory?.verdict } : memory;
    lines.push({ id: 'memory', kind: 'memory', ...memoryCheckText({ ...found, isRemembered }) });
  }
  // Witnesses are compared with the current log, except on a page that compares with somebody else.
  const isCompared = witnesses !== undefined && head !== undefined && at === undefined && !states.others;
  return [
    ...(more === undefined ? lines : lines.map((line) => Object.assign(line, more(line)))),
    ...(isCompared ? [{ ...OTHERS, ...witnesses }] : []),
  ];
}

/** useOthersLine returns the line about other people's view of the log, by the reader's witnesses. */
export function useOthersLine(): NamedCheck {
  return { ...OTHERS, ...useWitnessLine() };
}

/** OTHERS is that line without witnesses: no API signs its root hash, so that only people can compare. */
const OTHERS: NamedCheck = {
  id: 'others',
  kind: 'others',
  state: 'not-checked',
  title: 'Do others see the same log? Not checked yet',
  detail: 'You have no witness for this register, and compared no one else’s root hash.',
  link: <CompareLink />,
};

function CompareLink() {
  const { view } = usePaths();
  return (
    <>
      <Link to={view('witnesses')}>Ask witnesses</Link> or{' '}
      <Link to={view('compare')}>compare with others</Link>
    </>
  );
}
