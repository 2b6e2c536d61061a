import { useId, type ReactNode } from 'react';
import type { CopyChoice, CopyDesk, CopyForm } from './copy-desk.ts';
import { formWords, offerWords, whatWords } from './copy-words.ts';
import styles from './take-copy.module.css';

/** Choices are what can be taken and how it can be written, with what the copy is worth. */
export function Choices({ desk, shown }: { desk: CopyDesk; shown: string | undefined }) {
  const { choice, choose, offer } = desk;
  const { form, what, filtered } = choice;
  const subset = desk.canFilter && shown !== undefined;
  const variant = offer?.variant ?? 'item';
  return (
    <>
      <fieldset className={styles['choices']}>
        <legend>What</legend>
        {subset && (
          <Radio
            group="what"
            checked={what === 'records' && filtered}
            onChoose={() => choose({ what: 'records', filtered: true })}
            name={shown}
          />
        )}
        <Radio
          group="what"
          checked={what === 'records' && !(filtered && subset)}
          onChoose={() => choose({ what: 'records', filtered: false })}
          name={whatWords('records', offer)}
        />
        <Radio
          group="what"
          checked={what === 'entries'}
          onChoose={() => choose({ what: 'entries' })}
          name={whatWords('entries', offer)}
        />
      </fieldset>
      <fieldset className={styles['choices']}>
        <legend>How it is written</legend>
        {FORMS.map((one) => {
          const problem = one === 'rsf' ? rsfProblem(choice, desk) : undefined;
          const { name, note } = formWords(one, what, variant);
          return (
            <Radio
              key={one}
              group="form"
              checked={form === one}
              disabled={problem !== undefined}
              onChoose={() => choose({ form: one })}
              name={name}
              note={problem ?? note}
            />
          );
        })}
      </fieldset>
      {offer !== undefined && <p className={styles['worth']}>{offerWords(what, offer)}</p>}
    </>
  );
}

const FORMS: readonly CopyForm[] = ['csv-safe', 'csv', 'json', 'rsf'];

function rsfProblem({ what }: CopyChoice, { offer }: CopyDesk): string | undefined {
  if (what === 'records') return 'Holds whole logs: choose the entries.';
  return offer?.rsfProblem === undefined ? undefined : `Not for this register. ${offer.rsfProblem}`;
}

function Radio({
  group,
  checked,
  disabled = false,
  onChoose,
  name,
  note,
}: {
  group: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  name: ReactNode;
  note?: string;
}) {
  const id = useId();
  return (
    <div className={styles['choice']} data-disabled={disabled || undefined}>
      <input
        type="radio"
        id={id}
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      <label htmlFor={id}>{name}</label>
      {note !== undefined && <p id={`${id}-note`}>{note}</p>}
    </div>
  );
}
