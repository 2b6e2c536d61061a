import { type ReactNode, useId, useState } from 'react';
import type { Attribute } from '../../core/model.ts';
import { Button } from '../../ui/button.tsx';
import {
  type Copy,
  type CopyChecks,
  type Edit,
  flipDigit,
  isSame,
  type Original,
  type Part,
  readHash,
  type Row,
  setRow,
  wholeNumber,
} from './lab-model.ts';
import styles from './lab.module.css';

/** EditorProps is what every editor of the lab is given. */
export interface EditorProps {
  readonly original: Original;
  /** The rows that the register sent, by id. */
  readonly sent: ReadonlyMap<string, Row>;
  readonly copy: Copy;
  readonly schema: readonly Attribute[];
  /** What the worker found of this very copy, as soon as it has. */
  readonly checks: CopyChecks | undefined;
  /** Makes a change. `typing` names the field that is typed in, `focus` where the focus goes once it is drawn, `said` what a screen reader says of it. */
  readonly onEdit: (edit: Edit, about?: { typing?: string; focus?: string; said?: string }) => void;
  /** Told when the focus goes: the typing has come to a rest. */
  readonly onRest: () => void;
}

// What is wrong with a field is said beside it. The verdict is the verifier's: it looks at the same field by itself.

/** hashProblem says why a text is no hash, or undefined if it is one. */
export function hashProblem(text: string): string | undefined {
  if (readHash(text) !== undefined) return undefined;
  const digits = text.replace(/^sha-256:/, '');
  if (digits === '') return 'Not a hash: it is empty.';
  if (readHash(text.toLowerCase()) !== undefined) return 'Not a hash: its digits must be in lower case.';
  if (!/^[0-9a-f]*$/.test(digits)) return 'Not a hash: its digits are 0 to 9 and a to f.';
  return `Not a hash: it has ${digits.length} digits, not 64.`;
}

/** numberProblem says why a text is no whole number of at least `least`, or undefined if it is one. */
export function numberProblem(text: string, least: number): string | undefined {
  return wholeNumber(text) >= least
    ? undefined
    : `Not a whole number from ${least} to 2^53-1, in digits alone.`;
}

/** textProblem says why a text cannot be hashed, or undefined if it can. */
export function textProblem(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? 'Half a character (a lone surrogate): UTF-8 cannot write it, so it has no hash.'
    : undefined;
}

interface Form {
  /** `hash` and `text` grow with what is in them; `line` is for a short text, `digits` for a number. */
  readonly kind: 'hash' | 'text' | 'line' | 'digits';
  readonly problem: (text: string) => string | undefined;
  /** Stands under a field as long as there is no problem. */
  readonly note?: string;
}

const FORMS: Record<Part, Form> = {
  item: { kind: 'text', problem: textProblem },
  line: { kind: 'line', problem: textProblem },
  number: {
    kind: 'digits',
    problem: (text) => numberProblem(text, 1),
    note: 'its place in the log, from 1',
  },
  'item-hash': { kind: 'hash', problem: hashProblem, note: 'the hash of the data' },
  proof: { kind: 'hash', problem: hashProblem },
  size: { kind: 'digits', problem: (text) => numberProblem(text, 0), note: 'how many entries the log has' },
  root: { kind: 'hash', problem: hashProblem, note: 'the fingerprint of the log' },
};

