import { type ComponentProps, useId, useState } from 'react';
import { Button } from './button.tsx';

/** AskForm asks for one text and is as at the start once that was taken; what is wrong with it is said in place. Further props, but the class, are those of its input. */
export function AskForm({
  label,
  button,
  kind = 'plain',
  note,
  className = 'group',
  onText,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  button: string;
  kind?: 'plain' | 'strong';
  /** What stands below as long as nothing is wrong. */
  note?: string;
  /** Takes the text, or returns why it cannot. */
  onText: (text: string) => string | undefined | Promise<string | undefined>;
}) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const found = await onText(String(new FormData(form).get('text')));
    setProblem(found);
    if (found === undefined) form.reset();
  };
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <label htmlFor={id} className="quiet">
        {label}
      </label>
      <span className="row">
        <input
          autoComplete="off"
          spellCheck={false}
          {...input}
          id={id}
          name="text"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onChange={() => setProblem(undefined)}
        />
        <Button type="submit" kind={kind}>
          {button}
        </Button>
      </span>
      <p id={`${id}-note`} role="status" className={problem === undefined ? 'quiet' : 'problem'}>
        {problem ?? note}
      </p>
    </form>
  );
}
