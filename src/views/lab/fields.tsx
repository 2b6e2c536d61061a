import { type ReactNode, useId, useState } from 'react';
import type { Attribute, AttributeValue } from '../../core/model.ts';
import { AskForm } from '../../ui/ask-form.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { useMatches } from '../../ui/use-width.ts';
import {
  type Copy,
  type CopyChecks,
  dataField,
  flipDigit,
  isSame,
  type Original,
  type Part,
  readField,
  readHash,
  redacted,
  textOf,
  wholeNumber,
} from './lab-model.ts';
import { ValueInput, readValue } from '../shared/value-input.tsx';
import styles from './lab.module.css';

/** FieldsProps are the props of every field of the lab. */
interface FieldsProps {
  readonly original: Original;
  /** The register's original. */
  readonly sent: Copy;
  readonly copy: Copy;
  readonly schema: readonly Attribute[];
  /** The worker's result for this copy, once known. */
  readonly checks: CopyChecks | undefined;
  /** Sets or removes the value of a field; `typed` if it was typed there. */
  readonly onValue: (field: string, value: AttributeValue | undefined, typed?: boolean) => void;
  /** Called when the focus leaves: the typing has ended. */
  readonly onRest: () => void;
}

// The problem of a field is shown next to it. The verdict is the verifier's, which reads the same field independently.

/** hashProblem returns why a text is no hash, or undefined if it is one. */
export function hashProblem(text: string): string | undefined {
  if (readHash(text) !== undefined) return undefined;
  const digits = text.replace(/^sha-256:/, '');
  if (digits === '') return 'Not a hash: it is empty.';
  if (readHash(text.toLowerCase()) !== undefined) return 'Not a hash: its digits must be in lower case.';
  if (!/^[0-9a-f]*$/.test(digits)) return 'Not a hash: its digits are 0 to 9 and a to f.';
  return `Not a hash: it has ${digits.length} digits, not 64.`;
}

/** numberProblem returns why a text is no whole number of at least `least`, or undefined if it is one. */
export function numberProblem(text: string, least: number): string | undefined {
  return wholeNumber(text) >= least
    ? undefined
    : `Not a whole number from ${least} to 2^53-1, in digits alone.`;
}

/** textProblem returns why a text cannot be hashed, or undefined if it can. */
export function textProblem(text: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? 'Half a character (a lone surrogate): UTF-8 cannot write it, so it has no hash.'
    : undefined;
}

const hashesProblem = (text: string): string | undefined =>
  text === ''
    ? undefined
    : text
        .split('\n')
        .map((line) => (line === '' ? undefined : hashProblem(line)))
        .find((problem) => problem !== undefined);

interface Form {
  /** `hash` and `text` grow with their content; `line` is for a short text, `digits` for a number. */
  readonly kind: 'hash' | 'text' | 'line' | 'digits';
  readonly problem: (text: string) => string | undefined;
  readonly note?: string;
}

const FORMS: Record<Part, Form> = {
  data: { kind: 'text', problem: textProblem },
  key: { kind: 'line', problem: textProblem },
  'entry-timestamp': { kind: 'line', problem: textProblem },
  'entry-number': {
    kind: 'digits',
    problem: (text) => numberProblem(text, 1),
    note: 'its place in the log, from 1',
  },
  hashes: { kind: 'hash', problem: hashesProblem, note: 'the hash of the data' },
  proof: {
    kind: 'hash',
    problem: hashesProblem,
    note: 'one a line, from the leaf upwards; which side each combines from follows from the entry number and the log size',
  },
  'log-size': {
    kind: 'digits',
    problem: (text) => numberProblem(text, 0),
    note: 'how many entries the log has',
  },
  'root-hash': { kind: 'hash', problem: hashProblem, note: 'the fingerprint of the log' },
};

/** Fields changes everything of the copy: items, entry, proof and head. */
export function Fields(props: FieldsProps) {
  const { original } = props;
  const { variant, auditPath } = original;
  const fields = (...parts: readonly Part[]): ReactNode => (
    <div className="group">
      {parts.map((part) => (
        <Field
          key={part}
          {...props}
          field={part}
          name={
            part === 'hashes'
              ? `${variant} hash`
              : part === 'proof'
                ? 'hashes of the proof'
                : part.replace(/-(?=size|hash)/, ' ')
          }
        />
      ))}
    </div>
  );
  return (
    <>
      {original.items.map((_, item) => (
        <ItemCard key={item} {...props} item={item} />
      ))}
      <Sheet title="Entry" note="one line of the log, from which its leaf is made">
        {fields('entry-number', 'key', 'entry-timestamp', 'hashes')}
      </Sheet>
      <Sheet
        title="Proof"
        note={auditPath.length === 0 ? 'none: the one leaf hash is the root hash' : 'the hashes sent with it'}
      >
        {fields('proof')}
      </Sheet>
      <Sheet title="Root hash" note="what the copy says of the whole log">
        {fields('log-size', 'root-hash')}
      </Sheet>
    </>
  );
}

/** Sheet is a group of fields that can be folded, as it is on a narrow page at first. */
function Sheet({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <details className="sheet fold" open={useMatches('(width >= 940px)')}>
      <summary>
        <h2>{title}</h2> <span className="faint">{note}</span>
      </summary>
      {children}
    </details>
  );
}

