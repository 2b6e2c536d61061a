import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { rangeText } from '../../ui/proof/inclusion-check.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { type EditorProps, Field, RowField, textProblem, Tool } from './field.tsx';
import {
  doubleHash,
  isSame,
  itemRow,
  moveHash,
  outOfOrder,
  redact,
  removeRow,
  type Row,
  rowsOf,
  sentPlace,
  setRow,
} from './lab-model.ts';
import styles from './lab.module.css';

/** Editor changes everything of the copy: items, entry, proof and head. */
export function Editor(props: EditorProps) {
  const { original, copy } = props;
  const fields = (...rows: readonly Row[]): ReactNode => (
    <div className={styles['rows']}>
      {rows.map((row) => (
        <RowField key={row.id} {...props} row={row} label={row.name} />
      ))}
    </div>
  );
  return (
    <>
      {original.items.map((_, index) => (
        <ItemCard key={index} {...props} index={index} />
      ))}
      <Card title="Entry" note="one line of the log, from which its leaf is made">
        {fields(...rowsOf(copy, 'entry'), ...rowsOf(copy, 'item-hash'))}
      </Card>
      <ProofCard {...props} />
      <Card title="Root hash" note="what the copy says of the whole log">
        {fields(...rowsOf(copy, 'size'), ...rowsOf(copy, 'root'))}
      </Card>
    </>
  );
}

/** ItemCard changes one item (one blob): its values, the members of its lists, and which attributes it has. */
function ItemCard(props: EditorProps & { index: number }) {
  const { original, copy, index, schema, onEdit } = props;
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  const was = original.items[index] ?? new Map<string, never>();
  const rows = new Map(rowsOf(copy, 'item').flatMap((row) => (row.item === index ? [[row.name, row]] : [])));
  const names = new Set([...schema.map(({ id }) => id), ...[...was.keys(), ...rows.keys()].sort()]);
  const { shown, more } = useBatch([...names], ATTRIBUTES, 'attributes', {
    stays: (name) => !isSame(was.get(name), rows.get(name)?.value),
  });
  return (
    <Card title={original.items.length > 1 ? `${noun} ${index + 1}` : noun} note="the data of the entry">
      <div className={styles['rows']}>
        {shown.map((name) => (
          <AttributeRow key={name} {...props} name={name} row={rows.get(name)} />
        ))}
        {more}
      </div>
      <AddAttribute
        existing={rows}
        onAdd={(name) => onEdit(setRow(itemRow(index, name, '')), { focus: `item ${index} ${name}` })}
      />
    </Card>
  );
}

function AttributeRow(props: EditorProps & { index: number; name: string; row: Row | undefined }) {
  const { original, checks, index, name, row, onEdit } = props;
  const was = original.items[index]?.get(name);
  const focus = `item ${index} ${name}`;
  const value = row?.value;
  if (row === undefined || value === undefined || value === null) {
    const verb = was === undefined || was === null ? 'Set' : 'Put back';
    return (
      <Field
        kind="none"
        name={name}
        label={name}
        value={value === null ? 'null' : was === undefined ? 'not set' : 'removed'}
        changed={!isSame(was, value)}
        tools={
          <Tool
            name={`${verb} ${name}`}
            focusId={focus}
            onClick={() => onEdit(setRow(itemRow(index, name, was ?? '')), { focus })}
          >
            {verb}
          </Tool>
        }
      />
    );
  }
  const redaction = checks && redact(row, checks);
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
      <Tool name={`Remove ${name}`} onClick={() => onEdit(removeRow(row.id), { focus })}>
        Remove
      </Tool>
    </>
  );
  return typeof value === 'string' ? (
    <div data-focus={focus}>
      <RowField {...props} row={row} label={<Literal text={name} />} tools={tools} />
    </div>
  ) : (
    <ListRow {...props} row={row} value={value} was={was} tools={tools} />
  );
}

/** FIELDS is how many members of a list get a field at once. */
const FIELDS = 50;

