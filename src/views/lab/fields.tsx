import { useId, type ReactNode } from 'react';
import type { CopyChecks, CopyHash, Edit, HashList, Original } from './copy.ts';
import { flipDigit, readHash, setHash, wholeNumber } from './copy.ts';
import styles from './lab.module.css';

/** EditorProps is what every editor of the lab is given. */
export interface EditorProps {
  readonly original: Original;
  /** What the worker found of this very copy, as soon as it has. */
  readonly checks: CopyChecks | undefined;
  readonly onEdit: OnEdit;
  /** Told when the focus goes: the typing has come to a rest. */
  readonly onRest: () => void;
}

/** OnEdit makes a change. `typing` names the field that is typed in, `focus` where the focus goes once it is drawn, `said` what a screen reader says of it. */
export type OnEdit = (
  edit: Edit,
  about?: { readonly typing?: string; readonly focus?: string; readonly said?: string },
) => void;

interface FieldProps {
  /** The name of the field for a screen reader, and to the eye where `label` is not given. */
  readonly name: string;
  /** What stands before the field; a field of a row that is named already has none. */
  readonly label?: ReactNode;
  readonly value: string;
  readonly changed: boolean;
  readonly problem?: string | undefined;
  /** Stands under the field as long as there is no problem. */
  readonly note?: ReactNode;
  /** `hash` and `text` grow with what is in them; `line` is for a short text, `digits` for a number. */
  readonly kind: 'hash' | 'text' | 'line' | 'digits';
  readonly onText: (text: string) => void;
  readonly onRest: () => void;
  /** Buttons that belong to the field: after it, or under it where there are many. */
  readonly tools?: ReactNode;
  readonly toolsUnder?: boolean;
}

/** Field is one thing of the copy that can be typed over, with a mark if it differs from what was sent, and what is wrong with it beneath. */
export function Field(props: FieldProps) {
  const {
    name,
    label,
    value,
    kind,
    changed,
    problem,
    note,
    tools,
    toolsUnder = false,
    onText,
    onRest,
  } = props;
  const id = useId();
  const below = problem ?? note;
  const buttons = tools && <div className={styles['tools']}>{tools}</div>;
  const shared = {
    id,
    value,
    className: styles[kind],
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    'aria-label': name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': below === undefined ? undefined : `${id}-note`,
    'data-changed': changed || undefined,
    onBlur: onRest,
  };
  return (
    <div className={styles['field']} data-labelled={label !== undefined || undefined}>
      <ChangedMark changed={changed} />
      {label !== undefined && (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        {/* A one-line input drops line feeds without a word; a text with one is shown in full. */}
        {kind === 'hash' || kind === 'text' || /[\n\r]/.test(value) ? (
          <textarea
            {...shared}
            rows={kind === 'hash' ? 1 : Math.min(12, value.split('\n').length)}
            onChange={({ target }) =>
              onText(kind === 'hash' ? target.value.replaceAll(/\s/g, '') : target.value)
            }
          />
        ) : (
          <input
            {...shared}
            {...(kind === 'digits' && { inputMode: 'numeric' })}
            onChange={({ target }) => onText(target.value)}
          />
        )}
        <div className={styles['under']}>
          {below !== undefined && (
            <p
              id={`${id}-note`}
              className={problem === undefined ? styles['note'] : styles['problem']}
              role={problem === undefined ? undefined : 'status'}
            >
              {below}
            </p>
          )}
          {toolsUnder && buttons}
        </div>
      </div>
      {!toolsUnder && buttons}
    </div>
  );
}

/** HashField is a hash of one of the two lists, with a button that flips a digit. */
export function HashField({
  list,
  hash,
  was,
  name,
  label,
  note,
  tools,
  onEdit,
  onRest,
}: Pick<EditorProps, 'onEdit' | 'onRest'> & {
  readonly list: HashList;
  readonly hash: CopyHash;
  /** What was sent in its place. */
  readonly was: string | undefined;
  readonly name: string;
  readonly label?: ReactNode;
  readonly note: ReactNode;
  readonly tools?: ReactNode;
}) {
  const onText = (text: string): void =>
    onEdit(setHash(list, hash.id, text), { typing: `${list} ${hash.id}` });
  return (
    <Field
      kind="hash"
      name={name}
      label={label}
      value={hash.text}
      changed={hash.text !== was}
      problem={hashProblem(hash.text)}
      note={note}
      onText={onText}
      onRest={onRest}
      toolsUnder={label === undefined}
      tools={
        <>
          <FlipTool name={name} text={hash.text} onFlip={onText} />
          {tools}
        </>
      }
    />
  );
}

/** FlipTool changes one digit of a hash. */
export function FlipTool({
  name,
  text,
  onFlip,
}: {
  name: string;
  text: string;
  onFlip: (text: string) => void;
}) {
  const flipped = flipDigit(text);
  return (
    <Tool name={`Flip a digit of ${name}`} idle={flipped === text} onClick={() => onFlip(flipped)}>
      Flip a digit
    </Tool>
  );
}

/** ChangedMark is the sign of what differs from the original; its place is kept where nothing does. */
export function ChangedMark({ changed }: { changed: boolean }) {
  return (
    <span className={styles['mark']} data-changed={changed || undefined}>
      {changed && (
        <>
          <span aria-hidden="true">Δ</span>
          <span className="visually-hidden">changed: </span>
        </>
      )}
    </span>
  );
}

/** Tool is a small button beside a field. Where it can do nothing it stays, and keeps the focus. */
export function Tool({
  name,
  children,
  idle = false,
  focusId,
  onClick,
}: {
  /** What it does, in full: "Flip a digit of hash 2". */
  name: string;
  children: ReactNode;
  idle?: boolean;
  /** The name by which the focus can be sent here. */
  focusId?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles['tool']}
      aria-label={name}
      aria-disabled={idle}
      data-focus={focusId}
      onClick={() => {
        if (!idle) onClick();
      }}
    >
      {children}
    </button>
  );
}

// What is wrong with a field is said beside it. The verdict is the verifier's: it looks at the same field by itself.

/** hashProblem says why a text is no hash, or undefined where it is one. */
export function hashProblem(text: string): string | undefined {
  if (readHash(text) !== undefined) return undefined;
  const digits = text.replace(/^sha-256:/, '');
  if (digits === '') return 'Not a hash: it is empty.';
  if (readHash(text.toLowerCase()) !== undefined) return 'Not a hash: its digits must be in lower case.';
  if (!/^[0-9a-f]*$/.test(digits)) return 'Not a hash: its digits are 0 to 9 and a to f.';
  return `Not a hash: it has ${digits.length} digits, not 64.`;
}

/** numberProblem says why a text is no whole number of at least `least`, or undefined where it is one. */
export function numberProblem(text: string, least: number): string | undefined {
  return wholeNumber(text) >= least
    ? undefined
    : `Not a whole number from ${least} to 2^53-1, in digits alone.`;
}

/** textProblem says why a text cannot be hashed, or undefined where it can. */
export function textProblem(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? 'Half a character (a lone surrogate): UTF-8 cannot write it, so it has no hash.'
    : undefined;
}