/** Field is one thing of the copy, with a mark if it differs from what was sent, what is wrong with it, and its buttons. */
export function Field({
  part,
  name,
  label,
  value,
  isChanged,
  note,
  tools,
  onText,
  onRest,
}: {
  /** Undefined for what cannot be typed over: its value says why. */
  part?: Part;
  /** The name of the field for a screen reader, and to the eye where `label` is not given. */
  name: string;
  /** What stands before the field; a field of a row that is named already has none. */
  label?: ReactNode;
  value: string;
  isChanged: boolean;
  note?: ReactNode;
  tools: ReactNode;
  onText?: (text: string) => void;
  onRest?: () => void;
}) {
  const id = useId();
  const form = part && FORMS[part];
  const kind = form?.kind;
  const problem = form?.problem(value);
  const below = problem ?? note ?? form?.note;
  const isText = kind === 'text' || kind === 'line';
  return (
    <div className={styles.field} data-labelled={label !== undefined || undefined}>
      <span className={styles.mark} data-changed={isChanged || undefined}>
        <span aria-hidden="true">{isChanged && 'Δ'}</span>
        {isChanged && <span className="visually-hidden">changed: </span>}
      </span>
      {label !== undefined && (
        <label className={styles.label} {...(kind && { htmlFor: id })}>
          {label}
        </label>
      )}
      <div className={styles.control}>
        {kind ? (
          // An input of one line would drop line feeds without a word.
          <textarea
            id={id}
            value={value}
            rows={isText ? Math.min(12, value.split('\n').length) : 1}
            className={styles[kind]}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            inputMode={kind === 'digits' ? 'numeric' : 'text'}
            aria-label={name}
            aria-invalid={problem !== undefined}
            aria-describedby={below === undefined ? undefined : `${id}-note`}
            data-changed={isChanged || undefined}
            onBlur={onRest}
            onChange={({ target: { value: text } }) => onText?.(isText ? text : text.replaceAll(/\s/g, ''))}
          />
        ) : (
          <span className={styles.none}>{value}</span>
        )}
        {below !== undefined && (
          <p
            id={`${id}-note`}
            className={styles.note}
            data-problem={problem !== undefined || undefined}
            role={problem === undefined ? undefined : 'status'}
          >
            {below}
          </p>
        )}
        <div className={styles.tools}>{tools}</div>
      </div>
    </div>
  );
}

/** RowField is a row whose value is a text. A hash has a button that flips a digit. */
export function RowField({
  sent,
  row,
  name = row.name,
  isMoved = false,
  tools,
  onEdit,
  ...shown
}: EditorProps & {
  row: Row;
  name?: string;
  label?: ReactNode;
  note?: ReactNode;
  isMoved?: boolean;
  tools?: ReactNode;
}) {
  const { part, id } = row;
  const text = String(row.value);
  const flipped = flipDigit(text);
  const onText = (value: string): void => onEdit(setRow({ ...row, value }), { typing: id });
  return (
    <Field
      {...shown}
      part={part}
      name={name}
      value={text}
      isChanged={isMoved || !isSame(sent.get(id)?.value, row.value)}
      onText={onText}
      tools={
        <>
          {FORMS[part].kind === 'hash' && (
            <Tool
              name={`Flip a digit of ${part === 'root' ? 'the root hash' : name}`}
              isIdle={flipped === text}
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

/** Tool is a small button beside a field. Where it can do nothing it stays, and keeps the focus. */
export function Tool({
  name,
  children,
  isIdle = false,
  focusId,
  onClick,
}: {
  /** What it does, in full: "Flip a digit of hash 2". */
  name: string;
  children: ReactNode;
  isIdle?: boolean;
  /** The name by which the focus can be sent here. */
  focusId?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-disabled={isIdle}
      data-focus={focusId}
      onClick={isIdle ? undefined : onClick}
    >
      {children}
    </button>
  );
}

/** AskForm asks for one text, says in place what is wrong with it, and is as at the start once it was taken. */
export function AskForm({
  label,
  button,
  start = '',
  note,
  problemOf,
  onText,
  ...input
}: {
  label: string;
  button: string;
  start?: string;
  note?: string;
  problemOf: (text: string) => string | undefined;
  onText: (text: string) => void;
  inputMode?: 'numeric';
  placeholder?: string;
}) {
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  return (
    <form
      className={styles.ask}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = problemOf(text);
        setProblem(found);
        if (found !== undefined) return;
        onText(text);
        setText(start);
      }}
    >
      <label htmlFor={id} className="quiet">
        {label}
      </label>
      <input
        {...input}
        id={id}
        value={text}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">{button}</Button>
      <p
        id={`${id}-note`}
        role="status"
        className={styles.note}
        data-problem={problem !== undefined || undefined}
      >
        {problem ?? note}
      </p>
    </form>
  );
}
