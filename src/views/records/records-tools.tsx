import { useMemo } from 'react';
import type { Attribute, RegisterRecord } from '../../core/model.ts';
import { Button } from '../../ui/button.tsx';
import styles from './records.module.css';

/** RecordsTools is the search over what was read and the exact filter that the server answers. */
export function RecordsTools({
  schema,
  records,
  params,
  cleared,
  onChange,
}: {
  schema: readonly Attribute[];
  records: readonly RegisterRecord[];
  params: URLSearchParams;
  /** Another number empties the search box. */
  cleared: number;
  onChange: (changes: Record<string, string>) => void;
}) {
  const attributes = useMemo(() => {
    const known = schema.map((attribute) => attribute.id);
    return known.length > 0
      ? known
      : [...new Set(records.flatMap((record) => record.items.flatMap((item) => [...item.keys()])))];
  }, [schema, records]);
  const hasEnded = attributes.includes('end-date');
  const filtered = (params.get('attribute') ?? '') !== '' && (params.get('value') ?? '') !== '';
  return (
    <div className={styles['tools']}>
      <label className={styles['field']}>
        <span>Search these records</span>
        <input
          // Not held by the address: that follows in a transition, and would take letters away from a fast typist.
          key={cleared}
          type="search"
          defaultValue={params.get('q') ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </label>
      {hasEnded && (
        <label className={styles['field']}>
          <span>Show</span>
          <select
            value={params.get('status') ?? ''}
            onChange={(event) => onChange({ status: event.target.value })}
          >
            <option value="">all</option>
            <option value="current">current</option>
            <option value="ended">ended</option>
          </select>
        </label>
      )}
      <form
        key={`${params.get('attribute')} ${params.get('value')}`}
        className={styles['filter']}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          onChange({
            attribute: String(form.get('attribute') ?? ''),
            value: String(form.get('value') ?? '').trim(),
          });
        }}
      >
        <label className={styles['field']}>
          <span>Attribute</span>
          <select
            name="attribute"
            defaultValue={params.get('attribute') ?? attributes[1] ?? attributes[0] ?? ''}
          >
            {attributes.map((attribute) => (
              <option key={attribute}>{attribute}</option>
            ))}
          </select>
        </label>
        <label className={styles['field']}>
          <span>is exactly</span>
          <input
            name="value"
            defaultValue={params.get('value') ?? ''}
            autoComplete="off"
            spellCheck={false}
            size={14}
          />
        </label>
        <Button type="submit">Filter</Button>
        {filtered && (
          <Button kind="quiet" onClick={() => onChange({ attribute: '', value: '' })}>
            Remove filter
          </Button>
        )}
      </form>
    </div>
  );
}
