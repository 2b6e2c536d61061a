import { use, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Checkpoint } from '../../core/model.ts';
import { useSinceVisit } from '../../query/use-since-visit.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import { readSizes } from './read-sizes.ts';
import styles from './changes.module.css';

/** SizesCard asks between which two sizes, and offers what came since the last visit of this browser; `from` and `to` are those to begin with. */
export function SizesCard({
  register,
  head,
  from,
  to,
}: {
  register: RegisterId;
  head: Checkpoint;
  from: number;
  to: number;
}) {
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const [refused, setRefused] = useState(false);
  const id = useId();
  return (
    <Card title="Between which sizes" note={`the log has ${countOf(head.logSize, 'entry', 'entries')}`}>
      <form
        key={`${from} ${to}`}
        className={styles['sizes']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const typed = (name: string): string => String(form.get(name) ?? '').replaceAll(/[\s,]/g, '');
          const sizes = readSizes(typed('from'), typed('to'), head.logSize);
          setRefused(sizes === undefined);
          if (sizes === undefined) return;
          const place = { register, from: String(sizes.from), to: String(sizes.to) };
          void navigate(keepMoment(pathTo({ view: 'changes', ...place }), moment));
        }}
      >
        {(
          [
            ['from', 'From size', from],
            ['to', 'to size', to],
          ] as const
        ).map(([name, label, value]) => (
          <label key={name} className={styles['size']}>
            <span>{label}</span>
            <input
              name={name}
              defaultValue={value}
              inputMode="numeric"
              autoComplete="off"
              aria-describedby={id}
              aria-invalid={refused}
            />
          </label>
        ))}
        <Button type="submit">Show what changed</Button>
      </form>
      <p id={id} role="status" className={styles['refused']}>
        {refused && `Sizes are whole numbers from 0 to ${formatNumber(head.logSize)}.`}
      </p>
      <SinceVisit register={register} head={head} />
    </Card>
  );
}

function SinceVisit({ register, head }: { register: RegisterId; head: Checkpoint }) {
  const since = useSinceVisit(head);
  if (since === undefined) {
    return (
      <p className={styles['since']}>
        This browser has not seen the log grow yet. What comes after this visit will be offered here.
      </p>
    );
  }
  const place = { register, from: String(since.logSize), to: String(head.logSize) };
  return (
    <p className={styles['since']}>
      <Link className={buttonClass()} to={pathTo({ view: 'changes', ...place })}>
        {since.fromFile === true ? 'Since the root taken over from a file' : 'Since your last visit'}:{' '}
        {countOf(head.logSize - since.logSize, 'entry', 'entries')}
      </Link>{' '}
      The log had {countOf(since.logSize, 'entry', 'entries')} then, on <Instant at={since.seenAtMs} />.
    </p>
  );
}
