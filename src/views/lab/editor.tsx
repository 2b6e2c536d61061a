import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format.ts';
import { Literal } from '../../ui/literal.tsx';
import { rangeText } from '../../ui/proof/inclusion-check.ts';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { AskForm, type EditorProps, Field, RowField, textProblem, Tool } from './field.tsx';
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
  const fields = (rows: readonly Row[]): ReactNode => (
    <div className={styles.rows}>
      {rows.map((row) => (
        <RowField key={row.id} {...props} row={row} label={row.name} />
      ))}
    </div>
  );
  return (
    <>
      {original.items.map((_, item) => (
        <ItemCard key={item} {...props} item={item} />
      ))}
      <Card title="Entry" note="one line of the log, from which its leaf is made">
        {fields(rowsOf(copy, 'number', 'line', 'item-hash'))}
      </Card>
      <ProofCard {...props} />
      <Card title="Root hash" note="what the copy says of the whole log">
        {fields(rowsOf(copy, 'size', 'root'))}
      </Card>
    </>
  );
}

/** ItemCard changes one item (one blob): its values, the members of its lists, and which attributes it has. */
function ItemCard(props: EditorProps & { item: number }) {
  const { original, sent, copy, item, schema, onEdit } = props;
  const { id: prefix } = itemRow(item, '', '');
  const rows = new Map(rowsOf(copy, 'item').flatMap((row) => (row.item === item ? [[row.name, row]] : [])));
  const data = [...(original.items[item]?.keys() ?? []), ...rows.keys()].sort();
  const names = [...new Set([...schema.map(({ id }) => id), ...data])];
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes', {
    stays: (name) => !isSame(sent.get(prefix + name)?.value, rows.get(name)?.value),
  });
  const noun = original.variant === 'item' ? 'Item' : 'Blob';
  return (
    <Card title={original.items.length > 1 ? `${noun} ${item + 1}` : noun} note="the data of the entry">
      <div className={styles.rows}>
        {shown.map((name) => (
          <AttributeRow key={name} {...props} name={name} row={rows.get(name)} />
        ))}
        {more}
      </div>
      <AskForm
        label="Another attribute"
        button="Add"
        placeholder="name"
        problemOf={(name) => {
          if (name === '') return 'Enter a name.';
          return rows.has(name) ? 'The data already has an attribute of this name.' : textProblem(name);
        }}
        onText={(name) => onEdit(setRow(itemRow(item, name, '')), { focus: prefix + name })}
      />
    </Card>
  );
}

