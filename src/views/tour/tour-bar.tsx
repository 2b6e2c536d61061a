import { useState } from 'react';
import { Link } from '../../ui/link.tsx';
import { formatRegisterId, type RegisterId } from '../../ui/paths.ts';
import { addressOf, keepStop, keptStop, registerOf, STOPS } from './stops.ts';
import styles from './tour.module.css';

/** TourBar leads on from the register that a stop of the tour opened, on each of its pages, and says which stop it is. */
export function TourBar({ register }: { register: RegisterId }) {
  const [kept] = useState(keptStop);
  const stop = kept && STOPS[kept.index];
  if (!stop || formatRegisterId(registerOf(stop, kept.api)) !== formatRegisterId(register)) return null;
  const to = (index: number) => addressOf(index, kept.api);
  const { index } = kept;
  return (
    <nav className={styles.bar} aria-label="Tour">
      <p>
        <Link to={to(index)}>
          Stop {index + 1} of {STOPS.length}
        </Link>
        <span className={styles.name}>{stop.name}</span>
      </p>
      {index > 0 && <Link to={to(index - 1)}>Previous</Link>}
      {index < STOPS.length - 1 && <Link to={to(index + 1)}>Next</Link>}
      <Link to="/" onClick={() => keepStop()}>
        Leave the tour
      </Link>
    </nav>
  );
}
