import { useState, type KeyboardEvent } from 'react';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { rangeText } from '../../ui/proof/inclusion-check.ts';
import { outOfOrder } from './changes.ts';
import {
  copyOf,
  doubleHash,
  moveHash,
  removeHash,
  setField,
  type Copy,
  type CopyField,
  type CopyHash,
} from './copy.ts';
import {
  type EditorProps,
  Field,
  FlipTool,
  HashField,
  hashProblem,
  numberProblem,
  textProblem,
  Tool,
} from './fields.tsx';
import styles from './lab.module.css';

interface Props extends EditorProps {
  readonly copy: Copy;
}

/** EntryEditor changes the entry: number, key, timestamp, and the hashes of its data. */
export function EntryEditor(props: Props) {
  const { copy, original } = props;
  const noun = original.variant;
  return (
    <Card title="Entry" note="one line of the log, from which its leaf is made">
      <div className={styles['rows']}>
        <PlainField {...props} field="entryNumber" label="entry-number" />
        <PlainField {...props} field="key" label="key" />
        <PlainField {...props} field="timestamp" label="entry-timestamp" />
        {copy.itemHashes.map((hash, index) => (
          <HashField
            key={hash.id}
            {...props}
            list="itemHashes"
            hash={hash}
            was={original.entry.itemHashes[index]}
            name={`${noun} hash${copy.itemHashes.length > 1 ? ` ${index + 1}` : ''}`}
            label={`${noun}-hash`}
            note={`the hash of the ${noun}`}
          />
        ))}
      </div>
    </Card>
  );
}

/** HeadEditor changes what the copy claims of the whole log: its size and its root hash. */
export function HeadEditor(props: Props) {
  return (
    <Card title="Root hash" note="what the copy says of the whole log">
      <div className={styles['rows']}>
        <PlainField {...props} field="logSize" label="log size" />
        <PlainField {...props} field="rootHash" label="root hash" />
      </div>
    </Card>
  );
}

function PlainField({
  original,
  copy,
  field,
  label,
  onEdit,
  onRest,
}: Props & { readonly field: CopyField; readonly label: string }) {
  const text = copy[field];
  const onText = (next: string): void => onEdit(setField(field, next), { typing: field });
  const kinds = {
    entryNumber: { kind: 'digits', problem: numberProblem(text, 1), note: 'its place in the log, from 1' },
    logSize: { kind: 'digits', problem: numberProblem(text, 0), note: 'how many entries the log has' },
    key: { kind: 'line', problem: textProblem(text) },
    timestamp: { kind: 'line', problem: textProblem(text) },
    rootHash: { kind: 'hash', problem: hashProblem(text), note: 'the fingerprint of the log' },
  } as const;
  return (
    <Field
      {...kinds[field]}
      name={label}
      label={label}
      value={text}
      changed={text !== copyOf(original)[field]}
      onText={onText}
      onRest={onRest}
      tools={field === 'rootHash' && <FlipTool name="the root hash" text={text} onFlip={onText} />}
    />
  );
}

/** ProofEditor changes the hashes of the entry proof: each by itself, their order, and how many there are; folded at first on a phone. */
export function ProofEditor(props: Props) {
  const { copy, original } = props;
  const [unfolded] = useState(() => matchMedia('(width >= 600px)').matches);
  const moved = outOfOrder(copy.auditPath, original.auditPath.length);
  return (
    <Card title="Hashes of the proof">
      <details className={styles['fold']} open={unfolded}>
        <summary>{countOf(copy.auditPath.length, 'hash', 'hashes')}, from the leaf upwards</summary>
        {copy.auditPath.length === 0 ? (
          <p className={styles['quiet']}>
            {original.auditPath.length === 0
              ? 'The log has one entry, whose leaf hash is the root hash: its proof has no hash.'
              : 'No hash is left.'}
          </p>
        ) : (
          <ol className={styles['path']}>
            {copy.auditPath.map((hash, index) => (
              <PathRow key={hash.id} {...props} hash={hash} index={index} moved={moved.has(hash.id)} />
            ))}
          </ol>
        )}
        <p className={styles['quiet']}>
          The side from which a hash joins follows from the entry number and the log size, so it cannot be
          changed. Alt with ↑ or ↓ moves the hash that has the focus.
        </p>
      </details>
    </Card>
  );
}

function PathRow(
  props: Props & { readonly hash: CopyHash; readonly index: number; readonly moved: boolean },
) {
  const { original, copy, hash, index, moved, onEdit, onRest } = props;
  const { id } = hash;
  const place = index + 1;
  const count = copy.auditPath.length;
  const move = (by: -1 | 1, focus: string): void => {
    if (copy.auditPath[index + by] === undefined) return;
    onEdit(moveHash(id, by), { focus, said: `Hash ${place} is now in place ${place + by} of ${count}.` });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1, `hash ${id}`);
  };
  const remove = (): void => {
    const next = copy.auditPath[index + 1] ?? copy.auditPath[index - 1];
    const focus = next === undefined ? 'undo' : `remove ${next.id}`;
    onEdit(removeHash(id), { focus, said: `Hash ${place} was removed, ${count - 1} left.` });
  };
  const double = (): void =>
    onEdit(doubleHash(id), { said: `Hash ${place} was doubled, ${count + 1} in all.` });
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li onKeyDown={onKeyDown} data-focus={`hash ${id}`}>
      <span className={styles['place']} aria-hidden="true">
        {place}
      </span>
      <HashField
        list="auditPath"
        hash={hash}
        was={moved ? undefined : original.auditPath[id - 1]}
        name={`hash ${place} of the proof`}
        note={pathNote(props)}
        onEdit={onEdit}
        onRest={onRest}
        tools={
          <>
            <Tool
              name={`Move hash ${place} up`}
              idle={index === 0}
              focusId={`up ${id}`}
              onClick={() => move(-1, `up ${id}`)}
            >
              ↑
            </Tool>
            <Tool
              name={`Move hash ${place} down`}
              idle={place === count}
              focusId={`down ${id}`}
              onClick={() => move(1, `down ${id}`)}
            >
              ↓
            </Tool>
            <Tool name={`Double hash ${place}`} onClick={double}>
              Double
            </Tool>
            <Tool name={`Remove hash ${place}`} focusId={`remove ${id}`} onClick={remove}>
              Remove
            </Tool>
          </>
        }
      />
    </li>
  );
}

/** pathNote says where a hash joins, as the worker found, and how it came to stand here. */
function pathNote({ original, checks, hash, index, moved }: Parameters<typeof PathRow>[0]): string {
  const step = checks?.entry.steps[index];
  const joins =
    step === undefined
      ? 'not used: the proof could not be followed'
      : `joins from the ${step.side}, for ${rangeText(step.sentCovers)}`;
  if (hash.id > original.auditPath.length) return `added · ${joins}`;
  return moved ? `sent in place ${hash.id} · ${joins}` : joins;
}
