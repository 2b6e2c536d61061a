import { isUnset } from '../value.tsx';
import type { AttributePair } from './item-diff.ts';
import { Parts } from './parts.tsx';
import styles from './side.module.css';

/** Side shows a changed attribute as one of its two versions has it: what only this version has is marked, the other's words are left out. */
export function Side({ pair, end }: { pair: AttributePair; end: 'before' | 'after' }) {
  if (pair.change === undefined || isUnset(pair[end]))
    return <span className={styles['unset']}>not set</span>;
  const other = end === 'before' ? 'added' : 'removed';
  const parts = pair.change.parts.filter(({ kind }) => kind !== other);
  return <Parts parts={parts} isList={pair.change.isList} />;
}