/** ItemCard changes one item (one blob): its values, and which attributes it has. */
function ItemCard(props: FieldsProps & { item: number }) {
  const { original, sent, copy, item, schema, onValue } = props;
  const [added, setAdded] = useState<string>();
  const data = [...sent.keys(), ...copy.keys()].map(readField);
  const own = data.flatMap((field) => (field.part === 'data' && field.item === item ? field.name : []));
  const names = [...new Set([...schema.map(({ id }) => id), ...own.sort()])];
  const isChanged = (name: string) =>
    !isSame(sent.get(dataField(item, name)), copy.get(dataField(item, name)));
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes', { stays: isChanged });
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  return (
    <Sheet title={original.items.length > 1 ? `${noun} ${item + 1}` : noun} note="the data of the entry">
      <div className="group">
        {shown.map((name) => (
          <Field key={name} {...props} field={dataField(item, name)} name={name} isNew={name === added} />
        ))}
        {more}
      </div>
      <AskForm
        label="Another attribute"
        button="Add"
        placeholder="name"
        onText={(name) => {
          if (name === '') return 'Enter a name.';
          if (copy.has(dataField(item, name))) return 'The data already has an attribute of this name.';
          const problem = textProblem(name);
          if (problem !== undefined) return problem;
          setAdded(name);
          onValue(dataField(item, name), '');
          return undefined;
        }}
      />
    </Sheet>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** Field is one value of the copy, with a mark if it differs from the original, its problem, and its buttons; each member of a list is on its own line. */
function Field({
  original,
  sent,
  copy,
  checks,
  field,
  name,
  isNew = false,
  onValue,
  onRest,
}: FieldsProps & { field: string; name: string; isNew?: boolean }) {
  const id = useId();
  const [was, value] = [sent.get(field), copy.get(field)];
  const { part } = readField(field);
  const { kind, problem: problemOf, note } = FORMS[part];
  const text = textOf(copy, field);
  const isChanged = !isSame(was, value);
  const isThere = value !== undefined && value !== null;
  const isList = Array.isArray(value);
  const problem = isThere ? problemOf(text) : undefined;
  const below = problem ?? note ?? (isList ? 'a list: one member a line' : undefined);
  const clean = (typed: string): string =>
    kind === 'hash' || kind === 'digits' ? typed.replaceAll(/\s/g, '') : typed;
  const flipped = flipDigit(text);
  const hidden = original.variant === 'blob' && isThere && checks ? redacted(field, checks) : undefined;
  return (
    <div className={styles.field}>
      <span className={styles.mark} data-changed={isChanged || undefined}>
        <span aria-hidden="true">{isChanged && 'Δ'}</span>
        {isChanged && <span className="visually-hidden">changed: </span>}
      </span>
      <label className={styles.label} htmlFor={isThere ? id : undefined}>
        <Literal text={name} />
      </label>
      <div className={styles.control}>
        {isThere ? (
          <ValueInput
            id={id}
            ref={isNew ? focus : undefined}
            value={value}
            rows={kind === 'digits' ? 1 : Math.min(12, text.split('\n').length)}
            className={styles[kind]}
            inputMode={kind === 'digits' ? 'numeric' : 'text'}
            aria-label={name}
            aria-invalid={problem !== undefined}
            aria-describedby={below === undefined ? undefined : `${id}-note`}
            data-changed={isChanged || undefined}
            onBlur={onRest}
            onValue={(next) => onValue(field, typeof next === 'string' ? clean(next) : next.map(clean), true)}
          />
        ) : (
          <span className={styles.none}>
            {value === null ? 'null' : was === undefined ? 'not set' : 'removed'}
          </span>
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
        <div className={styles.tools}>
          {kind === 'hash' && (
            <Tool
              name={`Flip a digit of ${part === 'root-hash' ? 'the ' : ''}${name}`}
              isIdle={flipped === text}
              onClick={() => onValue(field, readValue(flipped, value ?? ''))}
            >
              Flip a digit
            </Tool>
          )}
          {/* One button, which keeps the focus. */}
          {part === 'data' && (
            <Tool
              name={`${isThere ? 'Remove' : was === undefined || was === null ? 'Set' : 'Put back'} ${name}`}
              onClick={() => onValue(field, isThere ? undefined : (was ?? ''))}
            >
              {isThere ? 'Remove' : was === undefined || was === null ? 'Set' : 'Put back'}
            </Tool>
          )}
          {part === 'data' && isThere && original.variant === 'blob' && (
            <Tool
              name={`Redact ${name}`}
              isIdle={hidden === undefined}
              onClick={() => onValue(field, hidden)}
            >
              Redact
            </Tool>
          )}
        </div>
      </div>
    </div>
  );
}

/** Tool is a small button next to a field. Without effect it stays, and keeps the focus. */
function Tool({
  name,
  children,
  isIdle = false,
  onClick,
}: {
  name: string;
  children: ReactNode;
  isIdle?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={name}
      aria-disabled={isIdle}
      onClick={isIdle ? undefined : onClick}
    >
      {children}
    </button>
  );
}
