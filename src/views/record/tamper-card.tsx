import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Attribute, AttributeValue, Item } from '../../core/model.ts';
import { tamperedQuery, type Tampered } from '../../query/lab-query.ts';
import { useSession } from '../../query/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sentenceOf } from '../../ui/check-words.ts';
import { Literal } from '../../ui/literal.tsx';
import { ATTRIBUTES, useBatch } from '../../ui/show-more.tsx';
import { Link } from '../../ui/link.tsx';
import { pathTo, type RegisterId } from '../../ui/paths.ts';
import type { EntryCheck } from '../../verify/protocol.ts';
import styles from './tamper.module.css';

/**
 * TamperCard lets a reader change a copy of a record's data in the place where it is shown. Each change is hashed in the worker, and an entry that records the changed
 * data is followed to the root. Nothing of the copy is reported to the trust store.
 */
export default function TamperCard({
  register,
  item,
  proof,
  schema,
  onChange,
  onClose,
}: {
  register: RegisterId;
  item: Item;
  /** The check of the record's own entry. */
  proof: EntryCheck;
  schema: readonly Attribute[];
  /** Told what the copy comes to; undefined as long as nothing is changed. */
  onChange: (tampered: Tampered | undefined) => void;
  onClose: () => void;
}) {
  const session = useSession();
  const [copy, setCopy] = useState(item);
  const changed = [...copy].filter(([name, value]) => !isSame(value, item.get(name)));
  const isChanged = changed.length > 0;
  const found = useQuery({ ...tamperedQuery(session, copy, proof), enabled: isChanged });
  const tampered = isChanged ? found.data : undefined;
  useEffect(() => onChange(tampered), [tampered, onChange]);
  const order = [...new Set([...schema.map(({ id }) => id), ...[...item.keys()].sort()])];
  const names = order.filter((name) => item.has(name));
  const { shown, more } = useBatch(names, ATTRIBUTES, 'attributes');
  return (
    <Card
      title="Data: your copy"
      actions={
        <>
          <Button disabled={!isChanged} onClick={() => setCopy(item)}>
            Undo
          </Button>
          <Button kind="strong" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <p className={styles['note']} role="status">
        {isChanged
          ? wordsOf(tampered)
          : 'Change a value and watch the proof. Only this copy changes: nothing is sent or saved.'}
      </p>
      <div className={styles['fields']}>
        {shown.map((name) => (
          <Field
            key={name}
            name={name}
            value={copy.get(name) ?? ''}
            isChanged={!isSame(copy.get(name), item.get(name))}
            onValue={(value) => setCopy(new Map([...copy, [name, value]]))}
          />
        ))}
        {more}
      </div>
      <p className={styles['foot']}>
        <Link to={`${pathTo({ view: 'lab', register })}?entry=${proof.entry.entryNumber}`}>
          Change the entry, the proof or the root in the lab
        </Link>
      </p>
    </Card>
  );
}

/** wordsOf says what a changed copy comes to. */
function wordsOf(tampered: Tampered | undefined): string {
  if (tampered === undefined) return 'Hashing your copy …';
  const { verdict } = tampered.data;
  if (verdict.outcome !== 'holds') return `Your copy cannot be hashed. ${sentenceOf({ verdict })}`;
  if (tampered.check.verdict.outcome === 'holds')
    return 'This change does not change the hash: empty members of a list, their order, and other spellings of a letter do not count.';
  return 'Your copy does not match: every hash from the changed data up to the root is different. The register’s own record is unchanged, and what is said above is about that.';
}

/** Field is one value of the copy; the members of a list stand on lines of their own. */
function Field({
  name,
  value,
  isChanged,
  onValue,
}: {
  name: string;
  value: NonNullable<AttributeValue>;
  isChanged: boolean;
  onValue: (value: AttributeValue) => void;
}) {
  const isText = typeof value === 'string';
  const text = isText ? value : value.join('\n');
  const shared = {
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      onValue(isText ? target.value : target.value.split('\n')),
  };
  return (
    <label className={styles['field']} data-changed={isChanged || undefined}>
      <span className={styles['name']}>
        <Literal text={name} most={300} />
        {isChanged && <span className={styles['mark']}> changed</span>}
      </span>
      {isText && !/[\n\r]/.test(text) && text.length < 40 ? (
        <input {...shared} />
      ) : (
        <textarea {...shared} rows={Math.min(8, text.split('\n').length + Math.floor(text.length / 40))} />
      )}
    </label>
  );
}

function isSame(one: AttributeValue | undefined, other: AttributeValue | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