function ListRow({
  row,
  value,
  was,
  tools,
  onEdit,
  onRest,
}: EditorProps & { row: Row; value: readonly string[]; was: Row['value'] | undefined; tools: ReactNode }) {
  const { id: focus, name } = row;
  const old: readonly (string | undefined)[] = Array.isArray(was) ? was : [];
  const members = value.map((member, at) => ({ member, at, changed: old[at] !== member }));
  const { shown, more } = useBatch(members, FIELDS, 'members', { stays: ({ changed }) => changed });
  const set = (next: readonly string[], typing?: string): void =>
    onEdit(setRow({ ...row, value: next }), typing === undefined ? { focus } : { typing });
  return (
    <div className={styles['list']} role="group" aria-label={name} data-focus={focus}>
      <Field
        kind="none"
        name={name}
        label={name}
        value={value.length === 0 ? 'an empty list' : ''}
        changed={!isSame(was, value)}
        tools={
          <>
            <Tool name={`Add a member to ${name}`} onClick={() => set([...value, ''])}>
              Add member
            </Tool>
            {tools}
          </>
        }
      />
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
function AddAttribute({
  existing,
  onAdd,
}: {
  existing: ReadonlyMap<string, unknown>;
  onAdd: (name: string) => void;
}) {
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

/** ProofCard changes the hashes of the entry proof: each by itself, their order, and how many there are; folded at first on a phone. */
function ProofCard(props: EditorProps) {
  const { copy, original, checks, onEdit } = props;
  const [isUnfolded] = useState(() => matchMedia('(width >= 600px)').matches);
  const sent = original.auditPath.length;
  const path = rowsOf(copy, 'proof');
  const count = path.length;
  const moved = outOfOrder(original, copy);
  return (
    <Card title="Hashes of the proof">
      <details className={styles['fold']} open={isUnfolded}>
        <summary>{countOf(count, 'hash', 'hashes')}, from the leaf upwards</summary>
        {count === 0 && (
          <p className={styles['quiet']}>
            {sent === 0
              ? 'The log has one entry, whose leaf hash is the root hash: its proof has no hash.'
              : 'No hash is left.'}
          </p>
        )}
        <ol className={styles['path']}>
          {path.map((row, index) => {
            const { id } = row;
            const place = index + 1;
            const move = (by: -1 | 1, focus: string): void => {
              if (path[index + by] === undefined) return;
              onEdit(moveHash(id, by), {
                focus,
                said: `Hash ${place} is now in place ${place + by} of ${count}.`,
              });
            };
            const onKeyDown = (event: KeyboardEvent): void => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              move(event.key === 'ArrowUp' ? -1 : 1, id);
            };
            const next = path[index + 1] ?? path[index - 1];
            const step = checks?.entry.steps[index];
            const joins =
              step === undefined
                ? 'not used: the proof could not be followed'
                : `joins from the ${step.side}, for ${rangeText(step.sentCovers)}`;
            const isAdded = sentPlace(row) > sent;
            const doubled = { said: `Hash ${place} was doubled, ${count + 1} in all.` };
            const removed = {
              focus: next === undefined ? 'undo' : `remove ${next.id}`,
              said: `Hash ${place} was removed, ${count - 1} left.`,
            };
            return (
              // The keys are a shorter way to what the buttons do.
              // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
              <li key={id} onKeyDown={onKeyDown} data-focus={id}>
                <span className={styles['place']} aria-hidden="true">
                  {place}
                </span>
                <RowField
                  {...props}
                  row={row}
                  name={`hash ${place} of the proof`}
                  note={`${isAdded ? 'added · ' : moved.has(id) ? `sent in place ${sentPlace(row)} · ` : ''}${joins}`}
                  {...(moved.has(id) && { isChanged: true })}
                  tools={(
                    [
                      ['Move', ' up', '↑', () => move(-1, `up ${id}`), index === 0],
                      ['Move', ' down', '↓', () => move(1, `down ${id}`), place === count],
                      ['Double', '', 'Double', () => onEdit(doubleHash(id, sent), doubled)],
                      ['Remove', '', 'Remove', () => onEdit(removeRow(id), removed)],
                    ] as const
                  ).map(([verb, way, text, act, isIdle = false]) => (
                    <Tool
                      key={text}
                      name={`${verb} hash ${place}${way}`}
                      idle={isIdle}
                      focusId={`${(way.trim() || verb).toLowerCase()} ${id}`}
                      onClick={act}
                    >
                      {text}
                    </Tool>
                  ))}
                />
              </li>
            );
          })}
        </ol>
        <p className={styles['quiet']}>
          The side from which a hash joins follows from the entry number and the log size, so it cannot be
          changed. Alt with ↑ or ↓ moves the hash that has the focus.
        </p>
      </details>
    </Card>
  );
}
