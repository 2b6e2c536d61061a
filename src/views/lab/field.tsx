import { useId, type ReactNode } from 'react';
import type { Attribute } from '../../core/model.ts';
import {
  type Copy,
  type CopyChecks,
  copyOf,
  type Edit,
  flipDigit,
  isSame,
  type Original,
  readHash,
  type Row,
  setRow,
  wholeNumber,
} from './lab-model.ts';
import styles from './lab.module.css';

/** Field is one thing of the copy, with a mark if it differs from what was sent, what is wrong with it, and its buttons. It can be typed over, but for what is not there. */
export function Field({
  name,
  label,
  value,
  kind,
  changed,
  problem,
  note,
  tools,
  onText,
  onRest,
}: {
  /** The name of the field for a screen reader, and to the eye where `label` is not given. */
  name: string;
  /** What stands before the field; a field of a row that is named already has none. */
  label?: ReactNode;
  value: string;
  /** `hash` and `text` grow with what is in them; `line` is for a short text, `digits` for a number; `none` has no field, and its value says why. */
  kind: 'hash' | 'text' | 'line' | 'digits' | 'none';
  changed: boolean;
  problem?: string | undefined;
  /** Stands under the field as long as there is no problem. */
  note?: ReactNode;
  tools?: ReactNode;
  onText?: (text: string) => void;
  onRest?: () => void;
}) {
  const id = useId();
  const below = problem ?? note;
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
    onChange: ({ target }: { target: { value: string } }) =>
      onText?.(kind === 'hash' ? target.value.replaceAll(/\s/g, '') : target.value),
  };
  return (
    <div className={styles['field']} data-labelled={label !== undefined || undefined}>
      <span className={styles['mark']} data-changed={changed || undefined}>
        {changed && (
          <>
            <span aria-hidden="true">Δ</span>
            <span className="visually-hidden">changed: </span>
          </>
        )}
      </span>
      {label !== undefined && (
        <label className={styles['label']} {...(kind !== 'none' && { htmlFor: id })}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        {/* A one-line input drops line feeds without a word; a text with one is shown in full. */}
        {kind === 'none' ? (
          <span className={styles['none']}>{value}</span>
        ) : kind === 'hash' || kind === 'text' || /[\n\r]/.test(value) ? (
          <textarea {...shared} rows={kind === 'hash' ? 1 : Math.min(12, value.split('\n').length)} />
        ) : (
          <input {...shared} {...(kind === 'digits' && { inputMode: 'numeric' })} />
        )}
        {below !== undefined && (
          <p
            id={`${id}-note`}
            className={problem === undefined ? styles['note'] : styles['problem']}
            role={problem === undefined ? undefined : 'status'}
          >
            {below}
          </p>
        )}
        {tools !== undefined && <div className={styles['tools']}>{tools}</div>}
      </div>
    </div>
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

/** EditorProps is what every editor of the lab is given. */
export interface EditorProps {
  readonly original: Original;
  readonly copy: Copy;
  readonly schema: readonly Attribute[];
  /** What the worker found of this very copy, as soon as it has. */
  readonly checks: CopyChecks | undefined;
  /** Makes a change. `typing` names the field that is typed in, `focus` where the focus goes once it is drawn, `said` what a screen reader says of it. */
  readonly onEdit: (
    edit: Edit,
    about?: { readonly typing?: string; readonly focus?: string; readonly said?: string },
  ) => void;
  /** Told when the focus goes: the typing has come to a rest. */
  readonly onRest: () => void;
}

/** NOTES stand under a field as long as there is no problem. */
const NOTES: Readonly<Record<string, string>> = {
  'entry-number': 'its place in the log, from 1',
  'log size': 'how many entries the log has',
  'root hash': 'the fingerprint of the log',
  'item hash': 'the hash of the item',
  'blob hash': 'the hash of the blob',
};

/** RowField is a row whose value is a text. A hash has a button that flips a digit. */
export function RowField({
  original,
  row,
  name = row.name,
  label,
  // A field of the data may have any name.
  note = row.part === 'item' ? undefined : NOTES[row.name],
  isChanged,
  tools,
  onEdit,
  onRest,
}: EditorProps & {
  row: Row;
  name?: string;
  label?: ReactNode;
  note?: ReactNode;
  /** Where it differs otherwise than in its value. */
  isChanged?: boolean;
  tools?: ReactNode;
}) {
  const text = typeof row.value === 'string' ? row.value : '';
  const isHash = row.part === 'item-hash' || row.part === 'proof' || row.part === 'root';
  const isNumber = (row.part !== 'item' && row.name === 'entry-number') || row.part === 'size';
  const flipped = flipDigit(text);
  const onText = (value: string): void => onEdit(setRow({ ...row, value }), { typing: row.id });
  const sent = copyOf(original).find(({ id }) => id === row.id);
  return (
    <Field
      kind={isHash ? 'hash' : isNumber ? 'digits' : row.part === 'item' ? 'text' : 'line'}
      name={name}
      label={label}
      value={text}
      changed={isChanged ?? !isSame(sent?.value, row.value)}
      problem={
        isHash
          ? hashProblem(text)
          : isNumber
            ? numberProblem(text, row.part === 'size' ? 0 : 1)
            : textProblem(text)
      }
      note={note}
      onText={onText}
      onRest={onRest}
      tools={
        <>
          {isHash && (
            <Tool
              name={`Flip a digit of ${row.part === 'root' ? 'the root hash' : name}`}
              idle={flipped === text}
              onClick={() => onText(flipped)}
            >
              Flip a digit
            </Tool>
          )}
          {tools}
        </>
      }
    />
  );
}
