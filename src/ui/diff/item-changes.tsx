import { Fragment, useMemo } from 'react';
import { countOf } from '../format.ts';
import { Literal } from '../literal.tsx';
import { ATTRIBUTES, MEMBERS, NAME, useBatch } from '../show-more.tsx';
import { isUnset } from '../values/value.tsx';
import styles from './item-changes.module.css';
import type { AttributePair } from '../values/compare-items.ts';
import { type DiffPart, isList, partsOf } from './value-parts.ts';

/** Changes shows what one version changed, attribute by attribute, with `<del>` and `<ins>`. */
export function Changes({ changes }: { changes: readonly AttributePair[] }) {
  const { shown, more } = useBatch(changes, ATTRIBUTES, 'changed attributes');
  return (
    <>
      <ul className={styles.changes}>
        {shown.map((pair) => (
          <li key={pair.attribute}>
            <span className={styles.attribute}>
              <Literal text={pair.attribute} most={NAME} />
            </span>{' '}
            <Parts pair={pair} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

/**
 * Parts shows the runs of text of a changed value, except those of the kind `without`, with `<del>` for
 * removed and `<ins>` for added ones; the members of a list are separated, empty ones named. In a long list
 * unchanged members are only counted, so that the changes are visible.
 */
export function Parts({
  pair,
  without,
}: {
  pair: Pick<AttributePair, 'before' | 'after'>;
  without?: DiffPart['kind'];
}) {
  const { before, after } = pair;
  const parts = useMemo(() => partsOf({ before, after }), [before, after]);
  const isOfList = isList(pair);
  const hidden = isOfList && parts.length > MEMBERS ? 'same' : undefined;
  const changed = parts.filter(({ kind }) => kind !== without && kind !== hidden);
  const { shown, more } = useBatch(changed, MEMBERS, isOfList ? 'members' : 'runs of text');
  const same = hidden === undefined ? 0 : parts.filter(({ kind }) => kind === hidden).length;
  return (
    <span className={`${styles.parts} ${isOfList ? styles.members : ''}`}>
      {shown.map((part, index) => {
        const Tag = TAGS[part.kind];
        // A space after a changed word is no change to see.
        const [, words = part.text, space = ''] = /^(.*\S)(\s+)$/s.exec(part.text) ?? [];
        return (
          <Fragment key={index}>
            {isOfList && index > 0 && ' '}
            <Tag>{part.text === '' ? 'not set' : <Literal text={words} />}</Tag>
            {space}
          </Fragment>
        );
      })}
      {more}
      {same > 0 && <span>{countOf(same, 'member')} in both versions</span>}
    </span>
  );
}

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Side shows a changed attribute in one of its two versions, with the words only in that version marked. */
export function Side({ pair, end }: { pair: AttributePair; end: 'before' | 'after' }) {
  if (isUnset(pair[end])) return <span className="faint">not set</span>;
  return <Parts pair={pair} without={end === 'before' ? 'added' : 'removed'} />;
}
