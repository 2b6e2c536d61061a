import { use, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { keepMoment, MomentContext } from '../../ui/at.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatNumber } from '../../ui/format.ts';
import styles from './proofs.module.css';

type Two = readonly [number, number];

/** NumbersForm asks for two numbers from 1 to `max` and goes to the address they make. */
export function NumbersForm({
  title,
  explanation,
  fields,
  max,
  problem,
  toPath,
}: {
  title: string;
  explanation: string;
  fields: readonly { readonly label: string; readonly name: string; readonly value: string }[];
  max: number;
  problem: (numbers: Two) => string | undefined;
  toPath: (numbers: Two) => string;
}) {
  const navigate = useNavigate();
  const moment = use(MomentContext);
  const [wrong, setWrong] = useState<string>();
  const id = useId();
  return (
    <Card title={title}>
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const [first, second] = fields.map((field) => {
            const typed = String(form.get(field.name) ?? '').replaceAll(/[\s,]/g, '');
            return /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
          });
          const numbers: Two = [first ?? 0, second ?? 0];
          const outside = numbers.some((number) => number < 1 || number > max);
          const found = outside ? `Both are whole numbers from 1 to ${formatNumber(max)}.` : problem(numbers);
          setWrong(found);
          if (found === undefined) void navigate(keepMoment(toPath(numbers), moment));
        }}
      >
        <p className={styles['explanation']}>{explanation}</p>
        <div className={styles['fields']}>
          {fields.map((field) => (
            <label key={field.name} className={styles['field']}>
              <span>{field.label}</span>
              <input
                name={field.name}
                defaultValue={field.value}
                inputMode="numeric"
                autoComplete="off"
                aria-describedby={id}
                aria-invalid={wrong !== undefined}
              />
            </label>
          ))}
          <Button type="submit">Show</Button>
        </div>
        <p id={id} role="status" className={styles['wrong']}>
          {wrong}
        </p>
      </form>
    </Card>
  );
}
