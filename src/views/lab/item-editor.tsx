import { useId, useState } from 'react';
import type { Attribute, AttributeValue, Item } from '../../core/model.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { redact, sameValue, setValue } from './copy.ts';
import { ChangedMark, type EditorProps, Field, textProblem, Tool } from './fields.tsx';
import styles from './lab.module.css';

interface ItemEditorProps extends EditorProps {
  /** The item of the copy, and its place, counted from 0. */
  readonly item: Item;
  readonly index: number;
  readonly schema: readonly Attribute[];
}

/** ItemEditor changes one item (one blob): its values, the members of its lists, and which attributes it has. */
export function ItemEditor(props: ItemEditorProps) {
  const { original, index, item, schema, onEdit } = props;
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const was = original.items[index] ?? new Map<string, AttributeValue>();
  const names = new Set([...schema.map(({ id }) => id), ...[...was.keys(), ...item.keys()].sort()]);
  const { shown, more } = useBatch([...names], ATTRIBUTES, 'attributes', {
    stays: (name) => !sameValue(was.get(name), item.get(name)),
  });
  return (
    <Card title={original.items.length > 1 ? `${noun} ${index + 1}` : noun} note="the data of the entry">
      <div className={styles['rows']}>
        {shown.map((name) => (
          <AttributeRow key={name} {...props} name={name} was={was.get(name)} value={item.get(name)} />
        ))}
        {more}
      </div>
      <AddAttribute
        existing={item}
        onAdd={(name) => onEdit(setValue(index, name, ''), { focus: focusName(index, name) })}
      />
    </Card>
  );
}

function focusName(index: number, name: string): string {
  return `value ${index} ${name}`;
}

interface RowProps extends ItemEditorProps {
  readonly name: string;
  readonly was: AttributeValue | undefined;
  readonly value: AttributeValue | undefined;
}

function AttributeRow(props: RowProps) {
  const { original, checks, index, name, was, value, onEdit, onRest } = props;
  const focus = focusName(index, name);
  const set = (next: AttributeValue | undefined, typing?: string): void =>
    onEdit(setValue(index, name, next), typing === undefined ? { focus } : { typing });
  if (value === undefined || value === null) {
    const before = was === undefined || was === null ? undefined : was;
    const verb = before === undefined ? 'Set' : 'Put back';
    return (
      <div className={styles['bare']}>
        <ChangedMark changed={!sameValue(was, value)} />
        <span className={styles['label']}>{name}</span>
        <span className={styles['unset']}>
          {value === null ? 'null' : was === undefined ? 'not set' : 'removed'}
        </span>
        <span className={styles['tools']}>
          <Tool name={`${verb} ${name}`} focusId={focus} onClick={() => set(before ?? '')}>
            {verb}
          </Tool>
        </span>
      </div>
    );
  }
  const redaction = checks && redact(index, name, checks);
  const tools = (
    <>
      {original.variant === 'blob' && (
        <Tool
          name={`Redact ${name}`}
          idle={redaction === undefined}
          onClick={() => redaction && onEdit(redaction)}
        >
          Redact
        </Tool>
      )}
      <Tool name={`Remove ${name}`} onClick={() => set(undefined)}>
        Remove
      </Tool>
    </>
  );
  if (typeof value !== 'string')
    return (
      <ListRow name={name} focus={focus} was={was} value={value} set={set} onRest={onRest} tools={tools} />
    );
  return (
    <div data-focus={focus}>
      <Field
        kind="text"
        name={name}
        label={<Literal text={name} />}
        value={value}
        changed={!sameValue(was, value)}
        problem={textProblem(value)}
        onText={(text) => set(text, focus)}
        onRest={onRest}
        tools={tools}
      />
    </div>
  );
}

/** FIELDS is how many members of a list get a field at once. */
const FIELDS = 50;

function ListRow({
  name,
  focus,
  was,
  value,
  set,
  onRest,
  tools,
}: {
  name: string;
  focus: string;
  was: AttributeValue | undefined;
  value: readonly string[];
  /** Typing is named where a member is typed in. */
  set: (value: readonly string[], typing?: string) => void;
  onRest: () => void;
  tools: React.ReactNode;
}) {
  const old: readonly (string | undefined)[] = Array.isArray(was) ? was : [];
  const members = value.map((member, at) => ({ member, at, changed: old[at] !== member }));
  const { shown, more } = useBatch(members, FIELDS, 'members', { stays: ({ changed }) => changed });
  return (
    <div className={styles['list']} role="group" aria-label={name} data-focus={focus}>
      <div className={styles['bare']}>
        <ChangedMark changed={!sameValue(was, value)} />
        <span className={styles['label']}>{name}</span>
        <span className={styles['unset']}>{value.length === 0 ? 'an empty list' : ''}</span>
        <span className={styles['tools']}>
          <Tool name={`Add a member to ${name}`} onClick={() => set([...value, ''])}>
            Add member
          </Tool>
          {tools}
        </span>
      </div>
      {shown.map(({ member, at, changed }) => (
        <Field
          key={at}
          kind="text"
          name={`${name}, member ${at + 1}`}
          value={member}
          changed={changed}
          problem={textProblem(member)}
          onText={(text) => set(value.with(at, text), `${focus} ${at}`)}
          onRest={onRest}
          tools={
            <Tool name={`Remove member ${at + 1} of ${name}`} onClick={() => set(value.toSpliced(at, 1))}>
              Remove
            </Tool>
          }
        />
      ))}
      {more}
    </div>
  );
}

/** AddAttribute gives an item an attribute of any name that it has not yet. */
function AddAttribute({ existing, onAdd }: { existing: Item; onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const id = useId();
  return (
    <form
      className={styles['add']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found =
          name === ''
            ? 'Enter a name.'
            : existing.has(name)
              ? 'The data already has an attribute of this name.'
              : textProblem(name);
        setProblem(found);
        if (found !== undefined) return;
        onAdd(name);
        setName('');
      }}
    >
      <label htmlFor={id}>Another attribute</label>
      <input
        id={id}
        value={name}
        placeholder="name"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <Button type="submit">Add</Button>
      <p id={`${id}-problem`} role="status" className={styles['wrong']}>
        {problem}
      </p>
    </form>
  );
}
