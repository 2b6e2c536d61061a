import { Literal } from '../literal.tsx';
import { ATTRIBUTES, NAME, useBatch } from '../show-more.tsx';
import type { AttributeChange } from './item-diff.ts';
import { Parts } from './parts.tsx';
import styles from './changes.module.css';

/** Changes shows what one version changed, attribute by attribute, with `<del>` and `<ins>`. */
export function Changes({ changes }: { changes: readonly AttributeChange[] }) {
  const { shown, more } = useBatch(changes, ATTRIBUTES, 'changed attributes');
  return (
    <>
      <ul className={styles['changes']}>
        {shown.map(({ attribute, parts, isList }) => (
          <li key={attribute} className={styles['change']}>
            <span className={styles['attribute']}>
              <Literal text={attribute} most={NAME} />
            </span>{' '}
            <Parts parts={parts} isList={isList} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
