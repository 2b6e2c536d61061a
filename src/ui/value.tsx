import type { AttributeValue } from '../core/model.ts';
import type { ValueProps } from './values/rich-context.ts';
import { RichValue } from './values/rich-value.tsx';
import styles from './value.module.css';

/** isUnset tells whether a value means "not set": null, the empty string, the empty list (wire notes, "Keys, values"). */
export function isUnset(value: AttributeValue | undefined): value is undefined | null {
  return value === undefined || value === null || value.length === 0;
}

/** isRedacted tells a value that the register withholds; its hash stands in for it (hashing.md, "Redaction"). */
export function isRedacted(value: string): boolean {
  return /^\*\*REDACTED\*\*(?:1220)?[0-9a-f]{64}$/.test(value);
}

/** Value shows one attribute's value by what is known of its attribute. A long one comes folded. Values are text: nothing in them is ever markup. */
export function Value(props: ValueProps) {
  const { value, unset = 'not set' } = props;
  if (isUnset(value)) return <span className={styles['unset']}>{unset}</span>;
  return <RichValue {...props} value={value} />;
}
