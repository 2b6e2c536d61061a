import { type ReactNode, useId, useState } from 'react';
import type { Attribute, AttributeValue } from '../../core/model.ts';
import { TextForm } from '../../ui/text-form.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { useMatches } from '../../ui/use-width.ts';
import { ValueInput, readValue } from '../shared/value-input.tsx';
import {
  type Copy,
  type CopyChecks,
  dataField,
  flipDigit,
  isChanged,
  KINDS,
  type Original,
  type Part,
  readField,
  readHash,
  redacted,
  textOf,
  wholeNumber,
} from './lab-model.ts';
import styles from './lab.module.css';

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
}

/**
 * problemOf returns why a text cannot be read as that of its field, or undefined if it can. The verdict is
 * the verifier's, which reads the field independently.
 */
export function problemOf(part: Part, text: string): string | undefined {
  const kind = KINDS[part];
  if (kind === 'hash')
    return text.split('\n').every((line) => line === '' || readHash(line) !== undefined)
      ? undefined
      : 'Not a hash: a hash has 64 digits, 0 to 9 and a to f.';
  if (kind === 'digits')
    return Number.isNaN(wholeNumber(text))
      ? 'Not a whole number from 0 to 2^53-1, in digits alone.'
      : undefined;
  return !/\p{Surrogate}/u.test(text)
    ? undefined
    : 'Half a character (a lone surrogate): UTF-8 cannot write it, so it has no hash.';
}

/** SHEETS are the parts of the copy besides its data, each with what it is. */
const SHEETS: readonly (readonly [title: string, note: string, ...parts: Part[]])[] = [
  [
    'Entry',
    'one line of the log, from which its leaf is made',
    'entry-number',
    'key',
    'entry-timestamp',
    'hashes',
  ],
  ['Proof', 'the hashes sent with it, one a line, from the leaf upwards', 'proof'],
  ['Root hash', 'what the copy says of the whole log', 'log-size', 'root-hash'],
];

/** Fields changes everything of the copy: items, entry, proof and head. */
export function Fields(props: FieldsProps) {
  return (
    <>
      {props.original.items.map((_, item) => (
        <ItemCard key={item} {...props} item={item} />
      ))}
      {SHEETS.map(([title, note, ...parts]) => (
        <Sheet key={title} title={title} note={note}>
          {parts.map((part) => (
            <Field key={part} {...props} field={part} />
          ))}
        </Sheet>
      ))}
    </>
  );
}

/** Sheet is a group of fields that can be folded, as it is on a narrow page at first. */
function Sheet({
  title,
  note,
  children,
  foot,
}: {
  title: string;
  note: string;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <details className="sheet fold" open={useMatches('(width >= 940px)')}>
      <summary>
        <h2>{title}</h2> <span className="faint">{note}</span>
      </summary>
      <div className="group">{children}</div>
      {foot}
    </details>
  );
}

/** ItemCard changes one item (one blob): its values, and which attributes it has. */
function ItemCard(props: FieldsProps & { item: number }) {
  const { original, sent, copy, item, schema, onValue } = props;
  const [added, setAdded] = useState<string>();
  const own = [...sent.keys(), ...copy.keys()].filter((field) => field.startsWith(dataField(item, '')));
  const all = new Set([...schema.map(({ id }) => dataField(item, id)), ...own.sort()]);
  const { shown, more } = useBatch([...all], ATTRIBUTES, 'attributes', {
    stays: (field) => isChanged(field, sent, copy),
  });
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const addAttribute = (
    <TextForm
      label="Another attribute"
      button="Add"
      placeholder="name"
      onText={(name) => {
        if (name === '') return 'Enter a name.';
        const field = dataField(item, name);
        if (copy.has(field)) return 'The data already has an attribute of this name.';
        setAdded(field);
        onValue(field, '');
        return undefined;
      }}
    />
  );
  return (
    <Sheet
      title={original.items.length > 1 ? `${noun} ${item + 1}` : noun}
      note="the data of the entry"
      foot={addAttribute}
    >
      {shown.map((field) => (
        <Field key={field} {...props} field={field} isNew={field === added} />
      ))}
      {more}
    </Sheet>
  );
}

const focus = (element: HTMLElement | null): void => element?.focus();

/**
 * Field is one value of the copy, with the original if that differs, its problem, and its buttons; each
 * member of a list is on its own line.
 */
function Field({
  original: { variant },
  sent,
  copy,
  checks,
  field,
  isNew = false,
  onValue,
}: FieldsProps & { field: string; isNew?: boolean }) {
  const id = useId();
  const [was, value] = [sent.get(field), copy.get(field)];
  const { part, name: own } = readField(field);
  const names: Partial<Record<Part, string>> = {
    hashes: `${variant} hash`,
    proof: 'hashes of the proof',
    'log-size': 'log size',
    'root-hash': 'root hash',
  };
  const name = names[part] ?? own;
  const kind = KINDS[part];
  const text = textOf(copy, field);
  const isOther = isChanged(field, sent, copy);
  const isThere = value !== undefined && value !== null;
  const problem = isThere ? problemOf(part, text) : undefined;
  const before = was === undefined || was === null ? 'not set' : textOf(sent, field) || 'empty';
  const isList = part === 'data' && Array.isArray(value);
  const below = problem ?? (isOther ? `was ${before}` : isList ? 'one value per line' : undefined);
  const clean = (typed: string): string =>
    kind === 'hash' || kind === 'digits' ? typed.replaceAll(/\s/g, '') : typed;
  const mayRedact = part === 'data' && isThere && variant === 'blob';
  const hidden = mayRedact && checks ? redacted(field, checks) : undefined;
  return (
    <div className={styles.field}>
      <span className={styles.mark} data-changed={isOther || undefined} aria-hidden="true">
        {isOther && 'Δ'}
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
            rows={Math.min(12, text.split('\n').length)}
            className={styles[kind]}
            inputMode={kind === 'digits' ? 'numeric' : 'text'}
            aria-label={name}
            aria-invalid={problem !== undefined}
            aria-describedby={below && `${id}-note`}
            data-changed={isOther || undefined}
            onValue={(next) => onValue(field, typeof next === 'string' ? clean(next) : next.map(clean), true)}
          />
        ) : (
          <span className={styles.none}>{value === null ? 'null' : 'not set'}</span>
        )}
        {below && (
          <p
            id={`${id}-note`}
            className={styles.note}
            data-problem={problem && ''}
            role={problem && 'status'}
          >
            <Literal text={below} most={200} />
          </p>
        )}
        <div className={styles.tools}>
          {kind === 'hash' && (
            <Tool
              label="Flip a digit"
              of={` of ${name}`}
              isIdle={flipDigit(text) === text}
              onClick={() => onValue(field, readValue(flipDigit(text), value ?? ''))}
            />
          )}
          {/* One button, which keeps the focus. */}
          {part === 'data' && (
            <Tool
              label={isThere ? 'Remove' : 'Set'}
              of={` ${name}`}
              onClick={() => onValue(field, isThere ? undefined : (was ?? ''))}
            />
          )}
          {mayRedact && (
            <Tool
              label="Redact"
              of={` ${name}`}
              isIdle={hidden === undefined}
              onClick={() => onValue(field, hidden)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** Tool is a small button; `of` completes its name. Without effect it stays, and keeps the focus. */
export function Tool({
  label,
  of = '',
  isIdle = false,
  onClick,
}: {
  label: string;
  of?: string;
  isIdle?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label + of}
      aria-disabled={isIdle}
      onClick={isIdle ? undefined : onClick}
    >
      {label}
    </button>
  );
}