function AttributeRow(props: EditorProps & { item: number; name: string; row: Row | undefined }) {
  const { original, sent, checks, item, name, row, onEdit } = props;
  const { id: focus } = itemRow(item, name, '');
  const was = sent.get(focus)?.value;
  const value = row?.value;
  if (row === undefined || value === undefined || value === null) {
    const verb = was === undefined || was === null ? 'Set' : 'Put back';
    const absent = was === undefined ? 'not set' : 'removed';
    return (
      <Field
        name={name}
        label={name}
        value={value === null ? 'null' : absent}
        isChanged={!isSame(was, value)}
        tools={
          <Tool
            name={`${verb} ${name}`}
            focusId={focus}
            onClick={() => onEdit(setRow(itemRow(item, name, was ?? '')), { focus })}
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
          isIdle={redaction === undefined}
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
  if (typeof value !== 'string')
    return <ListRow {...props} row={row} value={value} was={was} tools={tools} />;
  return (
    <div data-focus={focus}>
      <RowField {...props} row={row} label={<Literal text={name} />} tools={tools} />
    </div>
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
  const members = value.map((member, at) => ({ member, at, isChanged: old[at] !== member }));
  const { shown, more } = useBatch(members, FIELDS, 'members', { stays: ({ isChanged }) => isChanged });
  const set = (next: readonly string[], typing?: string): void =>
    onEdit(setRow({ ...row, value: next }), typing === undefined ? { focus } : { typing });
  return (
    <div className={styles.list} role="group" aria-label={name} data-focus={focus}>
      <Field
        name={name}
        label={name}
        value={value.length === 0 ? 'an empty list' : ''}
        isChanged={!isSame(was, value)}
        tools={
          <>
            <Tool name={`Add a member to ${name}`} onClick={() => set([...value, ''])}>
              Add member
            </Tool>
            {tools}
          </>
        }
      />
      {shown.map(({ member, at, isChanged }) => (
        <Field
          key={at}
          part="item"
          name={`${name}, member ${at + 1}`}
          value={member}
          isChanged={isChanged}
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

/** ProofCard changes the hashes of the entry proof: each by itself, their order, and how many there are; folded at first on a phone. */
function ProofCard(props: EditorProps) {
  const { copy, original } = props;
  const [isUnfolded] = useState(() => matchMedia('(width >= 600px)').matches);
  const path = rowsOf(copy, 'proof');
  const moved = outOfOrder(original, copy);
  const none =
    original.auditPath.length === 0
      ? 'The log has one entry, whose leaf hash is the root hash: its proof has no hash.'
      : 'No hash is left.';
  return (
    <Card title="Hashes of the proof">
      <details className={styles.fold} open={isUnfolded}>
        <summary className="quiet">{countOf(path.length, 'hash', 'hashes')}, from the leaf upwards</summary>
        {path.length === 0 && <p className={styles.quiet}>{none}</p>}
        <ol className={styles.path}>
          {path.map((row, index) => (
            <PathHash
              key={row.id}
              {...props}
              path={path}
              row={row}
              index={index}
              isMoved={moved.has(row.id)}
            />
          ))}
        </ol>
        <p className={styles.quiet}>
          The side from which a hash combines follows from the entry number and the log size, so it cannot be
          changed. Alt with ↑ or ↓ moves the hash that has the focus.
        </p>
      </details>
    </Card>
  );
}

function PathHash(props: EditorProps & { path: readonly Row[]; row: Row; index: number; isMoved: boolean }) {
  const { original, checks, onEdit, path, row, index, isMoved } = props;
  const { id } = row;
  const place = index + 1;
  const count = path.length;
  const sentCount = original.auditPath.length;
  const step = checks?.entry.steps[index];
  const joins = step
    ? `combines from the ${step.side}, for ${rangeText(step.sentCovers)}`
    : 'not used: the proof could not be followed';
  const sentIn = isMoved ? `sent in place ${sentPlace(row)} · ` : '';
  const move = (by: -1 | 1, focus: string): void => {
    const said = `Hash ${place} is now in place ${place + by} of ${count}.`;
    if (path[index + by] !== undefined) onEdit(moveHash(id, by), { focus, said });
  };
  const double = (): void =>
    onEdit(doubleHash(id, sentCount), { said: `Hash ${place} was doubled, ${count + 1} in all.` });
  const remove = (): void => {
    const next = path[index + 1] ?? path[index - 1];
    const said = `Hash ${place} was removed, ${count - 1} left.`;
    onEdit(removeRow(id), { focus: next ? `remove ${next.id}` : 'undo', said });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1, id);
  };
  const tools = [
    ['up', `Move hash ${place} up`, '↑', () => move(-1, `up ${id}`), index === 0],
    ['down', `Move hash ${place} down`, '↓', () => move(1, `down ${id}`), place === count],
    ['double', `Double hash ${place}`, 'Double', double, false],
    ['remove', `Remove hash ${place}`, 'Remove', remove, false],
  ] as const;
  return (
    // The keys are a shorter way to what the buttons do.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li onKeyDown={onKeyDown} data-focus={id}>
      <span className={styles.place} aria-hidden="true">
        {place}
      </span>
      <RowField
        {...props}
        name={`hash ${place} of the proof`}
        note={`${sentPlace(row) > sentCount ? 'added · ' : sentIn}${joins}`}
        tools={tools.map(([what, name, text, onClick, isIdle]) => (
          <Tool key={what} name={name} isIdle={isIdle} focusId={`${what} ${id}`} onClick={onClick}>
            {text}
          </Tool>
        ))}
      />
    </li>
  );
}
