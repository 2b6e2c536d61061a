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
import { type End, readEnd } from './read-ends.ts';
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
          const ends = ['from', 'to'].map((name) => readEnd(String(form.get(name) ?? ''), head.logSize));
          const [begin, end] = ends;
          setRefused(begin === undefined || end === undefined);
          if (begin === undefined || end === undefined) return;
          const sizes = typeof begin === 'number' && typeof end === 'number' ? [begin, end] : undefined;
          const [from, to] = sizes?.toSorted((one, other) => one - other).map(String) ?? ends.map(textOf);
          const place = { register, from: from ?? '', to: to ?? '' };
          void navigate(keepMoment(pathTo({ view: 'changes', ...place }), moment));
        }}
      >
        {(
          [
            ['from', 'From size or date', from],
            ['to', 'to size or date', to],
          ] as const
        ).map(([name, label, value]) => (
          <label key={name} className={styles['size']}>
            <span>{label}</span>
            <input
              name={name}
              defaultValue={value}
              autoComplete="off"
              aria-describedby={id}
              aria-invalid={refused}
            />
          </label>
        ))}
        <Button type="submit">Show what changed</Button>
      </form>
      <p id={id} role="status" className={styles['refused']}>
        {refused &&
          `Sizes are whole numbers from 0 to ${formatNumber(head.logSize)}; dates are such as 2018-06-13 or 13 June 2018.`}
      </p>
      <SinceVisit register={register} head={head} />
    </Card>
  );
}

function textOf(end: End | undefined): string {
  return typeof end === 'object' ? end.text : String(end);
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
