import { lazy, Suspense } from 'react';
import type { AttributeValue } from '../core/model.ts';
import { Literal } from './literal.tsx';
import { PartialDate } from './time.tsx';
import { folded } from './values/fold.ts';
import type { SetValue, ValueProps } from './values/rich-context.ts';
import styles from './value.module.css';

const RichValue = lazy(async () => ({ default: (await import('./values/rich-value.tsx')).RichValue }));

/** isUnset tells whether a value means "not set": null, the empty string, the empty list (wire notes, "Keys, values"). */
export function isUnset(value: AttributeValue | undefined): value is undefined | null {
  return value === undefined || value === null || value.length === 0;
}

/** isRedacted tells a value that the register withholds; its hash stands in for it (hashing.md, "Redaction"). */
export function isRedacted(value: string): boolean {
  return /^\*\*REDACTED\*\*(?:1220)?[0-9a-f]{64}$/.test(value);
}

/**
 * Value shows one attribute's value: as it is at first, and by what is known of its attribute as soon as the code for that is there. A long one comes folded.
 * Values are text: nothing in them is ever markup.
 */
export function Value(props: ValueProps) {
  const { value, unset = 'not set' } = props;
  if (isUnset(value)) return <span className={styles['unset']}>{unset}</span>;
  return (
    <Suspense fallback={<Plain {...props} value={folded(value)} />}>
      <RichValue {...props} value={value} />
    </Suspense>
  );
}

function Plain({ value, ...props }: ValueProps & { value: SetValue }) {
  if (typeof value === 'string') return <One {...props} value={value} />;
  return (
    <ul className={styles['list']}>
      {value.map((member, index) => (
        <li key={index}>
          <One {...props} value={member} />
        </li>
      ))}
    </ul>
  );
}

function One({ value, datatype, attribute = '', unset }: ValueProps & { value: string }) {
  if (value === '') return <Value value={value} unset={unset} />;
  if (isRedacted(value)) return <span className={styles['redacted']}>redacted</span>;
  if (datatype === 'datetime' || (datatype === undefined && /(^|-)date$/.test(attribute)))
    return <PartialDate value={value} />;
  return <Literal text={value} />;
}
