import { Link } from './link.tsx';
import styles from './liar-tour.module.css';
import { pathTo, type Place, type RegisterId } from './paths.ts';

interface Stop {
  readonly to: Exclude<Place, { view: 'nowhere' }>;
  readonly name: string;
  /** What to expect there, in one sentence. */
  readonly expect: string;
}

/** ALTERED is the key whose record the mock's `altered-…` faults touch in this register. */
const ALTERED = 'ZW';

/**
 * LiarTour is the way through the register `unfaithful`, in order: first while it is honest, so that this browser has a root to remember, then after each kind of
 * lie.
 */
export function LiarTour() {
  return (
    <ol className={styles['tour']}>
      {STOPS.map((stop) => (
        <li key={stop.name}>
          <Link to={pathTo(stop.to)}>{stop.name}</Link>
          <span>{stop.expect}</span>
        </li>
      ))}
    </ol>
  );
}

const STOPS: readonly Stop[] = [
  {
    to: overview('v2'),
    name: 'Visit it while it is honest',
    expect: 'Every check holds, and your browser remembers its root.',
  },
  {
    to: overview('v2+fork'),
    name: 'It has rewritten its history',
    expect: 'As long as before and sound within itself, but its root is another: an alarm on every page.',
  },
  {
    to: overview('v2+rollback'),
    name: 'It has dropped its newest entries',
    expect: 'The log is shorter than it was: an alarm, though every entry that is left can be proved.',
  },
  {
    to: overview('v2+stale-root'),
    name: 'It shows an old root',
    expect: 'The root is older than the one you remember, and the newest entries are not under it.',
  },
  {
    to: record('v2+altered-item'),
    name: 'It has changed a word of a record',
    expect: 'The data does not match its hash; the entry and its proof still hold.',
  },
  {
    to: record('v2+altered-proof'),
    name: 'It sends a wrong proof',
    expect: 'The entry does not lead to the published root; the data still matches its hash.',
  },
];

function overview(mount: string): Stop['to'] {
  return { view: 'overview', register: unfaithful(mount) };
}

function record(mount: string): Stop['to'] {
  return { view: 'record', register: unfaithful(mount), key: ALTERED };
}

function unfaithful(mount: string): RegisterId {
  return { kind: 'bundled', name: 'unfaithful', mount };
}
