import type { Place, RegisterId } from '../../ui/paths.ts';

/** TourApi is the API variant of the tour: items (v2) or blobs. */
export type TourApi = 'v2' | 'earlier';

export interface Stop {
  /** The faults of the mock server that are switched on. */
  readonly faults: string;
  /** Whether it shows in a record rather than on the overview. */
  readonly inRecord?: true;
  /** Whether only a comparison with the honest register's root hash shows it. */
  readonly needsMemory?: true;
  /** Whether only a witness's signature shows it. */
  readonly hasWitness?: true;
  readonly name: string;
  /** What to look for on the page that it opens. */
  readonly expect: string;
}

/** ALTERED is the key of the record that the mock's `altered-…` faults change in this register. */
const ALTERED = 'ZW';

/** STOPS begin while the register is honest, so that this browser has a root hash to compare with. */
export const STOPS: readonly Stop[] = [
  {
    faults: '',
    name: 'While it is honest',
    expect: 'Every check passes, and this browser remembers the root hash.',
  },
  {
    faults: '+fork',
    needsMemory: true,
    name: 'It rewrote its history',
    expect:
      'An alarm on every page: two root hashes for a log of the same size. Entries and proofs still match each other. Only the remembered root hash tells.',
  },
  {
    faults: '+fork-longer',
    needsMemory: true,
    name: 'It rewrote its history and grew',
    expect: 'An alarm: the longer log is not proved to continue the one you saw.',
  },
  {
    faults: '+rollback',
    needsMemory: true,
    name: 'It dropped its newest entries',
    expect:
      'An alarm: the log is shorter than the one you saw. Nothing is shown as verified until this is resolved.',
  },
  {
    faults: '+stale-root',
    needsMemory: true,
    name: 'It shows an old root hash',
    expect: 'Still an alarm, although a proof shows the shorter log to be the beginning of the one you saw.',
  },
  {
    faults: '+altered-item',
    inRecord: true,
    name: 'It changed a word in a record',
    expect:
      'The data is not what the entry recorded: every field is marked, and the picture breaks at the bottom. The entry and its proof still match.',
  },
  {
    faults: '+altered-entry',
    inRecord: true,
    name: 'It changed the time of an entry',
    expect:
      'The entry does not connect to the root hash: the picture breaks on top. The data still matches its fingerprint.',
  },
  {
    faults: '+altered-proof',
    inRecord: true,
    name: 'It sends a wrong proof',
    expect: 'The picture breaks on top again: a wrong proof and a wrong entry look alike.',
  },
  {
    faults: '+fork',
    hasWitness: true,
    name: 'It shows you another log than others',
    expect:
      'Two browsers, two histories: another browser was shown 295 entries, and a witness signed them. You are shown 295 other entries for the first time, and every proof matches. Only the witness tells.',
  },
];

/** addressOf returns the address of a stop's description. */
export function addressOf(index: number, api: TourApi): string {
  return `/tour?stop=${index + 1}${api === 'v2' ? '' : '&api=blobs'}`;
}

/** registerOf returns the register of a stop. */
export function registerOf({ faults }: Stop, api: TourApi): RegisterId {
  return { kind: 'bundled', name: 'unfaithful', mount: api + faults };
}

/** placeOf returns the page of a stop. */
export function placeOf(stop: Stop, api: TourApi): Exclude<Place, { view: 'nowhere' }> {
  const register = registerOf(stop, api);
  return stop.inRecord === true ? { view: 'record', register, key: ALTERED } : { view: 'overview', register };
}

const KEPT = 'tour';

/** keepStop stores the open stop for this tab, or that the tour was left. If storage refuses, pages have no tour bar. */
export function keepStop(stop?: KeptStop): void {
  try {
    if (stop) sessionStorage.setItem(KEPT, JSON.stringify(stop));
    else sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing is kept.
  }
}

/** KeptStop is a stop by its number, from 0, and the API with which it was opened. */
export interface KeptStop {
  readonly index: number;
  readonly api: TourApi;
}

/** keptStop returns the stop opened last in this tab. */
export function keptStop(): KeptStop | undefined {
  try {
    const { index, api } = JSON.parse(sessionStorage.getItem(KEPT) ?? '') as KeptStop;
    return index in STOPS && (api === 'v2' || api === 'earlier') ? { index, api } : undefined;
  } catch {
    return undefined;
  }
}
