import { useId, useState, type ComponentProps } from 'react';
import { readDate } from './at-date.ts';
import { Button } from './button.tsx';
import { formatNumber } from './format.ts';
import styles from './moment-form.module.css';

/**
 * MomentForm asks for a moment of the log, by size or by date. `onGo` gets what `?at=` takes: a size from 1 to `largest`, or a day as `2018-04-26`, which stands
 * for its end.
 */
export function MomentForm({
  largest,
  size,
  onGo,
}: {
  largest: number;
  /** The size at hand, to begin from. */
  size?: number;
  onGo: (at: string) => void;
}) {
  return (
    <div className={styles['forms']}>
      <OneField
        label="Log size"
        read={(typed) => {
          const digits = typed.replaceAll(/[\s,]/g, '');
          const number = /^\d{1,15}$/.test(digits) ? Number(digits) : 0;
          return number >= 1 && number <= largest ? String(number) : undefined;
        }}
        refusal={`A log size is a whole number from 1 to ${formatNumber(largest)}.`}
        onGo={onGo}
        looks={{
          inputMode: 'numeric',
          autoComplete: 'off',
          size: 8,
          defaultValue: size === undefined ? '' : String(size),
        }}
      />
      <OneField
        label="Date, at its end (UTC)"
        read={(typed) => readDate(typed)?.text}
        refusal="A date has a year, a month and a day."
        onGo={onGo}
        looks={{ type: 'date', min: '1000-01-01', max: '9999-12-31' }}
      />
    </div>
  );
}

/** OneField is a form of one field; what it cannot read is refused in words. */
function OneField({
  label,
  read,
  refusal,
  onGo,
  looks,
}: {
  label: string;
  read: (typed: string) => string | undefined;
  refusal: string;
  onGo: (at: string) => void;
  looks: ComponentProps<'input'>;
}) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const at = read(String(new FormData(event.currentTarget).get('at') ?? ''));
        setRefused(at === undefined);
        if (at === undefined) return;
        onGo(at);
        // Where the form stands there may be none at that moment.
        document.getElementById('content')?.focus({ preventScroll: true });
      }}
    >
      <label htmlFor={id}>{label}</label>
      <span className={styles['line']}>
        <input {...looks} id={id} name="at" aria-invalid={refused} aria-describedby={`${id}-refusal`} />
        <Button type="submit">Go</Button>
      </span>
      <span id={`${id}-refusal`} role="status" className={styles['refusal']}>
        {refused && refusal}
      </span>
    </form>
  );
}
