import { useState } from 'react';
import { Button } from './button.tsx';
import { Link } from './link.tsx';
import styles from './liar-tour.module.css';
import { pathTo, type Place, type RegisterId } from './paths.ts';

interface Stop {
  readonly mood: string;
  /** Whether it shows in a record rather than on the overview. */
  readonly inRecord?: true;
  readonly name: string;
  /** What to expect there, in one sentence. */
  readonly expect: string;
}

/** TourVariant is the variant of the API in which the tour is made: items (v2) or blobs (earlier). */
export type TourVariant = 'v2' | 'earlier';

/** ALTERED is the key whose record the mock's `altered-…` faults touch in this register. */
const ALTERED = 'ZW';

/**
 * LiarTour is the way through the register `unfaithful`, in order: first while it is honest, so that this browser has a root to remember, then after each kind of
 * lie. `begin` is the variant in which it is offered first.
 */
export function LiarTour({ begin = 'v2' }: { begin?: TourVariant }) {
  const [variant, setVariant] = useState(begin);
  const other = variant === 'v2' ? 'earlier' : 'v2';
  return (
    <>
      <ol className={styles['tour']}>
        {STOPS.map((stop) => (
          <li key={stop.name}>
            <Link to={pathTo(placeOf(stop, variant))}>{stop.name}</Link>
            <span>{stop.expect}</span>
          </li>
        ))}
      </ol>
      <p className={styles['foot']}>
        <span>
          All stops are one register, {VARIANT[variant]}, and your browser remembers one root for them. On any
          other register a fault in the address makes another register, with a memory of its own.
        </span>
        <Button onClick={() => setVariant(other)}>Make the tour {VARIANT[other]}</Button>
      </p>
    </>
  );
}

const VARIANT: Record<TourVariant, string> = {
  v2: 'with items (v2)',
  earlier: 'in the earlier variant',
};

const STOPS: readonly Stop[] = [
  {
    mood: '',
    name: 'Visit it while it is honest',
    expect: 'Every check holds, and your browser remembers its root.',
  },
  {
    mood: '+fork',
    name: 'It has rewritten its history',
    expect: 'As long as before and sound within itself, but its root is another: an alarm on every page.',
  },
  {
    mood: '+fork-longer',
    name: 'It has rewritten its history and gone on',
    expect: 'Longer than before, and not shown to begin with the log you saw: an alarm, too.',
  },
  {
    mood: '+rollback',
    name: 'It has dropped its newest entries',
    expect: 'Shorter than the log you remember: an alarm, and until it is settled nothing is called proved.',
  },
  {
    mood: '+stale-root',
    name: 'It shows an old root',
    expect:
      'Shorter again, but this time a proof shows that it is the beginning of the log you saw: an alarm all the same.',
  },
  {
    mood: '+altered-item',
    inRecord: true,
    name: 'It has changed a word of a record',
    expect: 'The data does not match its hash; the entry and its proof still hold.',
  },
  {
    mood: '+altered-entry',
    inRecord: true,
    name: 'It has changed the time of an entry',
    expect: 'The entry does not lead to the published root; the data still matches its hash.',
  },
  {
    mood: '+altered-proof',
    inRecord: true,
    name: 'It sends a wrong proof',
    expect: 'To the reader the same: the entry does not lead to the root, whichever of the two was changed.',
  },
];

function placeOf({ mood, inRecord }: Stop, variant: TourVariant): Exclude<Place, { view: 'nowhere' }> {
  const register: RegisterId = { kind: 'bundled', name: 'unfaithful', mount: variant + mood };
  return inRecord === true ? { view: 'record', register, key: ALTERED } : { view: 'overview', register };
}
