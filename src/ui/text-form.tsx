import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { ChooseFile } from './drop-file.tsx';
import styles from './text-form.module.css';

/** Problem is why a text was refused; undefined if it was accepted. */
type Problem = string | undefined;

/**
 * TextForm asks for one text, is reset once it is accepted, and shows its problem in place. With `rows` the
 * text may have many lines, and stays. Further props, except the class, are those of its field.
 */
export function TextForm({
  label,
  button,
  kind = 'plain',
  note,
  className = 'group',
  rows,
  file,
  onText,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  /** The button's label; without one Enter submits. */
  button?: string;
  kind?: 'plain' | 'strong';
  /** Shown below while there is no problem. */
  note?: string;
  rows?: number;
  /** The text may also be that of a file; or files go to `onFiles`. */
  file?: {
    readonly label: string;
    readonly accept: string;
    readonly onFiles?: (files: readonly File[]) => void;
  };
  /** Accepts the text, or returns why not. */
  onText: (text: string) => Problem | Promise<Problem>;
}) {
  const id = useId();
  const [problem, setProblem] = useState<Problem>();
  const take = async (text: string): Promise<boolean> => {
    const found = await onText(text);
    setProblem(found);
    return found === undefined;
  };
  const field = { ...input, ...fieldProps(id, problem), id, onChange: () => setProblem(undefined) };
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void take(textsIn(form)[0]).then((isAccepted) => isAccepted && rows === undefined && form.reset());
      }}
    >
      <label htmlFor={id} className="quiet">
        {label}
      </label>
      {rows !== undefined && <textarea {...(field as ComponentProps<'textarea'>)} rows={rows} />}
      <span className="row">
        {rows === undefined && <input {...field} />}
        {button && (
          <Button type="submit" kind={kind}>
            {button}
          </Button>
        )}
        {file && (
          <ChooseFile
            {...file}
            multiple={file.onFiles !== undefined}
            onFiles={async (files) =>
              file.onFiles ? file.onFiles(files) : void (files[0] && (await take(await files[0].text())))
            }
          >
            Choose a file
          </ChooseFile>
        )}
      </span>
      <Below id={id} problem={problem}>
        {note}
      </Below>
    </form>
  );
}

/**
 * TextPairForm asks for two texts beside each other, to begin from `start`; what is wrong
 * with them is said in place.
 */
export function TextPairForm({
  labels,
  start,
  button,
  onTexts,
  ...input
}: ComponentProps<'input'> & {
  labels: readonly [string, string];
  start: readonly [string | number, string | number];
  button: string;
  /** Accepts the texts, or returns why not. */
  onTexts: (first: string, second: string) => Problem;
}) {
  const id = useId();
  const [problem, setProblem] = useState<Problem>();
  return (
    <form
      className="group"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(onTexts(...textsIn(event.currentTarget)));
      }}
    >
      <div className={styles.pair}>
        {labels.map((label, index) => (
          <label key={label} className="quiet">
            {label}
            <input {...input} {...fieldProps(id, problem)} defaultValue={start[index]} />
          </label>
        ))}
        <Button type="submit">{button}</Button>
      </div>
      <Below id={id} problem={problem} />
    </form>
  );
}

function fieldProps(id: string, problem: Problem) {
  return {
    name: 'text',
    autoComplete: 'off',
    spellCheck: false,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${id}-note`,
  };
}

function textsIn(form: HTMLFormElement): [string, string] {
  const [first, second] = new FormData(form).getAll('text');
  return [String(first), String(second)];
}

function Below({ id, problem, children }: { id: string; problem: Problem; children?: ReactNode }) {
  return (
    <p
      id={`${id}-note`}
      className={problem === undefined ? 'quiet' : 'problem'}
      data-announce={problem === undefined ? undefined : ''}
    >
      {problem ?? children}
    </p>
  );
}
