import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { copyOf, type Copy, type CopyField, type CopyHash } from './copy.ts';
import { flipDigit, type HashList } from './edits.ts';
import { Field, Tool } from './field.tsx';
import type { EditorProps } from './item-editor.tsx';
import { hashProblem, numberProblem, textProblem } from './problems.ts';
import styles from './editors.module.css';

interface Props extends EditorProps {
  readonly copy: Copy;
}

/** EntryEditor changes the entry: number, key, timestamp, and the hashes by which it names its data. */
export function EntryEditor(props: Props) {
  const { copy, original } = props;
  return (
    <Card title="Entry" note="one line of the log; its leaf is made of these">
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
            name={`${original.variant} hash${copy.itemHashes.length > 1 ? ` ${index + 1}` : ''}`}
            label={`${original.variant}-hash`}
            note={`names the ${original.variant} by its hash`}
          />
        ))}
      </div>
    </Card>
  );
}

/** HeadEditor changes what the copy claims of the whole log: its size and its root. */
export function HeadEditor(props: Props) {
  return (
    <Card title="Root" note="what the copy says of the whole log">
      <div className={styles['rows']}>
        <PlainField {...props} field="logSize" label="log size" />
        <PlainField {...props} field="rootHash" label="root" />
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
  const edit = (next: string): void => onEdit({ kind: 'field', field, text: next });
  const kinds = {
    entryNumber: { kind: 'digits', problem: numberProblem(text, 1), note: 'its place in the log, from 1' },
    logSize: { kind: 'digits', problem: numberProblem(text, 0), note: 'how many entries the log has' },
    key: { kind: 'line', problem: textProblem(text) },
    timestamp: { kind: 'line', problem: textProblem(text) },
    rootHash: { kind: 'hash', problem: hashProblem(text), note: 'the hash over all of them' },
  } as const;
  return (
    <Field
      {...kinds[field]}
      name={label}
      label={label}
      value={text}
      changed={text !== copyOf(original)[field]}
      onText={edit}
      onRest={onRest}
      tools={field === 'rootHash' ? <FlipTool name="the root" text={text} onFlip={edit} /> : undefined}
    />
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
  const edit = (text: string): void => onEdit({ kind: 'hash', list, id: hash.id, text });
  return (
    <Field
      kind="hash"
      name={name}
      label={label}
      value={hash.text}
      changed={hash.text !== was}
      problem={hashProblem(hash.text)}
      note={note}
      onText={edit}
      onRest={onRest}
      toolsUnder={label === undefined}
      tools={
        <>
          <FlipTool name={name} text={hash.text} onFlip={edit} />
          {tools}
        </>
      }
    />
  );
}

function FlipTool({ name, text, onFlip }: { name: string; text: string; onFlip: (text: string) => void }) {
  const flipped = flipDigit(text);
  return (
    <Tool name={`Flip a digit of ${name}`} idle={flipped === text} onClick={() => onFlip(flipped)}>
      Flip a digit
    </Tool>
  );
}
