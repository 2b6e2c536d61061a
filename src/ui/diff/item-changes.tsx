import { Literal } from '../literal.tsx';
import { ATTRIBUTES, MEMBERS, NAME, useBatch } from '../show-more.tsx';
import type { AttributeChange, AttributePair, DiffPart } from './item-diff.ts';
import styles from './item-changes.module.css';
import { countOf } from '../format.ts';
import { isUnset } from '../values/value.tsx';

/** Changes shows what one version changed, attribute by attribute, with `<del>` and `<ins>`. */
export function Changes({ changes }: { changes: readonly AttributeChange[] }) {
  const { shown, more } = useBatch(changes, ATTRIBUTES, 'changed attributes');
  return (
    <>
      <ul className={styles.changes}>
        {shown.map(({ attribute, parts, isList }) => (
          <li key={attribute}>
            <span className={styles.attribute}>
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

/**
 * Parts shows runs of text with `<del>` for removed and `<ins>` for added ones; the members of a list are separated, empty ones named.
 * In a long list unchanged members are only counted, so that the changes are visible.
 */
export function Parts({ parts, isList }: { parts: readonly DiffPart[]; isList: boolean }) {
  const changed = isList && parts.length > MEMBERS ? parts.filter(({ kind }) => kind !== 'same') : parts;
  const { shown, more } = useBatch(changed, MEMBERS, isList ? 'members' : 'runs of text');
  const same = parts.length - changed.length;
  return (
    <span className={`${styles.parts} ${isList ? styles.members : ''}`}>
      {shown.map((part, index) => {
        const Tag = TAGS[part.kind];
        return <Tag key={index}>{part.text === '' ? 'not set' : <Literal text={part.text} />}</Tag>;
      })}
      {more}
      {same > 0 && <span>{countOf(same, 'member')} in both versions</span>}
    </span>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Side shows a changed attribute in one of its two versions, with the words only in that version marked. */
export function Side({ pair, end }: { pair: AttributePair; end: 'before' | 'after' }) {
  if (pair.change === undefined || isUnset(pair[end])) return <span className="unset">not set</span>;
  const other = end === 'before' ? 'added' : 'removed';
  const parts = pair.change.parts.filter(({ kind }) => kind !== other);
  return <Parts parts={parts} isList={pair.change.isList} />;
}
