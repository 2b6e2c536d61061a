import { use, useId, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { type End, readEnd } from './changes-address.ts';
import type { Checkpoint } from '../../core/model.ts';
import { useSinceVisit } from '../../query/memory-queries.ts';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf, formatNumber } from '../../ui/format.ts';
import { Instant } from '../../ui/time.tsx';
import { pathTo } from '../../ui/paths.ts';
import { PlaceLink, useRegister } from '../../ui/place-link.tsx';
import { useSizeAtDate } from '../../query/size-at-date.ts';
import { PageFailure } from '../shared/page-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './changes.module.css';

/** SizesCard asks between which two sizes, and offers what came since the last visit of this browser; `from` and `to` are those to begin with. */
export function SizesCard({ head, from, to }: { head: Checkpoint; from: number; to: number }) {
  const register = useRegister();
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const [refused, setRefused] = useState(false);
  const id = useId();
  return (
    <Card title="Between which sizes" note={`the log has ${countOf(head.logSize, 'entry')}`}>
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
      <SinceVisit head={head} />
    </Card>
  );
}

function textOf(end: End | undefined): string {
  return typeof end === 'object' ? end.text : String(end);
}

function SinceVisit({ head }: { head: Checkpoint }) {
  const since = useSinceVisit(head);
  if (since === undefined) {
    return (
      <p className={styles['since']}>
        This browser has not seen the log grow yet. On your next visit you can see here what is new.
      </p>
    );
  }
  return (
    <p className={styles['since']}>
      <PlaceLink
        className={buttonClass()}
        place={{ view: 'changes', from: String(since.logSize), to: String(head.logSize) }}
      >
        {since.fromFile === true ? 'Since the root hash imported from a file' : 'Since your last visit'}:{' '}
        {countOf(head.logSize - since.logSize, 'entry')}
      </PlaceLink>{' '}
      The log had {countOf(since.logSize, 'entry')} then, on <Instant at={since.seenAtMs} />.
    </p>
  );
}

/** DatedEnds goes on to the two sizes that an address stands for which names a date in the place of one, or two. */
export function DatedEnds({ from, to, logSize }: { from: End; to: End; logSize: number }) {
  const register = useRegister();
  const one = useSizeAtDate(typeof from === 'number' ? undefined : from.untilMs, logSize);
  const other = useSizeAtDate(typeof to === 'number' ? undefined : to.untilMs, logSize);
  const error = one.error ?? other.error;
  if (error !== null) return <PageFailure error={error} />;
  const [begin, end] = [
    typeof from === 'number' ? from : one.found?.size,
    typeof to === 'number' ? to : other.found?.size,
  ];
  if (begin === undefined || end === undefined)
    return <Skeleton lines={6} label="Looking for the place of these dates in the log" />;
  return (
    <Navigate replace to={pathTo({ view: 'changes', register, from: String(begin), to: String(end) })} />
  );
}
