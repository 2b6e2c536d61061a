import { Literal } from '../literal.tsx';
import type { AttributeChange } from './item-diff.ts';
import styles from './changes.module.css';

/** Changes shows what one version changed, attribute by attribute, with `<del>` and `<ins>`. */
export function Changes({ changes }: { changes: readonly AttributeChange[] }) {
  return (
    <ul className={styles['changes']}>
      {changes.map((change) => (
        <li key={change.attribute} className={styles['change']}>
          <span className={styles['attribute']}>{change.attribute}</span>{' '}
          <span className={change.isList ? styles['members'] : undefined}>
            {change.parts.map((part, index) => {
              if (part.kind === 'added')
                return (
                  <ins key={index}>
                    <Literal text={part.text} />
                  </ins>
                );
              if (part.kind === 'removed')
                return (
                  <del key={index}>
                    <Literal text={part.text} />
                  </del>
                );
              return (
                <span key={index}>
                  <Literal text={part.text} />
                </span>
              );
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
