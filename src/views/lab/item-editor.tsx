import type { Attribute, AttributeValue, Item } from '../../core/model.ts';
import { Card } from '../../ui/card.tsx';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { AddAttribute } from './add-attribute.tsx';
import { sameValue } from './changes.ts';
import type { CopyChecks, Original } from './copy.ts';
import type { Edit } from './edits.ts';
import { ChangedMark, Field, Tool } from './field.tsx';
import { redact } from './lesson.ts';
import { textProblem } from './problems.ts';
import styles from './editors.module.css';

/** EditorProps is what every editor of the lab is given. */
export interface EditorProps {
  readonly original: Original;
  readonly onEdit: (edit: Edit, focus?: string) => void;
  readonly onRest: () => void;
}

interface ItemEditorProps extends EditorProps {
  /** The item of the copy, and its place, counted from 0. */
  readonly item: Item;
  readonly index: number;
  readonly schema: readonly Attribute[];
  /** What the worker found of this very copy: the hashes that may stand in place of values. */
  readonly checks: CopyChecks | undefined;
}

/** ItemEditor changes one item (one blob): its values, the members of its lists, and which attributes it has. */
export function ItemEditor(props: ItemEditorProps) {
  const { original, index, item, schema, onEdit } = props;
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const was = original.items[index] ?? new Map<string, AttributeValue>();
  const names = attributeNames(schema, was, item);
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes', {
    stays: (name) => !sameValue(was.get(name), item.get(name)),
  });
  const title = original.items.length > 1 ? `${noun} ${index + 1}` : noun;
  return (
    <Card title={title} note="the data that the entry names">
      <div className={styles['rows']}>
        {shown.map((name) => (
          <AttributeRow key={name} {...props} name={name} was={was.get(name)} value={item.get(name)} />
        ))}
        {more}
      </div>
      <AddAttribute
        taken={item}
        onAdd={(name) => onEdit({ kind: 'value', item: index, name, value: '' }, fieldOf(index, name))}
      />
    </Card>
  );
}

function attributeNames(schema: readonly Attribute[], was: Item, item: Item): readonly string[] {
  const known = schema.map((attribute) => attribute.id);
  return [...new Set([...known, ...[...was.keys(), ...item.keys()].sort()])];
}

function fieldOf(index: number, name: string): string {
  return `value ${index} ${name}`;
}

interface RowProps extends ItemEditorProps {
  readonly name: string;
  readonly was: AttributeValue | undefined;
  readonly value: AttributeValue | undefined;
}

function AttributeRow(props: RowProps) {
  const { index, name, was, value, onEdit } = props;
  const set = (next: AttributeValue): void =>
    onEdit({ kind: 'value', item: index, name, value: next }, fieldOf(index, name));
  if (value === undefined || value === null) {
    return (
      <div className={styles['bare']}>
        <ChangedMark changed={!sameValue(was, value)} />
        <span className={styles['name']}>{name}</span>
        <span className={styles['unset']}>
          {value === null ? 'null' : was === undefined ? 'not set' : 'removed'}
        </span>
        <span className={styles['tools']}>
          {was !== undefined && was !== null && (
            <Tool name={`Put ${name} back`} focusId={fieldOf(index, name)} onClick={() => set(was)}>
              Put back
            </Tool>
          )}
          {(was === undefined || was === null) && (
            <Tool name={`Set ${name}`} focusId={fieldOf(index, name)} onClick={() => set('')}>
              Set
            </Tool>
          )}
        </span>
      </div>
    );
  }
  return typeof value === 'string' ? (
    <TextRow {...props} value={value} />
  ) : (
    <ListRow {...props} value={value} />
  );
}

function RowTools({ original, index, name, checks, onEdit }: Omit<RowProps, 'value'>) {
  const edit = original.variant === 'blob' && checks !== undefined ? redact(index, name, checks) : undefined;
  return (
    <>
      {original.variant === 'blob' && (
        <Tool
          name={`Redact ${name}`}
          idle={edit === undefined}
          onClick={() => edit !== undefined && onEdit(edit)}
        >
          Redact
        </Tool>
      )}
      <Tool
        name={`Remove ${name}`}
        onClick={() => onEdit({ kind: 'drop-value', item: index, name }, fieldOf(index, name))}
      >
        Remove
      </Tool>
    </>
  );
}

function TextRow(props: Omit<RowProps, 'value'> & { readonly value: string }) {
  const { index, name, was, value, onEdit, onRest } = props;
  return (
    <div data-focus={fieldOf(index, name)}>
      <Field
        kind="text"
        name={name}
        label={<Literal text={name} />}
        value={value}
        changed={!sameValue(was, value)}
        problem={textProblem(value)}
        onText={(text) => onEdit({ kind: 'value', item: index, name, value: text })}
        onRest={onRest}
        tools={<RowTools {...props} />}
      />
    </div>
  );
}

/** FIELDS is how many members of a list get a field at once. */
const FIELDS = 50;

function ListRow(props: Omit<RowProps, 'value'> & { readonly value: readonly string[] }) {
  const { index, name, was, value, onEdit, onRest } = props;
  const old = typeof was === 'string' || was === undefined || was === null ? [] : was;
  const members = value.map((member, at) => ({ member, at }));
  const { shown, more } = useBatch(members, FIELDS, 'members', {
    stays: ({ member, at }) => old[at] !== member,
  });
  const set = (next: readonly string[], member?: number, focus?: string): void =>
    onEdit(
      { kind: 'value', item: index, name, value: next, ...(member === undefined ? {} : { member }) },
      focus,
    );
  return (
    <div className={styles['list']} role="group" aria-label={name} data-focus={fieldOf(index, name)}>
      <div className={styles['bare']}>
        <ChangedMark changed={!sameValue(was, value)} />
        <span className={styles['name']}>{name}</span>
        <span className={styles['unset']}>{value.length === 0 ? 'an empty list' : ''}</span>
        <span className={styles['tools']}>
          <Tool name={`Add a member to ${name}`} onClick={() => set([...value, ''])}>
            Add member
          </Tool>
          <RowTools {...props} />
        </span>
      </div>
      {shown.map(({ member, at }) => (
        <Field
          key={at}
          kind="text"
          name={`${name}, member ${at + 1}`}
          value={member}
          changed={old[at] !== member}
          problem={textProblem(member)}
          onText={(text) => set(value.with(at, text), at)}
          onRest={onRest}
          tools={
            <Tool
              name={`Remove member ${at + 1} of ${name}`}
              onClick={() => set(value.toSpliced(at, 1), undefined, fieldOf(index, name))}
            >
              Remove
            </Tool>
          }
        />
      ))}
      {more}
    </div>
  );
}
