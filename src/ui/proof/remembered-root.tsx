import type { Hash } from '../../core/hash.ts';
import type { Checkpoint } from '../../core/model.ts';
import { countOf } from '../format.ts';
import { HashText } from '../hash/hash-text.tsx';
import { useContradiction } from './contradiction.ts';
import styles from './remembered-root.module.css';

/** RememberedRoot stands over a drawn proof under an alarm: the root that this browser remembers, in a double pill, beside the published one that it does not fit. */
export function RememberedRoot({ published, narrow }: { published: Hash; narrow: boolean }) {
  const found = useContradiction(published);
  if (found === undefined) return null;
  const { remembered } = found;
  const sameSize = remembered.logSize === found.published.logSize;
  const words = sameSize
    ? `The root this browser remembers is another one than the published root, both of ${countOf(remembered.logSize, 'entry', 'entries')}`
    : 'The root this browser remembers does not fit the published root';
  return (
    <div className={styles['band']} data-band={narrow ? 'narrow' : 'wide'} role="group" aria-label={words}>
      <Pill term="remembered root" head={remembered} other={sameSize ? published : undefined} double />
      <span className={styles['sign']} aria-hidden="true">
        {sameSize ? '≠' : '✕'}
      </span>
      <Pill term="published root" head={found.published} other={sameSize ? remembered.rootHash : undefined} />
    </div>
  );
}

/** Roots of different sizes differ in any case: only those of one size are compared digit by digit. */
function Pill({
  term,
  head,
  other,
  double = false,
}: {
  term: string;
  head: Checkpoint;
  other: Hash | undefined;
  double?: boolean;
}) {
  return (
    <span className={styles['root']}>
      <span className={styles['term']}>
        {term}, {countOf(head.logSize, 'entry', 'entries')}
      </span>
      <span className={styles['pill']} data-double={double || undefined}>
        <HashText
          hash={head.rootHash}
          digits="long"
          {...(other === undefined ? {} : { compareWith: other })}
        />
      </span>
    </span>
  );
}
